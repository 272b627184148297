// Random pairs, most of them hulls, from far apart to deep.

#ifndef FARPOINT_TESTS_CORE_ISA_EXAMPLE_PAIRS_H_
#define FARPOINT_TESTS_CORE_ISA_EXAMPLE_PAIRS_H_

#include <vector>

#include "src/narrowphase/solve_pair.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {

class ExamplePairs {
 public:
  ExamplePairs(int count, uint64_t seed) {
    RandomShapes random(seed);
    for (int vertices : {4, 8, 20, 100, 700}) {
      for (double size : {0.1, 1.0}) {
        Mesh mesh;
        for (int i = 0; i < vertices; ++i) {
          const Vec3d d = random.Direction();
          mesh.vertices.push_back({d.x * size, d.y * size * 0.6, d.z * size * 0.3});
        }
        geometries_.push_back(MakeGeometry(mesh));
      }
    }
    for (int kind = 0; kind < RandomShapes::kAllKinds; ++kind) {
      geometries_.push_back(MakeGeometry(random.OfKind(kind, 1)));
    }
    objects_.reserve(2 * count);
    for (int i = 0; i < 2 * count; ++i) {
      const double reach = i / 2 % 3 == 0 ? 0.3 : 1.5;
      objects_.push_back(MakePosed(*geometries_[random.Index(int(geometries_.size()))],
                                   random.AnyPose(reach), random.Index(3) == 0 ? 0.02 : 0));
    }
    // Boxes in the same pose and face to face: the lanes' ties.
    const GeometryPtr& box = geometries_[10 + 1];
    for (int i = 0; i < count / 10; ++i) {
      objects_[2 * i] = MakePosed(*box, Pose(), 0);
      objects_[2 * i + 1] = MakePosed(*box, Pose{{i % 4 * 0.5, i % 3 * 0.5, 0}, {}}, 0);
    }
    for (int i = 0; i < count; ++i) pairs_.push_back({&objects_[2 * i], &objects_[2 * i + 1]});
    random.Shuffle(&pairs_);
  }

  const std::vector<PairOfObjects>& pairs() const { return pairs_; }

 private:
  std::vector<GeometryPtr> geometries_;
  std::vector<PosedGeometry> objects_;
  std::vector<PairOfObjects> pairs_;
};

inline std::vector<PairAnswer> Solve(const std::vector<PairOfObjects>& pairs,
                                     const SolverOptions& options, scalar::LaneSolver lanes,
                                     scalar::PairScratch* scratch) {
  std::vector<PairAnswer> answers(pairs.size());
  scalar::SolvePairs(pairs.data(), static_cast<int>(pairs.size()), options, lanes, scratch,
                     answers.data());
  return answers;
}

/// Ways to ask that take lanes down different paths.
inline std::vector<SolverOptions> ExampleOptions() {
  SolverOptions plain, near, sign;
  near.max_distance = 0.2;
  near.tolerance = 1e-14;
  sign.max_distance = 0;
  sign.overlap = OverlapMode::kSignOnly;
  return {plain, near, sign};
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_ISA_EXAMPLE_PAIRS_H_
