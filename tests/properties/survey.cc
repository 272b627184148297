#include "tests/properties/survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "src/batch/cpu/instruction_set.h"
#include "tests/properties/describe.h"

namespace farpoint {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr uint64_t kCatalogueSeed = 20'260;
constexpr int64_t kReported = 5;

struct Way {
  int weight;
  OverlapMode overlap;
  SupportField field;
  GjkVariant gjk;
  bool limited = false;  // with a max_distance
};
constexpr Way kWays[] = {
    {70, OverlapMode::kExactDepth, SupportField::kExactCells, GjkVariant::kPlain},
    {4, OverlapMode::kExactDepth, SupportField::kExactCells, GjkVariant::kNesterov},
    {4, OverlapMode::kExactDepth, SupportField::kExactCells, GjkVariant::kPolyak},
    {4, OverlapMode::kExactDepth, SupportField::kScan, GjkVariant::kPlain},
    {4, OverlapMode::kExactDepth, SupportField::kHillClimbing, GjkVariant::kPlain},
    {4, OverlapMode::kExactDepth, SupportField::kLatLong, GjkVariant::kNesterov},
    {5, OverlapMode::kEstimatedDepth, SupportField::kExactCells, GjkVariant::kPlain},
    {5, OverlapMode::kSignOnly, SupportField::kExactCells, GjkVariant::kPlain},
    {5, OverlapMode::kExactDepth, SupportField::kExactCells, GjkVariant::kPlain, true},
};
constexpr int kExactWays = 6, kAllWays = 9, kExactWeights = 90, kAllWeights = 105;

double Largest(const Vec3d& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// Metres: both shapes and the way between them.
double SizeOf(const Question& q) {
  const Vec3d &a = q.a.pose.position, &b = q.b.pose.position;
  return q.a.size() + q.b.size() + Largest({b.x - a.x, b.y - a.y, b.z - a.z});
}

int64_t FromEnvironment(const char* name, int64_t otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::atoll(value) : otherwise;
}

PosedGeometry Ready(const Posed& p) {
  return MakePosed(*p.item->geometry, p.pose, p.padding, p.item->lat_long.get());
}

}  // namespace

const Catalogue& TheCatalogue() {
  static const Catalogue catalogue(kCatalogueSeed);
  return catalogue;
}

double Rounding(const Question& q) { return 8 * kEpsilon * SizeOf(q); }

double WorldRounding(const Question& q) {
  return Rounding(q) + 8 * kEpsilon * Largest(q.a.pose.position);
}

int64_t PairsToAsk(int64_t usual) { return FromEnvironment("FARPOINT_PAIRS", usual); }

Survey::Survey(uint64_t seed, bool exact)
    : seed_(seed + static_cast<uint64_t>(FromEnvironment("FARPOINT_SEED", 0))),
      exact_(exact),
      situations_(seed_, TheCatalogue()) {}

void Survey::Next() {
  int ticket = random()->Index(exact_ ? kExactWeights : kAllWeights);
  way_ = 0;
  while (ticket >= kWays[way_].weight) ticket -= kWays[way_++].weight;
  options_ = SolverOptions();
  options_.overlap = kWays[way_].overlap;
  options_.field = kWays[way_].field;
  options_.gjk = kWays[way_].gjk;
  options_.field_resolution = kFieldResolution;
  if (kWays[way_].limited) options_.max_distance = random()->Scale(1e-3, 1);
  alone_ = random()->Index(8) == 0;
  questions_.clear();
  for (int i = 0; i < kBlock; ++i) questions_.push_back(situations_.Next());
  answers_ = Solve(questions_);
  asked_ += kBlock;
  ways_[way_] += kBlock;
  if (alone_) pairs_alone_ += kBlock;
  for (int i = 0; i < kBlock; ++i) Count(questions_[i], answers_[i]);
}

std::vector<PairAnswer> Survey::Solve(const std::vector<Question>& questions) {
  static const InstructionSet isa = ChooseInstructionSet("auto").value();
  const size_t n = questions.size();
  std::vector<PosedGeometry> posed;
  posed.reserve(2 * n);
  std::vector<PairOfObjects> pairs;
  for (const Question& q : questions) {
    posed.push_back(Ready(q.a));
    posed.push_back(Ready(q.b));
    pairs.push_back({&posed[posed.size() - 2], &posed.back()});
  }
  std::vector<PairAnswer> answers(n);
  if (alone_) {
    for (size_t i = 0; i < n; ++i) {
      answers[i] = scalar::SolvePair(*pairs[i].a, *pairs[i].b, options_, &scratch_);
    }
  } else {
    scalar::SolvePairs(pairs.data(), static_cast<int>(n), options_, isa.solve_lanes, &scratch_,
                       answers.data());
  }
  for (const PairAnswer& answer : answers) {
    most_iterations_ = std::max(most_iterations_, answer.iterations);
    supports_ += answer.iterations;
  }
  solved_ += static_cast<int64_t>(n);
  return answers;
}

bool Survey::Measured(int i) const {
  const PairStatus status = answers_[i].status;
  return status == PairStatus::kOk || status == PairStatus::kNotConverged;
}

void Survey::Count(const Question& q, const PairAnswer& answer) {
  ++(answer.distance < 0 ? overlapping_ : apart_);
  ++kinds_[q.a.item->kind][q.b.item->kind];
  ++situation_[static_cast<int>(q.situation)];
  ++forms_[static_cast<int>(q.a.item->form)];
  ++scales_[(q.a.item->scale + 6) / 3];
  different_ += q.different;
  far_ += q.far;
  padded_ += q.a.padding > 0 || q.b.padding > 0;
  if (options_.overlap == OverlapMode::kExactDepth && bounds_.size() < 1'000'000) {
    bounds_.push_back(answer.error_bound / SizeOf(q));
  }
}

void Survey::Expect(int i, const char* property, reference::Real excess,
                    const std::function<std::string()>& detail) {
  if (excess <= 0) return;
  const Question& q = questions_[i];
  const PairAnswer& answer = answers_[i];
  const double relative = static_cast<double>(excess) / SizeOf(q);
  Failures& failures = failed_[property];
  ++failures.where[Name(q.situation)];
  ++failures.where[absl::StrCat(Name(*q.a.item), "-", Name(*q.b.item))];
  if (!(relative <= failures.excess)) {
    failures.excess = relative;
    failures.worst = asked_ - kBlock + i;
  }
  if (++failures.count > kReported) return;
  ADD_FAILURE() << absl::StrFormat(
                       "%s: %.3g m too much, %.2g sizes\nseed %d, question %d: ", property,
                       static_cast<double>(excess), relative, seed_, asked_ - kBlock + i)
                << Describe(q)
                << absl::StrFormat(
                       "\n  %s, overlap %d, field %d, gjk %d: ", alone_ ? "alone" : "lanes",
                       options_.overlap, options_.field, options_.gjk)
                << Describe(answer) << "\n"
                << (detail ? detail() : "");
}

void Survey::ExpectRepresentative() {
  const int kinds = Catalogue::kKinds, plane = Catalogue::kHalfspace;
  int64_t fewest = asked_;
  for (int i = 0; i < kinds; ++i) {
    for (int j = 0; j < kinds; ++j) {
      if (i == plane && j == plane) continue;  // two halfspaces have no distance
      fewest = std::min(fewest, kinds_[i][j]);
    }
  }
  EXPECT_GE(fewest, asked_ / (2 * kinds * kinds));
  EXPECT_GE(*std::min_element(situation_, situation_ + kSituations), asked_ / (2 * kSituations));
  EXPECT_GE(*std::min_element(scales_, scales_ + Catalogue::kScales), asked_ / 20);
  EXPECT_GE(*std::min_element(forms_, forms_ + 3), asked_ / 12);
  EXPECT_GE(*std::min_element(ways_, ways_ + (exact_ ? kExactWays : kAllWays)), asked_ / 50);
  EXPECT_GE(apart_, asked_ / 5);
  EXPECT_GE(overlapping_, asked_ / 5);
  EXPECT_GE(std::min({different_, far_, padded_}), asked_ / 8);
  EXPECT_GE(pairs_alone_, asked_ / 16);
  EXPECT_LE(most_iterations_, kMostIterations);
  std::sort(bounds_.begin(), bounds_.end());
  const auto quantile = [&](double part) {
    return bounds_[std::min(bounds_.size() - 1, static_cast<size_t>(part * bounds_.size()))];
  };
  absl::PrintF(
      "%d pairs, %d answers: %d apart, %d overlapping; at least %d of each two kinds\n"
      "support queries: %.1f a pair, at most %d; error bound over size: p50 %.2g, p99 %.2g, "
      "p99.9 %.2g, most %.2g\n",
      asked_, solved_, apart_, overlapping_, fewest, static_cast<double>(supports_) / solved_,
      most_iterations_, quantile(0.5), quantile(0.99), quantile(0.999), bounds_.back());
  EXPECT_LE(quantile(0.99), 1e-12);
  EXPECT_LE(quantile(0.999), 1e-10);
  for (const auto& [property, failures] : failed_) {
    std::string where;
    for (const auto& [name, count] : failures.where) {
      absl::StrAppendFormat(&where, ", %s %d", name, count);
    }
    ADD_FAILURE() << absl::StrFormat("%s: %d failures, the worst by %.2g sizes (question %d)%s",
                                     property, failures.count, failures.excess, failures.worst,
                                     where);
  }
}

}  // namespace farpoint
