#include "bench/peers/certify.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/peers/solid.h"
#include "src/math/vec3.h"

namespace farpoint::bench {
namespace {

using scalar::operator-;
using scalar::operator*;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Bracket {
  double lower = -kInfinity, upper = kInfinity;  // of the signed distance
};

class PairCertificate {
 public:
  PairCertificate(const std::vector<Solid>& solids, const ShapePair& pair)
      : a_(solids[pair.a]), b_(solids[pair.b]), pair_(pair) {}

  // What the plane across n proves: no less than this is the signed distance.
  double Separation(const Vec3d& n) const {
    const double length = scalar::Norm(n);
    if (!(length > 0) || !std::isfinite(length)) return -kInfinity;
    const Vec3d unit = n * (1 / length);
    return -a_.Height(pair_.place_a, unit) - b_.Height(pair_.place_b, unit * -1.0);
  }

  // Of an engine's own normal and points.
  Bracket Proves(const EngineAnswer& answer) const {
    const Vec3d across = answer.point_b - answer.point_a;
    const double apart = scalar::Norm(across);
    if (!std::isfinite(apart)) return {Separation(answer.normal), kInfinity};
    return {std::max(Separation(answer.normal), Separation(across)),
            apart + a_.Outside(pair_.place_a, answer.point_a) +
                b_.Outside(pair_.place_b, answer.point_b)};
  }

 private:
  const Solid &a_, &b_;
  const ShapePair& pair_;
};

bool HasNumber(const EngineAnswer& answer) {
  return (answer.verdict == Verdict::kApart || answer.verdict == Verdict::kOverlap) &&
         std::isfinite(answer.distance);
}

void CountVerdict(Verdict verdict, bool overlap, Accuracy* accuracy) {
  accuracy->undecided += verdict == Verdict::kUndecided;
  accuracy->failed += verdict == Verdict::kFailed;
  accuracy->missed_overlaps += overlap && verdict == Verdict::kApart;
  accuracy->false_overlaps += !overlap && verdict == Verdict::kOverlap;
}

// Puts the gaps of one engine together.
void Summarise(std::vector<double> gaps, Accuracy* accuracy) {
  accuracy->answers = static_cast<int>(gaps.size());
  if (gaps.empty()) return;
  std::sort(gaps.begin(), gaps.end());
  accuracy->gap_median = gaps[gaps.size() / 2];
  accuracy->gap_p99 = gaps[(gaps.size() - 1) * 99 / 100];
  accuracy->gap_worst = gaps.back();
  const auto beyond = [&gaps](double limit) {
    return static_cast<int>(gaps.end() - std::upper_bound(gaps.begin(), gaps.end(), limit));
  };
  accuracy->beyond_micrometre = beyond(1e-6);
  accuracy->beyond_millimetre = beyond(1e-3);
}

}  // namespace

std::vector<Accuracy> Certify(Question question, const Family& family, Placement placement,
                              const std::vector<std::vector<EngineAnswer>>& answers) {
  const std::vector<ShapePair>& pairs = family.pairs[static_cast<size_t>(placement)];
  const bool overlap = placement == Placement::kOverlap;
  const std::vector<Solid> solids(family.shapes.begin(), family.shapes.end());
  std::vector<Accuracy> accuracy(answers.size());
  std::vector<std::vector<double>> gaps(answers.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    const PairCertificate certificate(solids, pairs[i]);
    std::vector<Bracket> own(answers.size());
    Bracket best;
    for (size_t e = 0; e < answers.size() && question != Question::kBoolean; ++e) {
      if (!HasNumber(answers[e][i])) continue;
      own[e] = overlap ? Bracket{certificate.Separation(answers[e][i].normal), kInfinity}
                       : certificate.Proves(answers[e][i]);
      best = {std::max(best.lower, own[e].lower), std::min(best.upper, own[e].upper)};
    }
    // Nobody proves an upper bound of an overlap's depth from below: the shallowest way out is it.
    const double upper = overlap ? best.lower : best.upper;
    const double rounding = 1e-14 * (1 + scalar::Norm(pairs[i].place_b.position));
    for (size_t e = 0; e < answers.size(); ++e) {
      const EngineAnswer& answer = answers[e][i];
      CountVerdict(answer.verdict, overlap, &accuracy[e]);
      if (question == Question::kBoolean || !HasNumber(answer)) continue;
      if ((answer.verdict == Verdict::kOverlap) != overlap) continue;
      const double off = std::max({0.0, best.lower - answer.distance, answer.distance - upper});
      const double unproved = (overlap ? upper : own[e].upper) - own[e].lower;
      gaps[e].push_back(std::max(off, unproved));
      if (overlap) {
        accuracy[e].deepest_ratio =
            std::max(accuracy[e].deepest_ratio, answer.distance / best.lower);
      }
      if (answer.error_bound > accuracy[e].widest_bound) {
        accuracy[e].widest_bound = answer.error_bound;
      }
      accuracy[e].broken_bounds +=
          answer.distance + answer.error_bound < best.lower - rounding ||
          (!overlap && answer.distance - answer.error_bound > upper + rounding);
    }
  }
  for (size_t e = 0; e < answers.size(); ++e) Summarise(std::move(gaps[e]), &accuracy[e]);
  return accuracy;
}

}  // namespace farpoint::bench
