// What the search in float32 proves by itself holds: pairs of hulls farther apart than
// max_distance, by as little as its bound lets through, of all sizes and proportions.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "src/narrowphase/search_bound.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::operator+;
using scalar::operator-;

// Balls of vertices, boxes, needles and flakes about `size` metres large, at times far from their
// frame's origin.
Mesh AnyHull(RandomShapes* random, double size) {
  constexpr std::array<int, 8> kCounts = {1, 2, 4, 8, 9, 30, 100, 600};
  Mesh mesh;
  Vec3d radii{size, size, size};
  if (random->Index(2)) radii.x *= random->Scale(1e-5, 1);
  if (random->Index(2)) radii.z *= random->Scale(1e-5, 1);
  const Vec3d centre = random->Index(3) ? Vec3d{0, 0, 0} : random->Position(10 * size);
  const bool cube = random->Index(4) == 0;
  for (int i = kCounts[random->Index(8)]; i > 0; --i) {
    const Vec3d d = cube ? Vec3d{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}
                         : random->Direction();
    mesh.vertices.push_back(
        {centre.x + d.x * radii.x, centre.y + d.y * radii.y, centre.z + d.z * radii.z});
  }
  return mesh;
}

struct Asked {
  Placed a, b;
  GeometryPtr ga, gb;
  PosedGeometry posed_a, posed_b;

  Asked(RandomShapes* random, double size) {
    a = {AnyHull(random, size), random->AnyPose(random->Index(2) ? size : 1e6)};
    b.shape = AnyHull(random, size * random->Scale(1e-3, 1));
    b.padding = random->Index(3) ? 0 : size * 0.01;
    b.pose = random->AnyPose(size * (random->Index(4) ? 4 : random->Scale(4, 5e3)));
    b.pose.position = b.pose.position + a.pose.position;
    ga = MakeGeometry(a.shape);
    gb = MakeGeometry(b.shape);
    posed_a = MakePosed(*ga, a.pose, a.padding);
    posed_b = MakePosed(*gb, b.pose, b.padding);
    if (random->Index(2)) {
      std::swap(a, b);
      std::swap(posed_a, posed_b);
    }
  }

  // Of both cores and the way between them.
  double size() const {
    using scalar::Norm;
    return ga->core_radius() + gb->core_radius() + Norm(ga->core_origin()) +
           Norm(gb->core_origin()) + Norm(b.pose.position - a.pose.position);
  }
  // What the search may be off by.
  double slack() const {
    return scalar::SearchRoundingOf(ga->core_radius() + gb->core_radius(), size());
  }
  PairAnswer Solve(const SolverOptions& options, scalar::LaneSolver lanes,
                   scalar::PairScratch* scratch) const {
    const PairOfObjects pair{&posed_a, &posed_b};
    PairAnswer answer;
    scalar::SolvePairs(&pair, 1, options, lanes, scratch, &answer);
    return answer;
  }
  // The greatest lower bound that a unit normal proves.
  double Plane(const Vec3d& normal) const {
    const auto origin = reference::Widen(a.pose.position);
    const auto n = reference::Widen(normal);
    return static_cast<double>(-Height(reference::MakeBody(a.shape, a.pose, a.padding, origin), n) -
                               Height(reference::MakeBody(b.shape, b.pose, b.padding, origin), -n));
  }
};

TEST(SearchBound, HoldsForEveryPairItLetsThrough) {
  RandomShapes random(61);
  scalar::PairScratch scratch;
  int asked = 0;
  std::map<std::string, int> by_search;
  double nearest = 1;
  while (asked < 5'000) {
    const Asked pair(&random, random.Scale(1e-6, 1e6));
    const PairAnswer free = pair.Solve({}, {}, &scratch);
    SolverOptions options;
    options.max_distance = free.distance - pair.slack() * random.Scale(0.5, 10);
    if (!(*options.max_distance >= 0)) continue;
    ++asked;
    for (const InstructionSet& set : InstructionSets()) {
      const PairAnswer answer = pair.Solve(options, set.solve_lanes, &scratch);
      if (answer.status != PairStatus::kBeyondMaxDistance) continue;
      const double plane = pair.Plane(answer.normal), rounding = 1e-15 * pair.size();
      ASSERT_GE(answer.distance, *options.max_distance) << set.name << " pair " << asked;
      ASSERT_LE(answer.distance, plane + rounding) << set.name << " pair " << asked;
      const double below = (plane - answer.distance) / pair.slack();
      if (below < 0.01) continue;  // proven in float64
      ++by_search[set.name];
      nearest = std::min(nearest, below);
    }
  }
  for (const InstructionSet& set : InstructionSets()) {
    EXPECT_GE(by_search[set.name], asked / 3) << set.name;
  }
  // Rounding adds up to a part of what it might.
  EXPECT_GE(nearest, 0.3);
}

}  // namespace
}  // namespace farpoint
