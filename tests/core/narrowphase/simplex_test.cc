// The nearest point of a simplex, degenerate ones included, against the brute-force reference.

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "src/narrowphase/simplex.h"
#include "tests/core/random_shapes.h"
#include "tests/reference/polytope_distance.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;

template <class T>
class Simplex : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Simplex, NumberTypes);

template <class T>
std::vector<Vec> Widen(std::initializer_list<Vec3<T>> points) {
  std::vector<Vec> wide;
  for (const Vec3<T>& p : points) wide.push_back(reference::Widen(p));
  return wide;
}

// Distance of the origin from the hull, ≤ 0 inside.
template <class T>
Real FromOrigin(std::initializer_list<Vec3<T>> points) {
  return reference::PolytopeSignedDistance(Widen(points), {Vec{}});
}

// Corners in general position, or on one line, in one plane, or repeated.
template <class T>
std::array<Vec3<T>, 4> Corners(RandomShapes* random, int degeneracy, double away) {
  std::array<Vec3<T>, 4> corners;
  const Vec3d offset = random->Position(away);
  std::array<Vec3d, 4> c = random->Vertices<4>(1);
  const double t = random->Uniform(-1, 2), s = random->Uniform(-1, 2);
  const auto mix = [](const Vec3d& a, const Vec3d& b, double u) {
    return Vec3d{a.x + u * (b.x - a.x), a.y + u * (b.y - a.y), a.z + u * (b.z - a.z)};
  };
  switch (degeneracy) {
    case 1:
      c[3] = c[random->Index(3)];
      break;
    case 2:
      c[3] = mix(mix(c[0], c[1], t), c[2], s);
      break;
    case 3:
      c[2] = mix(c[0], c[1], t);
      c[3] = mix(c[0], c[1], s);
      break;
    case 4:
      c[1] = c[2] = c[3] = c[0];
      break;
    case 5:
      c[2] = c[0];
      c[3] = c[1];
      break;
    default:
      break;
  }
  for (int i = 0; i < 4; ++i) {
    corners[i] = {T(c[i].x + offset.x), T(c[i].y + offset.y), T(c[i].z + offset.z)};
  }
  return corners;
}

TYPED_TEST(Simplex, NearestOnTriangleIsTheTrianglesNearestPoint) {
  using T = TypeParam;
  RandomShapes random(21);
  const Real eps = std::numeric_limits<T>::epsilon();
  int inner = 0, degenerate = 0;
  for (int round = 0; round < 5'000; ++round) {
    const int degeneracy = round % 6;
    const double scale = random.Scale(1e-4, 1e4);
    auto c = Corners<T>(&random, degeneracy, 1);
    for (Vec3<T>& v : c) v = {T(v.x * scale), T(v.y * scale), T(v.z * scale)};
    const Vec3<T>&a = c[1], &b = c[2], &d = c[3];
    T weight[3];
    scalar::NearestOnTriangle(a, b, d, weight);
    Real sum = 0;
    Vec p;
    const std::vector<Vec> corners = Widen({a, b, d});
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(weight[i], 0);
      sum += weight[i];
      p = p + corners[i] * weight[i];
    }
    EXPECT_NEAR(sum, 1, 4 * eps);
    const Real expected = std::max(Real(0), FromOrigin({a, b, d}));
    // Slivers lose digits, but no more than a sliver's tolerance.
    EXPECT_LE(Norm(p) - expected, 200 * eps * 3 * scale) << "degeneracy " << degeneracy;
    inner += weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
    degenerate += degeneracy != 0 && degeneracy != 2;
  }
  EXPECT_GE(inner, 200);
  EXPECT_GE(degenerate, 3'000);
}

// The newest vertex w is the support against the nearest point of the older face: then, and only
// then, the answer contains w. So older faces are made to have it beyond them.
TYPED_TEST(Simplex, SolveFindsTheNearestPointOfTheFacesWithTheNewestVertex) {
  using T = TypeParam;
  RandomShapes random(22);
  const Real eps = std::numeric_limits<T>::epsilon();
  int kept[4] = {}, checked = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto c = Corners<T>(&random, round % 6, 2.5);
    const Vec3<T>&w = c[0], &a = c[1], &b = c[2], &d = c[3];
    const Real whole = FromOrigin({w, a, b, d}), older = FromOrigin({a, b, d});
    const auto r = scalar::SolveSimplex(w, a, b, d);
    const Vec p = reference::Widen(r.point);
    EXPECT_NEAR(Real(r.squared), Dot(p, p), 100 * eps * (1 + Dot(p, p)));
    // A point of the simplex: never nearer than the simplex is.
    EXPECT_GE(Norm(p), std::max(Real(0), whole) - 100 * eps * 4) << "degeneracy " << round % 6;
    const int count = r.keep[0] + r.keep[1] + r.keep[2];
    EXPECT_LE(count, 2);
    if (whole < 1e-3L || whole > older - 1e-2L) continue;  // inside, or the older face is as near
    EXPECT_FALSE(r.inside);
    EXPECT_NEAR(Norm(p), whole, 400 * eps * 4) << "degeneracy " << round % 6;
    // And of the face that it names.
    std::vector<Vec> face = Widen({w});
    for (int i = 0; i < 3; ++i) {
      if (r.keep[i]) face.push_back(reference::Widen(c[i + 1]));
    }
    EXPECT_NEAR(reference::PolytopeSignedDistance(face, {p}), 0, 1e3 * eps);
    ++kept[count];
    ++checked;
  }
  EXPECT_GE(checked, 3'000);
  for (int count = 0; count < 3; ++count) EXPECT_GE(kept[count], 100) << count;
}

TYPED_TEST(Simplex, InsideIsSaidOfSolidTetrahedraAroundTheOriginOnly) {
  using T = TypeParam;
  RandomShapes random(23);
  int inside = 0, outside = 0;
  for (int round = 0; round < 20'000; ++round) {
    const int degeneracy = round % 6;
    const auto c = Corners<T>(&random, degeneracy, 0.3);
    const Real signed_distance = FromOrigin({c[0], c[1], c[2], c[3]});
    const bool said = scalar::SolveSimplex(c[0], c[1], c[2], c[3]).inside;
    const Real margin = 1e3L * std::numeric_limits<T>::epsilon();
    if (signed_distance > margin) {
      EXPECT_FALSE(said) << "degeneracy " << degeneracy;
      ++outside;
    } else if (signed_distance < -0.01L) {
      EXPECT_TRUE(said);
      ++inside;
    }
    if (degeneracy == 1 || degeneracy == 4 || degeneracy == 5) {
      EXPECT_FALSE(said);
    }
  }
  EXPECT_GE(inside, 200);
  EXPECT_GE(outside, 5'000);
}

TYPED_TEST(Simplex, ASlotThatRepeatsTheNewestDropsOut) {
  using T = TypeParam;
  const Vec3<T> w{T(1), T(2), T(3)};
  const auto r = scalar::SolveSimplex(w, w, w, w);
  EXPECT_EQ(r.squared, T(14));
  EXPECT_FALSE(r.keep[0] || r.keep[1] || r.keep[2] || r.inside);
  const Vec3<T> a{T(1), T(-2), T(3)};
  const auto edge = scalar::SolveSimplex(w, w, a, w);
  EXPECT_NEAR(edge.squared, 10, 1e-5);
  EXPECT_TRUE(edge.keep[1]);
}

}  // namespace
}  // namespace farpoint
