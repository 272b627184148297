// Farpoint: a batch of pair questions and its answers, as plain arrays.
//
//   Batch batch;
//   batch.geometries = {cup, shelf};                       // pinned by the batch
//   batch.object_geometry = {0, 1};                        // two objects …
//   batch.poses = {cup_pose, shelf_pose};                  // … where they are
//   batch.pair_a = {0};  batch.pair_b = {1};               // one question
//   backend->Run(batch, cancel, done);  // done(answers): answers->pairs[0].distance ± .error_bound

#ifndef FARPOINT_SRC_BATCH_BATCH_H_
#define FARPOINT_SRC_BATCH_BATCH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "src/batch/uninitialized_allocator.h"
#include "src/math/pose.h"
#include "src/narrowphase/answer.h"
#include "src/support/geometry.h"

namespace farpoint {

/// Questions about n pairs among k objects.
struct Batch {
  std::vector<std::shared_ptr<const Geometry>> geometries;  // the distinct geometries, any number
  std::vector<uint32_t> object_geometry;                    // k; indices into `geometries`
  std::vector<Pose> poses;                                  // k; local frame to world
  std::vector<double> padding;           // k or empty; metres ≥ 0, grows an object all round
  std::vector<uint32_t> pair_a, pair_b;  // n each; indices of objects
  SolverOptions options;
  AnswerParts parts;
};

/// OK, or `InvalidArgument` whose message begins with the field and index at fault, spelled as in
/// this struct
/// ("poses[3].orientation: …", "pair_b[7]: …", "padding: …").
absl::Status Validate(const Batch& batch);

/// One entry a pair, in the order asked. World frame, metres; see PairAnswer.
struct Answers {
  std::vector<PairAnswer, UninitializedAllocator<PairAnswer>> pairs;  // n
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_BATCH_H_
