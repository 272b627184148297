// Pairs as they occur and as they are feared: a seeded stream of questions about the shapes of a
// catalogue.

#ifndef FARPOINT_TESTS_PROPERTIES_SITUATIONS_H_
#define FARPOINT_TESTS_PROPERTIES_SITUATIONS_H_

#include <cstdint>
#include <optional>

#include "src/math/pose.h"
#include "tests/core/random_shapes.h"
#include "tests/properties/catalogue.h"
#include "tests/reference/vec.h"

namespace farpoint {

/// How the two shapes lie. Sizes are those of the smaller shape.
enum class Situation {
  kApart,          // somewhere, up to three sizes between them
  kNear,           // 1e-9 … 1e-3 sizes between them
  kTouching,       // ±1e-12 sizes, or 0 but for rounding
  kShallow,        // that overlap by at most 1e-9 … 1e-1 sizes
  kDeep,           // centre near centre
  kInside,         // the smaller one's centre within the larger one
  kIdentical,      // one shape in one pose
  kConcentric,     // one position, two rotations
  kParallelFaces,  // turned by quarters, centres apart by eighths
  kParallelAxes,   // z along or against z; a third of them on one axis
  kTilted,         // the same, but for 1e-15 … 1e-3
};
inline constexpr int kSituations = 11;

/// A shape where an object has it.
struct Posed {
  const Item* item;
  Pose pose;
  double padding;  // metres

  double size() const { return item->size + padding; }
};

struct Question {
  Situation situation;
  Posed a, b;
  bool different;  // from ten to a million times as large one as the other
  // Metres, where two farthest points were placed across a gap: the distance if it is ≥ 0, else no
  // more than the distance. But for the rounding of B's position.
  std::optional<double> gap;
  bool far;  // 1 to 1e6 times the larger size, and at most 1e6 m, from the world's origin
};

/// Equal seeds and catalogues give equal sequences on every machine.
class Situations {
 public:
  Situations(uint64_t seed, const Catalogue& catalogue) : random_(seed), catalogue_(catalogue) {}

  Question Next();
  RandomShapes* random() { return &random_; }

 private:
  const Item* Draw(int k);
  void PlaceInContact(double gap, Question* question);
  void PlaceParallel(Question* question);

  RandomShapes random_;
  const Catalogue& catalogue_;
};

/// q after p.
Quaternion Times(const Quaternion& q, const Quaternion& p);

/// Local to world, from exactly the pose's numbers, in long double.
struct Frame {
  explicit Frame(const Pose& pose);
  reference::Vec ToWorld(const reference::Vec& v) const;  // turned only
  reference::Vec ToLocal(const reference::Vec& v) const;
  reference::Vec x, y, z;  // the local axes
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_PROPERTIES_SITUATIONS_H_
