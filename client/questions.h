// Farpoint client: a batch of pair questions.
//
//   Questions questions;
//   uint32_t cup = questions.AddObject(cup_id, cup_pose);
//   uint32_t shelf = questions.AddObject(shelf_id, shelf_pose, /*padding=*/0.01);
//   questions.AddPair(cup, shelf);
//   auto answers = client.Distance(questions);   // answers->distance[0]
//
// Objects are geometries placed in one right-handed world frame, in metres; pairs are pairs of
// objects. An object may appear in any number of pairs, a geometry in any number of objects.
// Nothing is checked here: the server checks everything and names what it refuses by its place in
// the batch.

#ifndef FARPOINT_CLIENT_QUESTIONS_H_
#define FARPOINT_CLIENT_QUESTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/string_view.h"
#include "src/math/pose.h"

namespace farpoint {

class Questions {
 public:
  /// Places a geometry (its id, from Client::Upload) by `pose`, local frame to world; `padding`
  /// (metres, >= 0) grows it all round for these questions. Returns the object's index.
  uint32_t AddObject(absl::string_view geometry_id, const Pose& pose, double padding = 0);

  /// Asks about two objects, by index. Answers come in the order of these calls.
  void AddPair(uint32_t a, uint32_t b);

  /// Forgets all objects and pairs, keeps the memory.
  void Clear();

  // The arrays, for whoever sends them.
  const std::vector<std::string>& geometry_ids() const { return geometry_ids_; }     // g, distinct
  const std::vector<uint32_t>& object_geometry() const { return object_geometry_; }  // k, each < g
  const std::vector<Pose>& poses() const { return poses_; }                          // k
  const std::vector<double>& padding() const { return padding_; }                    // k, metres
  bool any_padding() const { return any_padding_; }
  const std::vector<uint32_t>& pair_a() const { return pair_a_; }  // n
  const std::vector<uint32_t>& pair_b() const { return pair_b_; }  // n

  size_t objects() const { return object_geometry_.size(); }
  size_t pairs() const { return pair_a_.size(); }

 private:
  std::vector<std::string> geometry_ids_;
  std::unordered_map<std::string, uint32_t> geometry_place_;
  std::vector<uint32_t> object_geometry_;
  std::vector<Pose> poses_;
  std::vector<double> padding_;
  bool any_padding_ = false;
  std::vector<uint32_t> pair_a_, pair_b_;
};

/// What to compute and what to send back.
struct QueryOptions {
  /// Metres: a pair that is proven farther apart is kBeyondMaxDistance, at less cost. Unset: no
  /// limit.
  std::optional<double> max_distance = std::nullopt;
  /// Metres, > 0: a pair whose error bound stays above is kNotConverged. Unset: best effort, kOk.
  std::optional<double> tolerance = std::nullopt;
  /// Fill point_a and point_b; normal; iterations.
  bool witness_points = true;
  bool normals = true;
  bool iterations = false;
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_QUESTIONS_H_
