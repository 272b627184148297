// Farpoint client: support questions, the query beneath all others: which point of a shape lies
// farthest in a direction?
//
//   SupportQuestions questions;
//   questions.geometry_ids = {cup_id};
//   questions.directions = {{0, 0, 1}, {1, 0, 0}};
//   auto points = client.Support(questions);   // points->point[0]
//
// Everything is in the local frame of the geometry asked about, in metres. As with pairs, nothing
// is checked here: the server names what it refuses ("directions_f64.direction_xyz[3]").

#ifndef FARPOINT_CLIENT_SUPPORT_H_
#define FARPOINT_CLIENT_SUPPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "client/questions.h"
#include "src/math/vec3.h"
#include "src/support/support_field.h"

namespace farpoint {

/// n directions, of g geometries.
struct SupportQuestions {
  std::vector<std::string> geometry_ids;  // g >= 1, repeated ones are legal; no halfspace
  /// n: indices into `geometry_ids`; may be empty if there is one.
  std::vector<uint32_t> geometry_index;
  /// n; of any length from 1e-150 (of the longest component) to 1e15 (of each).
  std::vector<Vec3d> directions;
};

struct SupportOptions {
  /// Where farthest vertices are looked up.
  SupportField field = SupportField::kExactCells;
  /// Cells along either axis of a kLatLong field, 2 to ServerLimits::max_field_resolution; 0:
  /// 180.
  int32_t field_resolution = 0;
  /// >= 0: vertices whose height is below the best's by at most this part of it count as tied.
  double tie_tolerance = 0;
  /// Fill tie_count.
  bool tie_count = false;
  /// kFloat32 rounds the points to nearest.
  Precision precision = Precision::kFloat64;
};

/// One entry a direction, in the order asked.
struct SupportPoints {
  std::vector<Vec3d> point;  // n; local frame, metres
  /// n; in the order given at the upload, the lowest among coincident ones; −1 for a shape that
  /// was not given by vertices.
  std::vector<int64_t> vertex_index;
  /// n if asked for, else empty: distinct vertices that tie; of the four looked at in a kLatLong
  /// field, of all otherwise. 1 for a shape without vertices.
  std::vector<uint32_t> tie_count;

  size_t size() const { return point.size(); }
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_SUPPORT_H_
