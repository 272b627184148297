// Farpoint bench: what the engines are asked, the same for all of them.
//
//   Family family = MakeFamily("syn32", options).value();
//   family.pairs[int(Placement::kNear)];  // a few thousand pairs of family.shapes, in random order
//
// Families: robot (hulls of real robots' links), syn8 … syn2048 (vertices on an ellipsoid), prim
// (sphere, box, capsule, cylinder, ellipsoid, cone), parallel (prisms whose end faces are
// parallel).
//
// Vertices are float32 numbers measured from about the hull's middle: one engine keeps float32, and
// no engine shall lose to where a mesh's origin happens to be.

#ifndef FARPOINT_BENCH_PEERS_WORKLOAD_H_
#define FARPOINT_BENCH_PEERS_WORKLOAD_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "src/math/pose.h"
#include "src/shape/shape.h"
#include "src/support/geometry.h"

namespace farpoint::bench {

struct ConvexShape {
  Shape shape;  // a Mesh holds its hull's vertices only
  /// Of a mesh: counter-clockwise from outside, indices into its vertices. Empty otherwise.
  std::vector<std::array<uint32_t, 3>> faces;
  std::shared_ptr<const Geometry> geometry;

  const std::vector<Vec3d>* vertices() const {  // null for a primitive
    const auto* mesh = std::get_if<Mesh>(&shape);
    return mesh != nullptr ? &mesh->vertices : nullptr;
  }
};

/// Where a shape is: p_world = rotation · p_local + position.
struct Placing {
  Mat3d rotation;
  Vec3d position;
  Quaternion orientation;  // the same as `rotation`

  Pose pose() const { return {position, orientation}; }
};

struct ShapePair {
  uint32_t a, b;  // indices of shapes
  Placing place_a, place_b;
};

/// Lengths are parts of the smaller shape's bounding radius.
enum class Placement {
  kApart,    // 0.1 to 1 apart
  kNear,     // 1e-3 to 1e-2 apart
  kOverlap,  // at most 0.01 to 0.2 deep, at least a quarter of that
};
inline constexpr std::array<Placement, 3> kPlacements{Placement::kApart, Placement::kNear,
                                                      Placement::kOverlap};
const char* NameOf(Placement placement);

struct Family {
  std::string name;
  std::vector<ConvexShape> shapes;
  std::array<std::vector<ShapePair>, 3> pairs;  // by Placement
};

struct WorkloadOptions {
  std::string robot_hulls;  // file written by robot_hulls.py
  int pairs = 4096;         // of each placement
  uint64_t seed = 1;
};

/// All names, in the order of reports.
const std::vector<std::string>& FamilyNames();

/// `InvalidArgument` for an unknown name or a broken file.
absl::StatusOr<Family> MakeFamily(const std::string& name, const WorkloadOptions& options);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_WORKLOAD_H_
