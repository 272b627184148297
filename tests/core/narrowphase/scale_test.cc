// No absolute length is built in: the same question a million times smaller or larger has the same
// answer, and so have pairs of very different sizes.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

struct ScaledBy {
  double f;
  Vec3d operator()(const Vec3d& v) const { return {v.x * f, v.y * f, v.z * f}; }
  Shape operator()(const Sphere& s) const { return Sphere{s.radius * f}; }
  Shape operator()(const Ellipsoid& s) const { return Ellipsoid{(*this)(s.radii)}; }
  Shape operator()(const Box& s) const { return Box{(*this)(s.size)}; }
  Shape operator()(const Capsule& s) const { return Capsule{s.radius * f, s.length * f}; }
  Shape operator()(const Cylinder& s) const { return Cylinder{s.radius * f, s.length * f}; }
  Shape operator()(const Cone& s) const { return Cone{s.radius * f, s.length * f}; }
  Shape operator()(const Halfspace& s) const { return Halfspace{s.normal, s.offset * f}; }
  template <class Vertices>
  Shape operator()(Vertices s) const {
    for (Vec3d& v : s.vertices) v = (*this)(v);
    return s;
  }
  Placed operator()(const Placed& p) const {
    return {
        std::visit(*this, p.shape), {(*this)(p.pose.position), p.pose.orientation}, p.padding * f};
  }
};

TEST(Scale, ChangesNothingButTheUnit) {
  RandomShapes random(101);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 500; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5)};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.5), 0.01};
    const PairAnswer one = Ask(a, b);
    ++(one.distance < 0 ? overlapping : apart);
    for (double f : {1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e9}) {
      const Placed sa = ScaledBy{f}(a), sb = ScaledBy{f}(b);
      const PairAnswer scaled = Ask(sa, sb);
      const double slack = one.error_bound + scaled.error_bound / f + 1e-14;
      EXPECT_LE(std::abs(scaled.distance / f - one.distance), slack) << "pair " << i << " × " << f;
      EXPECT_LE(scaled.error_bound / f, 1e-9) << "pair " << i << " × " << f;
      const Verdict v = Judge(sa, sb, scaled);
      EXPECT_LE(Dishonesty(scaled, v.truth), 0) << "pair " << i << " × " << f;
      EXPECT_LE(PlaneGap(scaled, v) / f, 1e-8) << "pair " << i << " × " << f;
    }
  }
  EXPECT_GE(apart, 100);
  EXPECT_GE(overlapping, 100);
}

TEST(Scale, APowerOfTwoChangesNotABitOfTheMantissa) {
  RandomShapes random(102);
  for (int i = 0; i < 200; ++i) {
    const Placed a{random.Any(RandomShapes::kStraightKinds, 1), random.AnyPose(0.5)};
    const Placed b{random.Any(RandomShapes::kStraightKinds, 1), random.AnyPose(3)};
    const PairAnswer one = Ask(a, b);
    const PairAnswer scaled = Ask(ScaledBy{0x1p20}(a), ScaledBy{0x1p20}(b));
    EXPECT_EQ(scaled.distance, one.distance * 0x1p20) << i;
  }
}

TEST(Scale, PairsOfVeryDifferentSizes) {
  RandomShapes random(103);
  int apart = 0, overlapping = 0;
  for (double ratio : {1e2, 1e4, 1e5, 1e7, 1e10}) {
    for (int i = 0; i < 300; ++i) {
      const Placed large{random.Any(RandomShapes::kBoundedKinds, ratio), {}};
      Placed small{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1)};
      if (i % 2) {
        // Near the surface of the large one, within a few small sizes.
        const double far = 4 * ratio;
        const Vec3d d = random.Direction();
        small.pose.position = {d.x * far, d.y * far, d.z * far};
        const PairAnswer first = Ask(large, small);
        const double by = first.distance - random.Uniform(-2, 2);
        small.pose.position.x -= first.normal.x * by;
        small.pose.position.y -= first.normal.y * by;
        small.pose.position.z -= first.normal.z * by;
      } else {
        small.pose.position = random.Position(2 * ratio);
      }
      const bool turned = random.Index(2);
      const Placed &a = turned ? small : large, &b = turned ? large : small;
      const PairAnswer answer = Ask(a, b);
      const Verdict v = Judge(a, b, answer);
      ASSERT_LE(Dishonesty(answer, v.truth), 0)
          << "pair " << i << " at " << ratio << ": " << ShapeName(a.shape) << ", "
          << ShapeName(b.shape) << " " << answer.distance << " ± " << answer.error_bound
          << ", the truth is in " << double(v.truth.lower) << " … " << double(v.truth.upper);
      EXPECT_LE(answer.error_bound / v.size, 1e-9)
          << "pair " << i << " at " << ratio << ": " << ShapeName(a.shape) << ", "
          << ShapeName(b.shape);
      ++(answer.distance < 0 ? overlapping : apart);
    }
  }
  EXPECT_GE(apart, 300);
  EXPECT_GE(overlapping, 250);
}

}  // namespace
}  // namespace farpoint
