// One pair, asked of the solver, and what the reference says of the answer.

#ifndef FARPOINT_TESTS_CORE_ASK_H_
#define FARPOINT_TESTS_CORE_ASK_H_

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "src/batch/cpu/instruction_set.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/narrowphase/solve_pair.h"
#include "src/support/geometry.h"
#include "tests/reference/nearest_point.h"
#include "tests/reference/signed_distance.h"

namespace farpoint {

using GeometryPtr = std::shared_ptr<const Geometry>;

inline GeometryPtr MakeGeometry(const Shape& shape) {
  auto geometry = Geometry::Create(shape, GeometryLimits());
  EXPECT_TRUE(geometry.ok()) << geometry.status();
  return geometry.value();
}

struct Placed {
  Shape shape;
  Pose pose;
  double padding = 0;
};

/// By the lanes of this machine's widest instruction set, as a batch is.
inline PairAnswer Ask(const Placed& a, const Placed& b, const SolverOptions& options = {}) {
  scalar::PairScratch scratch;
  const GeometryPtr ga = MakeGeometry(a.shape), gb = MakeGeometry(b.shape);
  std::optional<LatLongFields> fields_a, fields_b;
  const auto field = [&options](const Geometry& g, std::optional<LatLongFields>* fields) {
    if (options.field != SupportField::kLatLong || !LatLongFields::Has(g)) return;
    fields->emplace(std::vector<const Geometry*>{&g}, options.field_resolution);
  };
  field(*ga, &fields_a);
  field(*gb, &fields_b);
  const PosedGeometry posed_a = MakePosed(*ga, a.pose, a.padding, fields_a ? &*fields_a : nullptr);
  const PosedGeometry posed_b = MakePosed(*gb, b.pose, b.padding, fields_b ? &*fields_b : nullptr);
  const PairOfObjects pair{&posed_a, &posed_b};
  static const InstructionSet isa = ChooseInstructionSet("auto").value();
  PairAnswer answer;
  scalar::SolvePairs(&pair, 1, options, isa.solve_lanes, &scratch, &answer);
  return answer;
}

/// The reference's bracket of the truth, in A's neighbourhood, and the lengths it takes part in.
struct Verdict {
  reference::Body a, b;
  reference::Offer offer;
  reference::Bracket truth;
  double size;  // metres: both shapes and the way between them
};

inline Verdict Judge(const Placed& a, const Placed& b, const PairAnswer& answer,
                     const reference::Effort& effort = {}) {
  using reference::Widen;
  const reference::Vec origin = Widen(a.pose.position);
  Verdict v;
  v.a = reference::MakeBody(a.shape, a.pose, a.padding, origin);
  v.b = reference::MakeBody(b.shape, b.pose, b.padding, origin);
  v.offer = {Widen(answer.normal), Widen(answer.point_a) - origin, Widen(answer.point_b) - origin};
  v.truth = reference::SignedDistance(v.a, v.b, v.offer, effort);
  v.size = static_cast<double>(reference::Extent(v.a) + reference::Extent(v.b));
  return v;
}

/// How far the answer's claim is from the truth's bracket, beyond its error bound; ≤ 0 if honest.
inline double Dishonesty(const PairAnswer& answer, const reference::Bracket& truth) {
  const reference::Real d = answer.distance, e = answer.error_bound;
  return static_cast<double>(std::max(d - e - truth.upper, truth.lower - d - e));
}

/// How far the plane of the answer's normal is from the claimed distance: it must bound from below.
inline double PlaneGap(const PairAnswer& answer, const Verdict& v) {
  using reference::Height;
  const reference::Vec n = v.offer.normal;
  const auto above = [](const reference::Body& plane, const reference::Body& other) {
    return -Height(other, -plane.normal) - plane.offset - plane.radius;
  };
  const reference::Real gap = v.a.kind == reference::Body::Kind::kHalfspace ? above(v.a, v.b)
                              : v.b.kind == reference::Body::Kind::kHalfspace
                                  ? above(v.b, v.a)
                                  : -Height(v.a, n) - Height(v.b, -n);
  return static_cast<double>(std::fabs(gap - reference::Real(answer.distance)));
}

/// How far the witness points are outside their shapes.
inline double WitnessesOutside(const Verdict& v) {
  return static_cast<double>(
      std::max(Distance(v.a, v.offer.point_a), Distance(v.b, v.offer.point_b)));
}

inline bool SameBits(const PairAnswer& a, const PairAnswer& b) {
  const auto same = [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof x) == 0; };
  return same(a.distance, b.distance) && same(a.error_bound, b.error_bound) &&
         same(a.point_a, b.point_a) && same(a.point_b, b.point_b) && same(a.normal, b.normal) &&
         a.status == b.status && a.iterations == b.iterations;
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_ASK_H_
