#include "bench/accuracy/judged_pair.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "src/narrowphase/posed_geometry.h"
#include "src/support/geometry.h"
#include "tests/reference/body.h"

namespace farpoint::bench {
namespace {

constexpr int kRepetitions = 3;
// Brackets as narrow as long double allows within the minutes that a run may take.
constexpr reference::Effort kEffort{.parts = 100'000, .width = 1e-16L, .vertices = 200};

double Since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double JudgedPair::ErrorOf(double distance) const {
  const reference::Real beyond = std::max(truth.lower - distance, distance - truth.upper);
  return std::max(0.0, static_cast<double>(beyond)) / size;
}

bool JudgedPair::Broken() const {
  const reference::Real d = answer.distance, e = answer.error_bound;
  return !(d - e <= truth.upper && truth.lower <= d + e);
}

Judge::Judge(const std::string& isa) : isa_(ChooseInstructionSet(isa).value()) {}

JudgedPair Judge::Ask(situations::Pair pair) {
  using reference::Widen;
  const auto geometry_a = Geometry::Create(pair.a, GeometryLimits()).value();
  const auto geometry_b = Geometry::Create(pair.b, GeometryLimits()).value();
  const PosedGeometry a = MakePosed(*geometry_a, pair.pose_a, 0);
  const PosedGeometry b = MakePosed(*geometry_b, pair.pose_b, 0);
  const PairOfObjects objects{&a, &b};
  JudgedPair judged{};
  judged.ns = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    scalar::SolvePairs(&objects, 1, SolverOptions(), isa_.solve_lanes, &scratch_, &judged.answer);
    judged.ns = std::min(judged.ns, Since(start));
  }
  const reference::Vec origin = Widen(pair.pose_a.position);
  const reference::Body body_a = MakeBody(pair.a, pair.pose_a, 0, origin);
  const reference::Body body_b = MakeBody(pair.b, pair.pose_b, 0, origin);
  const reference::Offer offer{Widen(judged.answer.normal), Widen(judged.answer.point_a) - origin,
                               Widen(judged.answer.point_b) - origin};
  judged.size = static_cast<double>(Extent(body_a) + Extent(body_b));
  judged.truth = reference::SignedDistance(body_a, body_b, offer, kEffort);
  judged.pair = std::move(pair);
  return judged;
}

}  // namespace farpoint::bench
