// Depths of hulls by the lanes, in every instruction set of this machine: exact and proven,
// whatever the size and the neighbours, and handed on where the small polytope does not do.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/batch/cpu/instruction_set.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

struct Question {
  Placed a, b;
  GeometryPtr ga, gb;
};

Question Between(const Placed& a, const Placed& b) {
  return {a, b, MakeGeometry(a.shape), MakeGeometry(b.shape)};
}

struct Solved {
  std::vector<PairAnswer> answers;
  int closed = 0;  // by the lanes
};

Solved Solve(const std::vector<Question>& questions, const InstructionSet& set, int block = 128) {
  std::vector<PosedGeometry> a, b;
  for (const Question& q : questions) {
    a.push_back(MakePosed(*q.ga, q.a.pose, q.a.padding));
    b.push_back(MakePosed(*q.gb, q.b.pose, q.b.padding));
  }
  std::vector<PairOfObjects> pairs;
  for (size_t i = 0; i < a.size(); ++i) pairs.push_back({&a[i], &b[i]});
  Solved solved;
  solved.answers.resize(pairs.size());
  scalar::PairScratch scratch;
  for (size_t i = 0; i < pairs.size(); i += block) {
    const int n = static_cast<int>(std::min<size_t>(block, pairs.size() - i));
    scalar::SolvePairs(&pairs[i], n, {}, set.solve_lanes, &scratch, &solved.answers[i]);
    for (int k = 0; k < n; ++k) {
      using Stage = LaneAnswer::Stage;
      const Stage stage = scratch.lanes->found[k].stage;
      solved.closed += stage == Stage::kDeep ||
                       (stage == Stage::kAnswered && solved.answers[i + k].distance < 0);
    }
  }
  return solved;
}

Mesh Ball(RandomShapes* random, int vertices, double size) {
  Mesh mesh;
  const double x = random->Uniform(0.3, 1), y = random->Uniform(0.3, 1);
  for (int i = 0; i < vertices; ++i) {
    const Vec3d d = random->Direction();
    mesh.vertices.push_back({size * x * d.x, size * y * d.y, size * d.z});
  }
  return mesh;
}

// Pairs of balls of half a metre or so, as many vertices each as `vertices()` says.
template <class Vertices>
std::vector<Question> Balls(int count, double reach, RandomShapes* random,
                            const Vertices& vertices) {
  std::vector<Question> questions;
  for (int i = 0; i < count; ++i) {
    questions.push_back(Between({Ball(random, vertices(), 1), random->AnyPose(reach)},
                                {Ball(random, vertices(), 1), random->AnyPose(reach)}));
  }
  return questions;
}

void ExpectExact(const std::vector<Question>& questions, const Solved& solved) {
  for (size_t i = 0; i < questions.size(); ++i) {
    const PairAnswer& answer = solved.answers[i];
    ASSERT_EQ(answer.status, PairStatus::kOk) << i;
    const Verdict v = Judge(questions[i].a, questions[i].b, answer);
    EXPECT_LE(Dishonesty(answer, v.truth), 0) << i;
    EXPECT_LE(answer.error_bound, 1e-13 * v.size) << i;
    EXPECT_LE(PlaneGap(answer, v), 1e-13 * v.size) << i;
    EXPECT_LE(WitnessesOutside(v), 1e-9 * v.size) << i;
  }
}

// As ExpectExact, by the solver of one pair, where the reference would take too long.
void ExpectAgrees(const std::vector<Question>& questions, const Solved& solved, double size) {
  scalar::PairScratch scratch;
  for (size_t i = 0; i < questions.size(); ++i) {
    const Question& q = questions[i];
    const PairAnswer& answer = solved.answers[i];
    const PairAnswer alone =
        scalar::SolvePair(MakePosed(*q.ga, q.a.pose, q.a.padding),
                          MakePosed(*q.gb, q.b.pose, q.b.padding), {}, &scratch);
    ASSERT_EQ(answer.status, PairStatus::kOk) << i;
    EXPECT_LE(std::abs(answer.distance - alone.distance), answer.error_bound + alone.error_bound)
        << i;
    EXPECT_LE(answer.error_bound, 1e-13 * size) << i;
  }
}

TEST(LanePenetration, IsExactForHullsOfAllSizes) {
  RandomShapes random(61);
  for (double size : {1e-6, 1.0, 1e6}) {
    std::vector<Question> questions;
    for (int i = 0; i < 150; ++i) {
      questions.push_back(
          Between({Ball(&random, 10, size), random.AnyPose(size)},
                  {Ball(&random, 10, size * random.Scale(0.3, 3)), random.AnyPose(size)}));
    }
    const Solved one = Solve(questions, InstructionSets()[0]);
    int deep = 0;
    for (const PairAnswer& answer : one.answers) deep += answer.distance < -0.01 * size;
    EXPECT_GE(deep, 20);
    for (const InstructionSet& set : InstructionSets()) {
      SCOPED_TRACE(set.name);
      const Solved solved = Solve(questions, set);
      EXPECT_GE(solved.closed, deep * 9 / 10);
      ExpectExact(questions, solved);
    }
  }
}

TEST(LanePenetration, IsExactForHullsOfManyVertices) {
  RandomShapes random(64);
  const std::vector<Question> questions =
      Balls(200, 0.6, &random, [&random] { return 16 << random.Index(6); });
  for (const InstructionSet& set : InstructionSets()) {
    SCOPED_TRACE(set.name);
    const Solved solved = Solve(questions, set);
    EXPECT_GE(solved.closed, 80);
    ExpectAgrees(questions, solved, 4);
  }
}

TEST(LanePenetration, IsExactWhereFacesAreParallel) {
  std::vector<Question> questions;
  const Shape shapes[] = {Box{{1, 1, 1}}, Box{{1, 2, 3}}, Box{{0.1, 5, 1}},
                          Triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}, Box{{1, 1, 0}}};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (double x : {0.0, 0.25, 0.5, 1.0}) {
        for (double y : {0.0, -0.125}) {
          for (double z : {0.0, 1e-9}) {
            questions.push_back(Between({a, {}}, {b, {{x, y, z}}}));
          }
        }
      }
    }
  }
  for (const InstructionSet& set : InstructionSets()) {
    SCOPED_TRACE(set.name);
    ExpectExact(questions, Solve(questions, set));
  }
}

// Nearly concentric balls: every plane is about as near as any other, and a polytope must show them
// all.
TEST(LanePenetration, HandsOnWhatNeedsMoreVertices) {
  RandomShapes random(62);
  std::vector<Question> questions;
  for (int i = 0; i < 6; ++i) {
    Mesh a, b;
    for (int k = 0; k < 600; ++k) {
      a.vertices.push_back(random.Direction());
      b.vertices.push_back(random.Direction());
    }
    questions.push_back(Between({a, random.AnyPose(1e-3)}, {b, random.AnyPose(1e-3)}));
  }
  for (const InstructionSet& set : InstructionSets()) {
    SCOPED_TRACE(set.name);
    const Solved solved = Solve(questions, set);
    EXPECT_LE(solved.closed, 3);
    ExpectAgrees(questions, solved, 4);
  }
}

TEST(LanePenetration, DoesNotDependOnTheNeighbours) {
  RandomShapes random(63);
  const std::vector<Question> questions = Balls(150, 0.5, &random, [] { return 40; });
  std::vector<Question> reversed(questions.rbegin(), questions.rend());
  for (const InstructionSet& set : InstructionSets()) {
    SCOPED_TRACE(set.name);
    const Solved solved = Solve(questions, set);
    EXPECT_GE(solved.closed, 100);
    for (int block : {1, 7, 31}) {
      const Solved other = Solve(questions, set, block);
      const Solved backwards = Solve(reversed, set, block);
      for (size_t i = 0; i < questions.size(); ++i) {
        EXPECT_TRUE(SameBits(solved.answers[i], other.answers[i])) << i;
        EXPECT_TRUE(SameBits(solved.answers[i], backwards.answers[questions.size() - 1 - i])) << i;
      }
    }
  }
}

}  // namespace
}  // namespace farpoint
