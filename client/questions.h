// Farpoint client: a batch of pair questions.
//
//   Questions questions;
//   uint32_t cup = questions.AddObject(cup_id, cup_pose);
//   uint32_t shelf = questions.AddObject(shelf_id, shelf_pose, /*padding=*/0.01);
//   questions.AddPair(cup, shelf);
//   auto answers = client.Distance(questions);   // answers->distance[0]
//
//   questions.AddGroupProduct(arm_links, shelf_boards);  // every link with every board
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
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "src/math/pose.h"
#include "src/narrowphase/answer.h"
#include "src/support/support_field.h"

namespace farpoint {

class Questions {
 public:
  /// Places a geometry (its id, from Client::Upload) by `pose`, local frame to world; `padding`
  /// (metres, >= 0) grows it all round for these questions. Returns the object's index.
  uint32_t AddObject(absl::string_view geometry_id, const Pose& pose, double padding = 0);

  /// Asks about two objects, by index. Answers come in the order of these calls and the next
  /// ones.
  void AddPair(uint32_t a, uint32_t b);

  /// Asks about every object of `a` with every object of `b`: a.size() * b.size() answers, that
  /// about a[i] and b[j] at i * b.size() + j. Kept as the two groups, and sent as such when a
  /// batch is one product and nothing else; it is then split by rows as far as limits ask for it.
  /// Nothing is added if a group is empty.
  void AddGroupProduct(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b);

  /// Forgets all objects and pairs, keeps the memory.
  void Clear();

  // The arrays, for whoever sends them.
  const std::vector<std::string>& geometry_ids() const { return geometry_ids_; }     // g, distinct
  const std::vector<uint32_t>& object_geometry() const { return object_geometry_; }  // k, each < g
  const std::vector<Pose>& poses() const { return poses_; }                          // k
  const std::vector<double>& padding() const { return padding_; }                    // k, metres
  bool any_padding() const { return any_padding_; }
  const std::vector<uint32_t>& pair_a() const { return pair_a_; }  // of AddPair
  const std::vector<uint32_t>& pair_b() const { return pair_b_; }  // of AddPair

  size_t objects() const { return object_geometry_.size(); }
  size_t pairs() const { return pairs_; }  // n, those of products included

  /// The objects of pair i < n.
  std::pair<uint32_t, uint32_t> PairAt(size_t i) const;

  struct Product {
    size_t begin = 0;            // its first pair
    size_t singles_before = 0;   // how many pairs before it are AddPair's
    std::vector<uint32_t> a, b;  // indices of objects

    size_t pairs() const { return a.size() * b.size(); }
  };
  /// If all pairs are those of one product, that one; else null.
  const Product* AsOneProduct() const;

 private:
  std::vector<std::string> geometry_ids_;
  std::unordered_map<std::string, uint32_t> geometry_place_;
  std::vector<uint32_t> object_geometry_;
  std::vector<Pose> poses_;
  std::vector<double> padding_;
  bool any_padding_ = false;
  std::vector<uint32_t> pair_a_, pair_b_;
  std::vector<Product> products_;  // by `begin`
  size_t pairs_ = 0;
};

/// The width of the numbers in an answer on the wire. Numbers are those of the wire.
enum class Precision : uint8_t { kFloat64 = 1, kFloat32 = 2 };

/// What to compute, how, and what to send back. Whatever the way, `error_bound` is proven.
struct QueryOptions {
  /// Metres: a pair that is proven farther apart is kBeyondMaxDistance, at less cost. Unset: no
  /// limit. No effect on Penetration.
  std::optional<double> max_distance = std::nullopt;
  /// Metres, > 0: a pair whose error bound stays above is kNotConverged. Unset: best effort, kOk.
  std::optional<double> tolerance = std::nullopt;
  /// What to find out about pairs that overlap. Unset: kExactDepth; for Collide kSignOnly, unless
  /// the margin is negative.
  std::optional<OverlapMode> overlap = std::nullopt;
  /// Where farthest vertices are looked up.
  SupportField field = SupportField::kExactCells;
  /// Cells along either axis of a kLatLong field, 2 to ServerLimits::max_field_resolution; 0:
  /// 180.
  int32_t field_resolution = 0;
  /// How GJK chooses its next direction.
  GjkVariant gjk = GjkVariant::kPlain;
  /// Fill point_a and point_b; normal; iterations.
  bool witness_points = true;
  bool normals = true;
  bool iterations = false;
  /// kFloat32 halves an answer on the wire; its bounds are rounded outward, and hold.
  Precision precision = Precision::kFloat64;
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_QUESTIONS_H_
