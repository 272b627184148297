// A batch is split so that no part breaks a limit and nothing is lost.

#include "client/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "client/wire.h"

namespace farpoint {
namespace {

constexpr size_t kAnswerBytes = 100;

ServerLimits Unlimited() {
  ServerLimits limits;
  limits.max_message_bytes = limits.max_pairs = limits.max_objects = 1 << 30;
  limits.max_pairs_in_flight = limits.max_bytes_in_flight = 1 << 30;
  return limits;
}

// `objects` objects of `geometries` geometries, `pairs` random pairs.
Questions RandomQuestions(uint32_t geometries, uint32_t objects, size_t pairs) {
  std::mt19937 random(7);
  Questions questions;
  for (uint32_t k = 0; k < objects; ++k) {
    questions.AddObject("sha256-" + std::string(62, 'a') + std::to_string(10 + k % geometries),
                        {.position = {double(k), 0, 0}}, 0.5);
  }
  std::uniform_int_distribution<uint32_t> object(0, objects - 1);
  for (size_t i = 0; i < pairs; ++i) questions.AddPair(object(random), object(random));
  return questions;
}

// The pairs of a message, a product expanded.
std::vector<std::pair<uint32_t, uint32_t>> PairsOf(const v1::PairBatch& batch) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t a : batch.product().a()) {
    for (uint32_t b : batch.product().b()) pairs.emplace_back(a, b);
  }
  for (int i = 0; i < batch.index_pairs().a_size(); ++i) {
    pairs.emplace_back(batch.index_pairs().a(i), batch.index_pairs().b(i));
  }
  return pairs;
}

// A product of the first `rows` objects and the last `columns` ones.
Questions ProductQuestions(uint32_t geometries, uint32_t objects, uint32_t rows, uint32_t columns) {
  Questions questions = RandomQuestions(geometries, objects, 0);
  std::vector<uint32_t> a(rows), b(columns);
  std::iota(a.begin(), a.end(), 0u);
  std::iota(b.begin(), b.end(), objects - columns);
  questions.AddGroupProduct(a, b);
  return questions;
}

// Every pair once, in order, with the objects that it is about.
void ExpectComplete(const Questions& questions, const std::vector<client::Part>& parts) {
  size_t next = 0;
  for (const client::Part& part : parts) {
    ASSERT_EQ(part.begin, next);
    v1::PairBatch batch;
    client::WriteBatch(questions, part, &batch);
    const v1::Objects& objects = batch.objects();
    const std::vector<std::pair<uint32_t, uint32_t>> pairs = PairsOf(batch);
    ASSERT_EQ(pairs.size(), part.end - part.begin);
    for (const auto& [local_a, local_b] : pairs) {
      const auto [a, b] = questions.PairAt(next);
      for (auto [local, whole] : {std::pair{local_a, a}, std::pair{local_b, b}}) {
        ASSERT_EQ(objects.poses_f64().position_xyz(3 * static_cast<int>(local)),
                  questions.poses()[whole].position.x);
        ASSERT_EQ(
            objects.geometry_ids(static_cast<int>(objects.geometry_index(static_cast<int>(local)))),
            questions.geometry_ids()[questions.object_geometry()[whole]]);
      }
      ++next;
    }
  }
  EXPECT_EQ(next, questions.pairs());
}

TEST(Split, WhatFitsIsSentAsItIs) {
  const Questions questions = RandomQuestions(5, 50, 20);  // some objects without a pair
  const auto parts = client::Split(questions, Unlimited(), kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  ASSERT_EQ(parts->size(), 1u);
  EXPECT_TRUE((*parts)[0].whole);
  v1::PairBatch batch;
  client::WriteBatch(questions, (*parts)[0], &batch);
  EXPECT_EQ(batch.objects().geometry_index_size(), 50);
}

TEST(Split, KeepsToTheNumberOfPairs) {
  ServerLimits limits = Unlimited();
  limits.max_pairs = 7;
  const Questions questions = RandomQuestions(5, 50, 100);
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  EXPECT_EQ(parts->size(), 15u);  // ceil(100 / 7)
  for (const client::Part& part : *parts) EXPECT_LE(part.end - part.begin, 7u);
  ExpectComplete(questions, *parts);
}

TEST(Split, KeepsToTheNumberOfObjects) {
  ServerLimits limits = Unlimited();
  limits.max_objects = 9;
  const Questions questions = RandomQuestions(5, 50, 100);
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  for (const client::Part& part : *parts) EXPECT_LE(part.objects.size(), 9u);
  ExpectComplete(questions, *parts);
}

TEST(Split, KeepsToTheBytesOfRequestAndAnswer) {
  ServerLimits limits = Unlimited();
  limits.max_message_bytes = 3000;
  const Questions questions = RandomQuestions(40, 400, 500);
  for (size_t answer_bytes : {size_t{1}, kAnswerBytes}) {
    const auto parts = client::Split(questions, limits, answer_bytes);
    ASSERT_TRUE(parts.ok());
    EXPECT_GT(parts->size(), 1u);
    for (const client::Part& part : *parts) {
      v1::DistanceRequest request;
      client::WriteBatch(questions, part, request.mutable_batch());
      const QueryOptions query{.max_distance = 1,
                               .tolerance = 1,
                               .overlap = OverlapMode::kSignOnly,
                               .field = SupportField::kLatLong,
                               .field_resolution = 1024,
                               .gjk = GjkVariant::kPolyak,
                               .iterations = true};
      client::WriteSolver(query, request.mutable_solver());
      client::WriteResults(query, request.mutable_results());
      EXPECT_LE(request.ByteSizeLong(), 3000u);
      EXPECT_LE((part.end - part.begin) * answer_bytes, 3000u);
    }
    ExpectComplete(questions, *parts);
  }
}

TEST(Split, PartsCarryOnlyWhatTheirPairsUse) {
  ServerLimits limits = Unlimited();
  limits.max_pairs = 3;
  const Questions questions = RandomQuestions(40, 400, 100);
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  for (const client::Part& part : *parts) {
    std::set<uint32_t> used, geometries;
    for (size_t i = part.begin; i < part.end; ++i) {
      used.insert({questions.pair_a()[i], questions.pair_b()[i]});
    }
    for (uint32_t object : used) geometries.insert(questions.object_geometry()[object]);
    EXPECT_EQ(std::set<uint32_t>(part.objects.begin(), part.objects.end()), used);
    EXPECT_EQ(part.objects.size(), used.size());
    EXPECT_EQ(part.geometries.size(), geometries.size());
  }
}

TEST(Split, APairTooLargeAloneIsAPartOfItsOwn) {
  ServerLimits limits = Unlimited();
  limits.max_message_bytes = 10;
  const Questions questions = RandomQuestions(5, 50, 20);
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  EXPECT_EQ(parts->size(), 20u);
  ExpectComplete(questions, *parts);
}

TEST(SplitProduct, WhatFitsIsOneProduct) {
  const Questions questions = ProductQuestions(5, 50, 20, 40);
  const auto parts = client::Split(questions, Unlimited(), kAnswerBytes);
  ASSERT_TRUE(parts.ok());
  ASSERT_EQ(parts->size(), 1u);
  EXPECT_TRUE((*parts)[0].whole);
  v1::PairBatch batch;
  client::WriteBatch(questions, (*parts)[0], &batch);
  EXPECT_EQ(batch.product().a_size(), 20);
  EXPECT_EQ(batch.product().b_size(), 40);
  ExpectComplete(questions, *parts);
}

TEST(SplitProduct, GoesByRowsWhereTheyFitAndElseByColumns) {
  const Questions questions = ProductQuestions(5, 50, 20, 40);
  const auto rows_and_columns = [&](int64_t max_pairs) {
    ServerLimits limits = Unlimited();
    limits.max_pairs = max_pairs;
    const auto parts = client::Split(questions, limits, kAnswerBytes);
    EXPECT_TRUE(parts.ok());
    ExpectComplete(questions, *parts);
    std::set<std::pair<int, int>> sizes;
    for (const client::Part& part : *parts) {
      v1::PairBatch batch;
      client::WriteBatch(questions, part, &batch);
      sizes.emplace(batch.product().a_size(), batch.product().b_size());
    }
    return sizes;
  };
  using Sizes = std::set<std::pair<int, int>>;
  EXPECT_EQ(rows_and_columns(320), (Sizes{{8, 40}, {4, 40}}));  // 8 + 8 + 4 rows
  EXPECT_EQ(rows_and_columns(319), (Sizes{{7, 40}, {6, 40}}));
  EXPECT_EQ(rows_and_columns(40), (Sizes{{1, 40}}));
  EXPECT_EQ(rows_and_columns(39), (Sizes{{1, 39}, {1, 1}}));
  EXPECT_EQ(rows_and_columns(15), (Sizes{{1, 15}, {1, 10}}));
  EXPECT_EQ(rows_and_columns(1), (Sizes{{1, 1}}));
}

TEST(SplitProduct, KeepsToEveryLimit) {
  const Questions questions = ProductQuestions(40, 400, 150, 300);  // they share 50 objects
  ServerLimits objects = Unlimited(), bytes = Unlimited(), flight = Unlimited();
  objects.max_objects = 70;
  bytes.max_message_bytes = 5000;
  flight.max_pairs_in_flight = 130;
  for (const ServerLimits& limits : {objects, bytes, flight}) {
    const auto parts = client::Split(questions, limits, kAnswerBytes);
    ASSERT_TRUE(parts.ok());
    EXPECT_GT(parts->size(), 1u);
    ExpectComplete(questions, *parts);
    for (const client::Part& part : *parts) {
      v1::DistanceRequest request;
      client::WriteBatch(questions, part, request.mutable_batch());
      EXPECT_LE(request.batch().objects().geometry_index_size(), limits.max_objects);
      EXPECT_LE(static_cast<int64_t>(request.ByteSizeLong()), limits.max_message_bytes);
      EXPECT_LE(static_cast<int64_t>((part.end - part.begin) * kAnswerBytes),
                limits.max_message_bytes);
      EXPECT_LE(static_cast<int64_t>(part.end - part.begin), limits.max_pairs_in_flight);
    }
  }
}

TEST(SplitProduct, AmongOtherPairsItIsTakenPairByPair) {
  Questions questions = RandomQuestions(5, 50, 30);
  questions.AddGroupProduct({1, 2, 3}, {4, 5, 6, 7});
  questions.AddPair(8, 9);
  questions.AddGroupProduct({10}, {11});
  questions.AddGroupProduct({}, {11});
  questions.AddPair(12, 13);
  ASSERT_EQ(questions.pairs(), 45u);
  EXPECT_EQ(questions.PairAt(29), (std::pair{questions.pair_a()[29], questions.pair_b()[29]}));
  EXPECT_EQ(questions.PairAt(30), (std::pair{1u, 4u}));
  EXPECT_EQ(questions.PairAt(35), (std::pair{2u, 5u}));
  EXPECT_EQ(questions.PairAt(42), (std::pair{8u, 9u}));
  EXPECT_EQ(questions.PairAt(43), (std::pair{10u, 11u}));
  EXPECT_EQ(questions.PairAt(44), (std::pair{12u, 13u}));
  ServerLimits limits = Unlimited();
  for (int64_t max_pairs : {45, 7}) {
    limits.max_pairs = max_pairs;
    const auto parts = client::Split(questions, limits, kAnswerBytes);
    ASSERT_TRUE(parts.ok());
    EXPECT_EQ(parts->size() == 1, max_pairs == 45);
    ExpectComplete(questions, *parts);
  }
  questions.Clear();
  EXPECT_EQ(questions.pairs(), 0u);
}

TEST(SplitProduct, AnIndexOutOfRangeIsNamed) {
  ServerLimits limits = Unlimited();
  limits.max_pairs = 3;
  Questions questions = RandomQuestions(5, 50, 0);
  questions.AddGroupProduct({0, 1, 2}, {3, 50});
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  EXPECT_EQ(parts.status().message().substr(0, 19), "batch.product.b[1]:");
}

TEST(Split, AnIndexOutOfRangeIsNamed) {
  ServerLimits limits = Unlimited();
  limits.max_pairs = 3;
  Questions questions = RandomQuestions(5, 50, 20);
  questions.AddPair(49, 50);
  const auto parts = client::Split(questions, limits, kAnswerBytes);
  EXPECT_EQ(parts.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(parts.status().message().substr(0, 24), "batch.index_pairs.b[20]:");
}

}  // namespace
}  // namespace farpoint
