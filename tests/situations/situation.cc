#include "tests/situations/situation.h"

#include <cmath>
#include <utility>

#include "tests/situations/placing.h"

namespace farpoint::situations {
namespace {

using scalar::operator+;
using scalar::operator*;

// How B lies to A.
enum class Contact { kApart, kNear, kTouch, kShallow, kDeep };

class PairMaker {
 public:
  PairMaker(Kind a, Kind b, RandomShapes* random) : random_(*random) {
    pair_.kind_a = a;
    pair_.kind_b = b;
    pair_.pose_a = random_.AnyPose(1);
    pair_.pose_b.orientation = random_.Rotation();
    half_a_ = Half(random_.Scale(0.05, 1));
    half_b_ = Half(random_.Scale(0.05, 1));
  }

  Pair Make(Situation situation) {
    switch (situation) {
      case Situation::kApart:
        return InContact(Contact::kApart);
      case Situation::kNear:
        return InContact(Contact::kNear);
      case Situation::kTouch:
        return InContact(Contact::kTouch);
      case Situation::kShallow:
        return InContact(Contact::kShallow);
      case Situation::kDeep:
        return InContact(Contact::kDeep);
      case Situation::kInside:
        return Inside();
      case Situation::kIdentical:
        return Identical();
      case Situation::kConcentric:
        return Concentric();
      case Situation::kAligned:
        return Aligned();
      case Situation::kNeedle:
        return Needle();
      case Situation::kSizeRatio:
        return SizeRatio();
      case Situation::kFar:
        pair_.pose_a.position = random_.Direction() * 1e6;
        return InContact(AnyContact());
      case Situation::kRobot:
        break;
    }
    half_a_ = Half(0.1);
    half_b_ = Half(0.1);
    MakeShapes(Order::kRandom);
    return SetGap(random_.Index(2) == 0 ? 2e-3 : -2e-3);
  }

 private:
  Vec3d Half(double size) {
    return {size * random_.Uniform(0.2, 1), size * random_.Uniform(0.2, 1),
            size * random_.Uniform(0.2, 1)};
  }
  static double Largest(const Vec3d& half) { return std::max({half.x, half.y, half.z}); }
  double Size() const { return std::min(Largest(half_a_), Largest(half_b_)); }

  Contact AnyContact() { return static_cast<Contact>(random_.Index(5)); }

  void MakeShapes(Order order) {
    pair_.a = MakeShape(pair_.kind_a, half_a_, order, &random_);
    pair_.b = MakeShape(pair_.kind_b, half_b_, order, &random_);
  }

  // Half of the time an axis of either shape, where faces are.
  Vec3d ContactDirection() {
    const int way = random_.Index(4);
    if (way > 1) return random_.Direction();
    return AxisOf(way == 0 ? pair_.pose_a.orientation : pair_.pose_b.orientation);
  }
  Vec3d AxisOf(const Quaternion& orientation) {
    Vec3d axis{0, 0, 0};
    double* const coordinates[] = {&axis.x, &axis.y, &axis.z};
    *coordinates[random_.Index(3)] = random_.Index(2) == 0 ? 1 : -1;
    return scalar::Multiply(RotationMatrix(orientation), axis);
  }

  Pair SetGap(double gap) {
    const Vec3d n = DirectionFor(pair_.a, pair_.pose_a.orientation, pair_.b,
                                 pair_.pose_b.orientation, ContactDirection());
    pair_.pose_b.position =
        PositionAtGap(pair_.a, pair_.pose_a, pair_.b, pair_.pose_b.orientation, n, gap);
    return std::move(pair_);
  }

  Pair InContact(Contact contact) {
    MakeShapes(Order::kRandom);
    return PlaceIn(contact);
  }
  Pair PlaceIn(Contact contact) {
    switch (contact) {
      case Contact::kApart:
        return SetGap(Size() * random_.Scale(0.1, 10));
      case Contact::kNear:
        return SetGap(Size() * random_.Scale(1e-9, 1e-3));
      case Contact::kTouch:
        return SetGap(0);
      case Contact::kShallow:
        return SetGap(-Size() * random_.Scale(1e-6, 1e-2));
      case Contact::kDeep:
        break;
    }
    const Vec3d in_a = InnerPoint(pair_.a, pair_.pose_a.orientation, Size(), &random_);
    const Vec3d in_b = InnerPoint(pair_.b, pair_.pose_b.orientation, Size(), &random_);
    pair_.pose_b.position = pair_.pose_a.position + (in_a + in_b * -1.0);
    return std::move(pair_);
  }

  // What has fewer dimensions is inside; a halfspace contains everything.
  Pair Inside() {
    const int a = DimensionOf(pair_.kind_a), b = DimensionOf(pair_.kind_b);
    const bool a_contains = a != b ? a > b : random_.Index(2) == 0;
    Vec3d& inner = a_contains ? half_b_ : half_a_;
    const Vec3d& outer = a_contains ? half_a_ : half_b_;
    inner = inner * (Largest(outer) / Largest(inner) * random_.Uniform(0.02, 0.3));
    return InContact(Contact::kDeep);
  }

  Pair Identical() {
    half_b_ = half_a_;
    MakeShapes(random_.Index(2) == 0 ? Order::kRandom : Order::kRegular);
    if (pair_.kind_a == pair_.kind_b) pair_.b = pair_.a;
    pair_.pose_b = pair_.pose_a;
    return std::move(pair_);
  }

  Pair Concentric() {
    const bool parallel = random_.Index(2) == 0;
    MakeShapes(parallel ? Order::kRegular : Order::kRandom);
    if (parallel) pair_.pose_b.orientation = pair_.pose_a.orientation;
    pair_.pose_b.position = pair_.pose_a.position;
    return std::move(pair_);
  }

  // A quarter turn or a half turn about z, or both about x: products with halves and square
  // roots, exact but for the last place.
  Quaternion Turned(const Quaternion& q) {
    constexpr double kHalfRoot = M_SQRT1_2;
    const int turns = random_.Index(4);
    const double c = turns == 0 ? 1 : turns == 2 ? 0 : kHalfRoot;
    const double s = turns == 0 ? 0 : turns == 2 ? 1 : kHalfRoot;
    if (random_.Index(2) == 0) {
      return {q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s};
    }
    return {q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s};
  }

  Pair Aligned() {
    // Half of the time the world's own axes, where nothing is rounded.
    if (random_.Index(2) == 0) pair_.pose_a.orientation = Quaternion{};
    pair_.pose_b.orientation = Turned(pair_.pose_a.orientation);
    MakeShapes(Order::kRegular);
    const Vec3d n = DirectionFor(pair_.a, pair_.pose_a.orientation, pair_.b,
                                 pair_.pose_b.orientation, AxisOf(pair_.pose_a.orientation));
    const int sign = random_.Index(3) - 1;
    const double gap = sign * Size() * random_.Scale(1e-9, 1);
    const Pose& pose_a = pair_.pose_a;
    Vec3d& position = pair_.pose_b.position;
    position = PositionAtGap(pair_.a, pose_a, pair_.b, pair_.pose_b.orientation, n, gap);
    const int lateral = random_.Index(3);
    const Vec3d way = position + pose_a.position * -1.0;
    const Vec3d above = n * scalar::Dot(way, n);
    if (lateral == 0) position = pose_a.position + above;
    if (lateral == 1) {
      const Vec3d aside = random_.Direction() * (Size() * random_.Uniform(0, 1));
      position = position + (aside + n * -scalar::Dot(aside, n));
    }
    return std::move(pair_);
  }

  void Thin(Vec3d* half) {
    const double by = 1 / random_.Scale(10, 1e6);
    const int axis = random_.Index(3);
    const bool plate = random_.Index(2) == 0;  // one axis thin, or all but one
    double* const coordinates[] = {&half->x, &half->y, &half->z};
    for (int i = 0; i < 3; ++i) {
      if ((i == axis) == plate) *coordinates[i] *= by;
    }
  }
  Pair Needle() {
    const int which = random_.Index(3);
    if (which != 0) Thin(&half_a_);
    if (which != 1) Thin(&half_b_);
    return InContact(AnyContact());
  }

  Pair SizeRatio() {
    const double ratio = random_.Scale(10, 1e6);
    const bool a_larger = random_.Index(2) == 0;
    Vec3d& small = a_larger ? half_b_ : half_a_;
    const Vec3d& large = a_larger ? half_a_ : half_b_;
    small = small * (Largest(large) / Largest(small) / ratio);
    return InContact(AnyContact());
  }

  RandomShapes& random_;
  Vec3d half_a_, half_b_;
  Pair pair_;
};

}  // namespace

const char* NameOf(Situation situation) {
  static constexpr const char* kNames[] = {
      "apart",      "near",    "touch",  "shallow",    "deep", "inside", "identical",
      "concentric", "aligned", "needle", "size ratio", "far",  "robot"};
  return kNames[static_cast<size_t>(situation)];
}

Pair MakePair(Situation situation, Kind first, Kind second, RandomShapes* random) {
  const bool swapped = random->Index(2) == 1;
  return PairMaker(swapped ? second : first, swapped ? first : second, random).Make(situation);
}

}  // namespace farpoint::situations
