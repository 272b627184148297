// Cores with formulas, in the lanes of every instruction set: answers are honest and as exact as
// one pair at a time, whatever the neighbours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "src/batch/cpu/instruction_set.h"
#include "src/narrowphase/curved_prepare.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

constexpr int kKinds = 6;  // sphere, ellipsoid, box, capsule, cylinder, cone
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct World {
  std::vector<Placed> a, b;
  std::vector<GeometryPtr> geometries;
  std::vector<PosedGeometry> posed;

  void Add(const Placed& first, const Placed& second) {
    a.push_back(first);
    b.push_back(second);
    for (const Placed* p : {&a.back(), &b.back()}) {
      geometries.push_back(MakeGeometry(p->shape));
      posed.push_back(MakePosed(*geometries.back(), p->pose, p->padding));
    }
  }
  int count() const { return static_cast<int>(a.size()); }

  std::vector<PairAnswer> Answers(const InstructionSet& set, const SolverOptions& options,
                                  std::vector<int> order = {}) const {
    if (order.empty()) {
      order.resize(a.size());
      std::iota(order.begin(), order.end(), 0);
    }
    std::vector<PairOfObjects> pairs;
    for (int i : order) pairs.push_back({&posed[2 * i], &posed[2 * i + 1]});
    auto scratch = std::make_unique<scalar::PairScratch>();
    std::vector<PairAnswer> found(pairs.size()), answers(pairs.size());
    scalar::SolvePairs(pairs.data(), static_cast<int>(pairs.size()), options, set.solve_lanes,
                       scratch.get(), found.data());
    for (size_t k = 0; k < order.size(); ++k) answers[order[k]] = found[k];
    return answers;
  }
};

// Every kind with every kind, mostly apart, some far and some near.
World RandomWorld(uint64_t seed, int pairs) {
  RandomShapes random(seed);
  World world;
  for (int i = 0; i < pairs; ++i) {
    const Placed a{random.OfKind(i % kKinds, 1), random.AnyPose(0.2)};
    const Placed b{random.OfKind(i / kKinds % kKinds, random.Scale(0.1, 10)),
                   random.AnyPose(random.Scale(1, 20)), i % 5 == 0 ? 0.1 : 0};
    world.Add(a, b);
  }
  return world;
}

TEST(CurvedLanes, AreHonestAndExact) {
  const World world = RandomWorld(11, 2'000);
  for (const InstructionSet& set : InstructionSets()) {
    const std::vector<PairAnswer> answers = world.Answers(set, {});
    int apart = 0;
    for (int i = 0; i < world.count(); ++i) {
      const PairAnswer& answer = answers[i];
      ASSERT_EQ(answer.status, PairStatus::kOk);
      if (answer.distance < 0) continue;
      ++apart;
      const Verdict v = Judge(world.a[i], world.b[i], answer);
      ASSERT_LE(Dishonesty(answer, v.truth), 0) << set.name << ", pair " << i;
      ASSERT_LE(answer.error_bound, 1e-12 * v.size) << set.name << ", pair " << i;
      ASSERT_LE(PlaneGap(answer, v), 1e-11 * v.size) << set.name << ", pair " << i;
      ASSERT_LE(WitnessesOutside(v), 1e-11 * v.size) << set.name << ", pair " << i;
    }
    EXPECT_GE(apart, 1'000);
  }
}

// What the lanes leave open costs ten times as much.
TEST(CurvedLanes, LeaveLittleOpen) {
  const World world = RandomWorld(12, 3'600);
  for (const InstructionSet& set : InstructionSets()) {
    const std::vector<PairAnswer> answers = world.Answers(set, {});
    auto scratch = std::make_unique<CurvedScratch>();
    int apart = 0, open = 0;
    for (int i = 0; i < world.count(); ++i) {
      const PosedGeometry &a = world.posed[2 * i], &b = world.posed[2 * i + 1];
      if (a.formula == nullptr || b.formula == nullptr) continue;  // a flat ellipsoid
      CurvedPair<double> pair;
      CurvedLimits<double> limits;
      ASSERT_TRUE(scalar::PrepareCurved(a, b, kInfinity, &pair, &limits));
      scalar::Put(0, pair, &scratch->tasks.pair);
      scalar::Put(0, limits, &scratch->tasks.limits);
      set.solve_lanes.curved(1, scratch.get());
      const double radii = a.radius + b.radius;
      if (!(answers[i].distance + radii > 1e-3)) continue;  // of the cores
      ++apart;
      open += !scratch->found[0].proven;
    }
    EXPECT_GE(apart, 700);
    EXPECT_LE(open, apart / 100) << set.name;
  }
}

// Lengths have no limit of their own: an ellipsoid of 1e-15 m was once taken for a cap.
TEST(CurvedLanes, ScaleWithTheShapes) {
  for (const InstructionSet& set : InstructionSets()) {
    for (double size : {1e-15, 1e-9, 1.0, 1e9}) {
      World world;
      world.Add({Sphere{18.9 * size}, {}}, {Ellipsoid{{0.14 * size, 1.7 * size, 0.78 * size}},
                                            {{-0.24 * size, 0, 0}, {-0.55, 0.74, -0.24, 0.31}}});
      world.Add({Point{}, {{3 * size, 0, 0}}},
                {Ellipsoid{{0.14 * size, 1.7 * size, 0.78 * size}},
                 {{-0.24 * size, 0, 0}, {-0.55, 0.74, -0.24, 0.31}}});
      const std::vector<PairAnswer> answers = world.Answers(set, {});
      scalar::PairScratch scratch;
      for (int i = 0; i < world.count(); ++i) {
        const PairAnswer alone =
            scalar::SolvePair(world.posed[2 * i], world.posed[2 * i + 1], {}, &scratch);
        EXPECT_LE(std::abs(answers[i].distance - alone.distance),
                  answers[i].error_bound + alone.error_bound)
            << set.name << ", size " << size << ", pair " << i;
      }
    }
  }
}

World Alone(const World& world, int i) {
  World alone;
  alone.Add(world.a[i], world.b[i]);
  return alone;
}

TEST(CurvedLanes, GiveEqualBitsWhateverTheNeighbours) {
  const World world = RandomWorld(13, 700);
  SolverOptions options;
  options.max_distance = 2;
  RandomShapes random(14);
  std::vector<int> order(world.count());
  std::iota(order.begin(), order.end(), 0);
  for (int i = world.count() - 1; i > 0; --i) std::swap(order[i], order[random.Index(i + 1)]);
  for (const InstructionSet& set : InstructionSets()) {
    const std::vector<PairAnswer> answers = world.Answers(set, options);
    const std::vector<PairAnswer> shuffled = world.Answers(set, options, order);
    for (int i = 0; i < world.count(); ++i) {
      ASSERT_TRUE(SameBits(answers[i], shuffled[i])) << set.name << ", pair " << i;
      if (i % 20 == 0) {
        const World alone = Alone(world, i);
        ASSERT_TRUE(SameBits(answers[i], alone.Answers(set, options)[0])) << set.name << " " << i;
      }
    }
  }
}

TEST(CurvedLanes, StopBeyondTheLimit) {
  const World world = RandomWorld(15, 720);
  SolverOptions options;
  options.max_distance = 1;
  for (const InstructionSet& set : InstructionSets()) {
    const std::vector<PairAnswer> near = world.Answers(set, options), all = world.Answers(set, {});
    int beyond = 0;
    for (int i = 0; i < world.count(); ++i) {
      if (near[i].status != PairStatus::kBeyondMaxDistance) {
        ASSERT_LE(all[i].distance, 1 + 1e-12) << set.name << ", pair " << i;
        continue;
      }
      ++beyond;
      ASSERT_GE(near[i].distance, 1);
      ASSERT_LE(near[i].distance, all[i].distance + all[i].error_bound) << set.name << " " << i;
    }
    EXPECT_GE(beyond, 200);
  }
}

// Caps face to face, or a rim or an edge above a cap: where all of a disc is farthest.
TEST(CurvedLanes, KnowTheAxesOfCaps) {
  const Pose upright{{0, 0, 0}, {0, 0, 0, 1}}, upside_down{{0.3, 0.2, 2}, {1, 0, 0, 0}};
  const Pose above{{0.3, 0.2, 2}, {0, 0, 0, 1}},
      lying{{0.1, 0.2, 2}, {0, std::sqrt(0.5), 0, std::sqrt(0.5)}};
  const Shape cylinder = Cylinder{0.5, 1}, cone = Cone{0.5, 1}, box = Box{{1, 1, 1}},
              ellipsoid = Ellipsoid{{0.7, 0.4, 0.5}}, capsule = Capsule{0.5, 1};
  World world;
  std::vector<double> truth;
  const auto add = [&](const Shape& low, const Shape& high, const Pose& pose, double distance) {
    world.Add({low, upright}, {high, pose});
    truth.push_back(distance);
    world.Add({high, pose}, {low, upright});
    truth.push_back(distance);
  };
  for (const Pose& pose : {above, upside_down}) {
    add(cylinder, cylinder, pose, 1);
    add(cylinder, box, pose, 1);
    add(cylinder, ellipsoid, pose, 1);
    add(box, cylinder, pose, 1);
  }
  add(cylinder, cone, above, 1);
  add(cylinder, cone, upside_down, 1);
  add(cylinder, capsule, lying, 1);
  add(cylinder, cylinder, lying, 1);
  add(box, cone, above, 1);
  for (const InstructionSet& set : InstructionSets()) {
    const std::vector<PairAnswer> answers = world.Answers(set, {});
    for (int i = 0; i < world.count(); ++i) {
      EXPECT_NEAR(answers[i].distance, truth[i], 1e-12) << set.name << ", pair " << i;
      const Verdict v = Judge(world.a[i], world.b[i], answers[i]);
      EXPECT_LE(Dishonesty(answers[i], v.truth), 0) << set.name << ", pair " << i;
      EXPECT_LE(WitnessesOutside(v), 1e-12) << set.name << ", pair " << i;
    }
  }
}

}  // namespace
}  // namespace farpoint
