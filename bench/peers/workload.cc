#include "bench/peers/workload.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "bench/peers/shape_families.h"
#include "src/narrowphase/solve_pair.h"

namespace farpoint::bench {
namespace {

using scalar::operator+;
using scalar::operator*;

double LogUniform(Random* random, double low, double high) {
  return std::exp(Uniform(random, std::log(low), std::log(high)));
}

Quaternion RandomOrientation(Random* random) {
  for (;;) {
    const Quaternion q{Uniform(random, -1, 1), Uniform(random, -1, 1), Uniform(random, -1, 1),
                       Uniform(random, -1, 1)};
    const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (squared <= 1 && squared > 0.01) return q;
  }
}

Placing Place(const Quaternion& orientation, const Vec3d& position) {
  return {RotationMatrix(orientation), position, orientation};
}

// Signed, in parts of the smaller shape's size.
double WantedGap(Placement placement, Random* random) {
  switch (placement) {
    case Placement::kApart:
      return Uniform(random, 0.1, 1);
    case Placement::kNear:
      return LogUniform(random, 1e-3, 1e-2);
    case Placement::kOverlap:
      break;
  }
  return -LogUniform(random, 1e-2, 0.2);
}

// Apart by more than both bounding spheres, in a random direction.
ShapePair Scatter(const std::vector<ConvexShape>& shapes, Random* random) {
  ShapePair pair;
  pair.a = static_cast<uint32_t>((*random)() % shapes.size());
  pair.b = static_cast<uint32_t>((*random)() % shapes.size());
  const double reach = 1.2 * (shapes[pair.a].geometry->facts().bounding_radius +
                              shapes[pair.b].geometry->facts().bounding_radius);
  pair.place_a = Place(RandomOrientation(random), RandomDirection(random) * Uniform(random, 0, 1));
  pair.place_b =
      Place(RandomOrientation(random), pair.place_a.position + RandomDirection(random) * reach);
  return pair;
}

// B above A's end face and turned about the axis they share, aside by less than half of both.
ShapePair Stack(const std::vector<ConvexShape>& shapes, Random* random) {
  ShapePair pair = Scatter(shapes, random);
  const double radius_a = shapes[pair.a].geometry->facts().bounding_radius,
               radius_b = shapes[pair.b].geometry->facts().bounding_radius;
  const double half_turn = Uniform(random, -M_PI, M_PI) / 2;
  const double c = std::cos(half_turn), s = std::sin(half_turn);
  const Quaternion& q = pair.place_a.orientation;
  const Quaternion turned{q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s,
                          q.w * c - q.z * s};
  const double aside = 0.4 * std::min(radius_a, radius_b);
  const Vec3d offset{Uniform(random, -aside, aside), Uniform(random, -aside, aside),
                     radius_a + radius_b};
  pair.place_b =
      Place(turned, pair.place_a.position + scalar::Multiply(pair.place_a.rotation, offset));
  return pair;
}

double SignedDistance(const std::vector<ConvexShape>& shapes, const ShapePair& pair,
                      Vec3d* normal) {
  scalar::PairScratch scratch;
  const PosedGeometry a = MakePosed(*shapes[pair.a].geometry, pair.place_a.pose(), 0);
  const PosedGeometry b = MakePosed(*shapes[pair.b].geometry, pair.place_b.pose(), 0);
  const PairAnswer answer = scalar::SolvePair(a, b, SolverOptions(), &scratch);
  *normal = answer.normal;
  return answer.distance;
}

// Moves B along the normal of the distance. Apart, the gap is then as wanted: the same plane still
// separates, the same points still touch it. Overlapping, the depth is at most that; returns false
// where B came so far through a thin part that hardly any is left.
bool SetGap(const std::vector<ConvexShape>& shapes, double gap, ShapePair* pair) {
  Vec3d normal;
  const double distance = SignedDistance(shapes, *pair, &normal);
  pair->place_b.position = pair->place_b.position + normal * (gap - distance);
  return gap > 0 || SignedDistance(shapes, *pair, &normal) < gap / 4;
}

absl::StatusOr<std::vector<ConvexShape>> ShapesOf(const std::string& name,
                                                  const WorkloadOptions& options, Random* random) {
  absl::string_view vertices = name;
  int count = 0;
  if (name == "robot") return RobotHulls(options.robot_hulls);
  if (name == "prim") return Primitives(random);
  if (name == "parallel") return Prisms(random);
  if (absl::ConsumePrefix(&vertices, "syn") && absl::SimpleAtoi(vertices, &count) && count >= 4) {
    return EllipsoidalHulls(count, random);
  }
  return absl::InvalidArgumentError(absl::StrCat("no such family: ", name));
}

}  // namespace

const char* NameOf(Placement placement) {
  switch (placement) {
    case Placement::kApart:
      return "apart";
    case Placement::kNear:
      return "near";
    case Placement::kOverlap:
      break;
  }
  return "overlap";
}

const std::vector<std::string>& FamilyNames() {
  static const auto& names = *new std::vector<std::string>{
      "robot", "syn8", "syn32", "syn128", "syn512", "syn2048", "prim", "parallel"};
  return names;
}

absl::StatusOr<Family> MakeFamily(const std::string& name, const WorkloadOptions& options) {
  Random random(options.seed);
  auto shapes = ShapesOf(name, options, &random);
  if (!shapes.ok()) return shapes.status();
  Family family{name, *std::move(shapes), {}};
  for (Placement placement : kPlacements) {
    std::vector<ShapePair>& pairs = family.pairs[static_cast<size_t>(placement)];
    while (static_cast<int>(pairs.size()) < options.pairs) {
      ShapePair pair =
          name == "parallel" ? Stack(family.shapes, &random) : Scatter(family.shapes, &random);
      const double size = std::min(family.shapes[pair.a].geometry->facts().bounding_radius,
                                   family.shapes[pair.b].geometry->facts().bounding_radius);
      if (SetGap(family.shapes, size * WantedGap(placement, &random), &pair)) pairs.push_back(pair);
    }
  }
  return family;
}

}  // namespace farpoint::bench
