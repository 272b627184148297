// A device's answers and the CPU backend's prove the same truths: where both intervals are of the
// same pair, they meet; and the device itself answers most pairs of hulls.

#include <cmath>

#include "tests/core/batch/example_batch.h"
#include "tests/device/device_under_test.h"
#include "tests/device/example_questions.h"

namespace farpoint {
namespace {

bool TwoSided(const PairAnswer& a) {
  return a.status == PairStatus::kOk || a.status == PairStatus::kNotConverged;
}

// What both say must be true of one distance.
void ExpectOneTruth(const PairAnswer& a, const PairAnswer& b) {
  const auto low = [](const PairAnswer& x) { return x.distance - x.error_bound; };
  const auto high = [](const PairAnswer& x) {
    return TwoSided(x)                              ? x.distance + x.error_bound
           : x.status == PairStatus::kDepthNotAsked ? 0
                                                    : std::numeric_limits<double>::infinity();
  };
  EXPECT_LE(low(a), high(b));
  EXPECT_LE(low(b), high(a));
  EXPECT_EQ(a.status == PairStatus::kUnbounded, b.status == PairStatus::kUnbounded);
}

void ExpectAgreement(Backend* device, Batch batch) {
  const auto cpu = MakeCpuBackend({});
  const auto asked = std::make_shared<const Batch>(std::move(batch));
  const auto flag = std::make_shared<CancelFlag>(false);
  const Answers mine = Start(device, asked, flag).get().value();
  const Answers reference = Start(cpu.get(), asked, flag).get().value();
  ASSERT_EQ(mine.pairs.size(), reference.pairs.size());
  for (size_t i = 0; i < mine.pairs.size(); ++i) {
    ExpectOneTruth(mine.pairs[i], reference.pairs[i]);
    EXPECT_LE(mine.pairs[i].iterations, kMostIterations);
    if (::testing::Test::HasFailure()) {
      FAIL() << "pair " << i << ": " << mine.pairs[i].distance << " ± " << mine.pairs[i].error_bound
             << ", the CPU " << reference.pairs[i].distance << " ± "
             << reference.pairs[i].error_bound;
    }
  }
}

using Agreement = DeviceTest;

TEST_F(Agreement, InAllSituations) {
  const Catalogue catalogue(1);
  const auto device = NewBackend();
  ExpectAgreement(device.get(), ExampleQuestions(PairsToAsk(40'000), 11, catalogue));
}

TEST_F(Agreement, WithACutOffAndOnlyTheSign) {
  const Catalogue catalogue(2);
  const auto device = NewBackend();
  for (const double max_distance : {0.0, 0.3}) {
    Batch batch = ExampleQuestions(PairsToAsk(10'000), 12, catalogue);
    batch.options.max_distance = max_distance;
    batch.options.overlap = OverlapMode::kSignOnly;
    ExpectAgreement(device.get(), std::move(batch));
  }
}

TEST_F(Agreement, WhateverTheFieldAndTheVariant) {
  const auto device = NewBackend();
  for (const SupportField field :
       {SupportField::kLatLong, SupportField::kScan, SupportField::kHillClimbing}) {
    for (const GjkVariant gjk : {GjkVariant::kPlain, GjkVariant::kNesterov, GjkVariant::kPolyak}) {
      Batch batch = ExampleBatch(1'000);
      batch.options.field = field;
      batch.options.field_resolution = 16;
      batch.options.gjk = gjk;
      ExpectAgreement(device.get(), std::move(batch));
    }
  }
  Batch batch = ExampleBatch(1'000);
  batch.options.overlap = OverlapMode::kEstimatedDepth;
  ExpectAgreement(device.get(), std::move(batch));
}

}  // namespace
}  // namespace farpoint
