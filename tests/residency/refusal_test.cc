#include "server/residency/refusal.h"

#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"

namespace farpoint {
namespace {

TEST(Refusal, FieldErrorCarriesFieldAndDescription) {
  const absl::Status status = FieldError("batch.index_pairs.b[7]", "must be below 3");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "batch.index_pairs.b[7]: must be below 3");
  EXPECT_EQ(RefusalOf(status).field, "batch.index_pairs.b[7]");
  EXPECT_EQ(RefusalOf(status).description, "must be below 3");
  EXPECT_EQ(RefusalOf(status).reason, "");
}

TEST(Refusal, MissingGeometriesAreCountedAndTheFirstOnesNamed) {
  std::vector<std::string> missing;
  for (int i = 0; i < 1000; ++i) missing.push_back(absl::StrCat("id-", i));
  const Refusal refusal = RefusalOf(GeometryNotFoundError(missing));
  EXPECT_EQ(refusal.reason, kGeometryNotFound);
  EXPECT_EQ(refusal.geometry_count, 1000);
  ASSERT_EQ(refusal.geometry_ids.size(), kMaxIdsInError);
  EXPECT_EQ(refusal.geometry_ids[63], "id-63");
}

TEST(Refusal, WhateverAClientCallsAnIdStaysShortAndPrintable) {
  const Refusal refusal =
      RefusalOf(GeometryNotFoundError({std::string(100'000, '\n'), "a,b", std::string(99, 'x')}));
  ASSERT_EQ(refusal.geometry_ids.size(), 3u);
  for (const std::string& id : refusal.geometry_ids) EXPECT_LE(id.size(), 71u);
  EXPECT_EQ(refusal.geometry_ids[1], "a_b");
}

TEST(Refusal, OnlyWaitingThatHelpsIsAdvised) {
  EXPECT_EQ(RefusalOf(QueueFullError("full", absl::Milliseconds(20))).retry_after,
            absl::Milliseconds(20));
  EXPECT_EQ(RefusalOf(MemoryFullError("full")).retry_after, std::nullopt);
  EXPECT_EQ(RefusalOf(absl::InternalError("bug")).reason, "");
}

}  // namespace
}  // namespace farpoint
