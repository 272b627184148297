// Answers as lines of JSON.

#include "client/cli/answer_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace farpoint::cli {
namespace {

DistanceAnswers One(double distance, const Vec3d& point, PairStatus status) {
  return {{distance}, {1e-16}, {status}, {point}, {point}, {{0, 0, 1}}, {}};
}

TEST(AnswerLine, HasTheFieldsInOrder) {
  EXPECT_EQ(AnswerLine(One(0.5, {1, 2, 3}, PairStatus::kOk), 0),
            R"({"distance":0.5,"point_a":[1.0,2.0,3.0],"point_b":[1.0,2.0,3.0],)"
            R"("normal":[0.0,0.0,1.0],"error_bound":1e-16,"status":"OK"})");
}

TEST(AnswerLine, NumbersReadBackToTheSameBits) {
  for (double x : {0.1, 1.0 / 3, -0.0, 5e-324, 1.7976931348623157e308, 1e22, 123456789.123456789,
                   2.2250738585072014e-308, 9007199254740993.0, 1e15, 0.1 + 0.2}) {
    const auto json = nlohmann::json::parse(AnswerLine(One(x, {x, 0, 0}, PairStatus::kOk), 0));
    const double read = json["distance"];
    EXPECT_EQ(read, x);
    EXPECT_EQ(std::signbit(read), std::signbit(x));
  }
}

TEST(AnswerLine, WhatIsNotFiniteIsNull) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto json =
      nlohmann::json::parse(AnswerLine(One(-inf, {nan, inf, 0}, PairStatus::kUnbounded), 0));
  EXPECT_TRUE(json["distance"].is_null());
  EXPECT_TRUE(json["point_a"][0].is_null());
  EXPECT_TRUE(json["point_a"][1].is_null());
  EXPECT_EQ(json["point_a"][2], 0);
  EXPECT_EQ(json["status"], "UNBOUNDED");
}

TEST(AnswerLine, HasIterationsWhereTheyAreThere) {
  DistanceAnswers answers = One(0.5, {1, 2, 3}, PairStatus::kDepthNotAsked);
  answers.iterations = {17};
  const auto json = nlohmann::json::parse(AnswerLine(answers, 0));
  EXPECT_EQ(json["iterations"], 17);
  EXPECT_EQ(json["status"], "DEPTH_NOT_ASKED");
}

TEST(SupportLine, HasPointAndIndexAndCountsIfCounted) {
  SupportPoints points{{{0.1, -2, 1.0 / 3}}, {-1}, {}};
  EXPECT_EQ(SupportLine(points, 0), R"({"point":[0.1,-2.0,0.3333333333333333],"index":-1})");
  points.vertex_index = {4'000'000'000};
  points.tie_count = {3};
  EXPECT_EQ(SupportLine(points, 0),
            R"({"point":[0.1,-2.0,0.3333333333333333],"index":4000000000,"count":3})");
}

}  // namespace
}  // namespace farpoint::cli
