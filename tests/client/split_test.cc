// A batch is split so that no part breaks a limit and nothing is lost.

#include "client/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

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

// Every pair once, in order, with the objects that it is about.
void ExpectComplete(const Questions& questions, const std::vector<client::Part>& parts) {
  size_t next = 0;
  for (const client::Part& part : parts) {
    ASSERT_EQ(part.begin, next);
    v1::PairBatch batch;
    client::WriteBatch(questions, part, &batch);
    const v1::Objects& objects = batch.objects();
    ASSERT_EQ(static_cast<size_t>(batch.index_pairs().a_size()), part.end - part.begin);
    for (int i = 0; i < batch.index_pairs().a_size(); ++i) {
      for (auto [local, whole] : {std::pair{batch.index_pairs().a(i), questions.pair_a()[next]},
                                  std::pair{batch.index_pairs().b(i), questions.pair_b()[next]}}) {
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
