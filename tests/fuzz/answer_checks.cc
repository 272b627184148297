#include "tests/fuzz/answer_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/fuzz/describe.h"
#include "tests/reference/nearest_point.h"

namespace farpoint::fuzz {
namespace {

using reference::Body;
using reference::Real;
using reference::Vec;
using reference::Widen;
using reference::operator+;
using reference::operator-;
using reference::operator*;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Metres: nothing to the core, whose products of lengths leave float64 (pair_rounding.h).
constexpr double kUnderflow = 1e-40;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
// A point may be this far outside its shape, times the size of the pair: tests/core's honest bounds
// have the same.
constexpr Real kOutside = 1e-6L;

bool IsFinite(const Vec3d& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool IsNaN(const Vec3d& v) { return std::isnan(v.x) && std::isnan(v.y) && std::isnan(v.z); }

std::string Off(const char* what, Real by, Real allowed) {
  return absl::StrCat(what, " by ", static_cast<double>(by), ", allowed ",
                      static_cast<double>(allowed));
}

bool TwoSided(const PairAnswer& a) {
  return a.status == PairStatus::kOk || a.status == PairStatus::kNotConverged;
}

// The interval that an answer proves.
std::pair<Real, Real> ClaimOf(const PairAnswer& a) {
  switch (a.status) {
    case PairStatus::kBeyondMaxDistance:
      return {a.distance, kInfinity};
    case PairStatus::kDepthNotAsked:
      return {-kInfinity, 0};
    case PairStatus::kUnbounded:
      return {-kInfinity, kInfinity};
    default:
      return {Real(a.distance) - a.error_bound, Real(a.distance) + a.error_bound};
  }
}

}  // namespace

AnswerChecks::AnswerChecks(const Question& question)
    : question_(question),
      origin_(Widen(question.a.pose.position)),
      a_(MakeBody(question.a.shape, question.a.pose, question.a.padding, origin_)),
      b_(MakeBody(question.b.shape, question.b.pose, question.b.padding, origin_)),
      halfspaces_(a_.kind == Body::Kind::kHalfspace || b_.kind == Body::Kind::kHalfspace),
      size_(Extent(a_) + Extent(b_) + std::fabs(a_.offset) + std::fabs(b_.offset)),
      rounding_(size_ * 0x1p-58L),
      best_gap_(-kInfinity) {
  if (halfspaces_) {
    best_gap_ = Gap({});
    return;
  }
  for (const Body* body : {&a_, &b_}) {
    for (const Vec& axis : body->axis) best_gap_ = std::max({best_gap_, Gap(axis), Gap(-axis)});
  }
  const Vec between = b_.centre - a_.centre;
  if (Norm(between) > 0) best_gap_ = std::max(best_gap_, Gap(Unit(between)));
}

// What the plane across `n` proves of the signed distance from below; with a halfspace the distance
// itself, whatever `n`.
Real AnswerChecks::Gap(const Vec& n) const {
  const auto above = [](const Body& plane, const Body& other) {
    return -Height(other, -plane.normal) - plane.offset - plane.radius;
  };
  if (a_.kind == Body::Kind::kHalfspace) return above(a_, b_);
  if (b_.kind == Body::Kind::kHalfspace) return above(b_, a_);
  return -Height(a_, n) - Height(b_, -n);
}

void AnswerChecks::LearnFrom(const PairAnswer& answer) {
  if (halfspaces_ || !IsFinite(answer.normal)) return;
  best_gap_ = std::max(best_gap_, Gap(Unit(Widen(answer.normal))));
}

std::string AnswerChecks::Form(const PairAnswer& a) const {
  const SolverOptions& o = question_.options;
  const bool both = a_.kind == Body::Kind::kHalfspace && b_.kind == Body::Kind::kHalfspace;
  if (!(a.error_bound >= 0 && std::isfinite(a.error_bound))) return "error_bound is no bound";
  const bool numbers = TwoSided(a) || a.status == PairStatus::kBeyondMaxDistance;
  if (both && a.status != PairStatus::kUnbounded) return "two halfspaces have a distance";
  if (numbers) {
    if (!std::isfinite(a.distance)) return "distance is not finite";
    if (!(std::fabs(Norm(Widen(a.normal)) - 1) <= 4 * kEpsilon)) return "normal is not unit";
  } else {
    if (!(a.distance == -std::numeric_limits<double>::infinity() && a.error_bound == 0)) {
      return "without numbers the distance is -inf, its bound 0";
    }
    if (!IsNaN(a.normal)) return "a normal without a distance";
  }
  if (TwoSided(a) ? !IsFinite(a.point_a) || !IsFinite(a.point_b)
                  : !IsNaN(a.point_a) || !IsNaN(a.point_b)) {
    return "points are not as the status says";
  }
  switch (a.status) {
    case PairStatus::kOk:
      if (o.tolerance && a.error_bound > *o.tolerance) return "OK above the tolerance";
      break;
    case PairStatus::kNotConverged:
      if (!o.tolerance || a.error_bound <= *o.tolerance) return "not converged, yet it has";
      break;
    case PairStatus::kBeyondMaxDistance:
      if (!o.max_distance || a.distance < *o.max_distance || a.error_bound != 0) {
        return "beyond max_distance, yet not";
      }
      break;
    case PairStatus::kUnbounded:
      if (!both) return "unbounded, yet no two halfspaces";
      break;
    case PairStatus::kDepthNotAsked:
      if (o.overlap != OverlapMode::kSignOnly) return "depth was asked";
      break;
    default:
      return "a status that there is not";
  }
  return "";
}

std::string AnswerChecks::Planes(const PairAnswer& a) const {
  if (a.status == PairStatus::kUnbounded) return "";
  const auto [least, most] = ClaimOf(a);
  const Real rounding = rounding_ + std::fabs(best_gap_) * 0x1p-58L;
  if (best_gap_ - most > rounding) {
    return Off("a plane proves more than the answer's most,", best_gap_ - most, rounding);
  }
  if (a.status == PairStatus::kDepthNotAsked) return "";
  const Vec n = Unit(Widen(a.normal));
  const Real gap = Gap(n), allowed = rounding + kEpsilon * (size_ + std::fabs(gap));
  if (least - gap > allowed) {
    return Off("the normal's plane does not prove the answer's least,", least - gap, allowed);
  }
  if (!halfspaces_) return "";
  const bool first = a_.kind == Body::Kind::kHalfspace;
  const Real turned = Norm(n - (first ? a_.normal : -b_.normal));
  return turned > 16 * kEpsilon ? Off("the normal is not the halfspace's,", turned, 16 * kEpsilon)
                                : "";
}

std::string AnswerChecks::Points(const PairAnswer& a) const {
  if (!TwoSided(a)) return "";
  const Vec pa = Widen(a.point_a) - origin_, pb = Widen(a.point_b) - origin_, n = Widen(a.normal);
  const Real world = std::max({Norm(Widen(a.point_a)), Norm(Widen(a.point_b)), Norm(origin_)});
  const Real rounding = 8 * kEpsilon * (world + size_ + std::fabs(a.distance)) + kUnderflow;
  // Of either shape a support plane along the normal is the cheapest test of all.
  const Real outside = a.error_bound + kOutside * size_ + rounding;
  for (const auto& [body, point, away] : {std::make_tuple(&a_, pa, n), {&b_, pb, -n}}) {
    const bool plane = body->kind == Body::Kind::kHalfspace;
    const Real height = plane ? Dot(body->normal, point) - body->offset - body->radius
                              : Dot(away, point) - Height(*body, away);
    if (height > outside) return Off("a point is above its shape's plane", height, outside);
    if (body->vertices.size() > 12) continue;  // the nearest point takes their number's cube
    const Real distance = Distance(*body, point);
    if (distance > outside) return Off("a point is outside its shape", distance, outside);
  }
  if (a.status != PairStatus::kOk) return "";
  const Vec way = pb - pa;
  if (question_.options.overlap == OverlapMode::kEstimatedDepth) {
    const Real off = std::fabs(Dot(way, n) - a.distance), allowed = a.error_bound + rounding;
    return off > allowed ? Off("points are not as far apart as the distance,", off, allowed) : "";
  }
  const Real off = Norm(way - n * a.distance);
  return off > rounding ? Off("points do not differ by distance · normal,", off, rounding) : "";
}

PairAnswer Exchanged(const PairAnswer& answer) {
  PairAnswer exchanged = answer;
  std::swap(exchanged.point_a, exchanged.point_b);
  const Vec3d& n = answer.normal;
  exchanged.normal = {-n.x, -n.y, -n.z};
  return exchanged;
}

std::string Contradiction(const PairAnswer& p, const PairAnswer& q) {
  const auto [p_least, p_most] = ClaimOf(p);
  const auto [q_least, q_most] = ClaimOf(q);
  if (p_least <= q_most && q_least <= p_most) return "";
  return absl::StrCat("two answers contradict each other:\n  ", Describe(p), "\n  ", Describe(q));
}

}  // namespace farpoint::fuzz
