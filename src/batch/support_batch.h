// Farpoint: a batch of support questions and its answers, as plain arrays.
//
//   SupportBatch batch;
//   batch.geometries = {cup};
//   batch.direction_geometry = {0};
//   batch.directions = {{0, 0, 1}};
//   backend->RunSupport(batch, cancel, done);  // done(answers): answers->supports[0].point

#ifndef FARPOINT_SRC_BATCH_SUPPORT_BATCH_H_
#define FARPOINT_SRC_BATCH_SUPPORT_BATCH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/support/geometry.h"
#include "src/support/support_field.h"
#include "src/support/support_query.h"

namespace farpoint {

/// Questions about n directions.
struct SupportBatch {
  std::vector<std::shared_ptr<const Geometry>> geometries;  // the distinct geometries, any number
  std::vector<uint32_t> direction_geometry;                 // n; indices into `geometries`
  std::vector<Vec3d> directions;                            // n; local frames, ≠ 0, any length
  SupportField field = SupportField::kExactCells;
  int32_t field_resolution = kDefaultFieldResolution;
  /// ≥ 0: vertices within this part of the best's magnitude count as tied.
  double tie_tolerance = 0;
  /// Whether to fill `tie_count`.
  bool count_ties = false;
};

/// OK, or `InvalidArgument` saying what a direction must be. Nothing is normalised.
absl::Status ValidateDirection(const Vec3d& direction);

/// OK, or `InvalidArgument` whose message begins with the field and index at fault, spelled as in
/// this struct ("directions[3]: …", "geometries[0]: …" for a halfspace).
absl::Status Validate(const SupportBatch& batch);

/// One entry a direction, in the order asked.
struct SupportAnswers {
  std::vector<SupportAnswer> supports;  // n
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_SUPPORT_BATCH_H_
