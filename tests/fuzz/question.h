// Fuzz targets: a pair of placed shapes and how to solve it.

#ifndef FARPOINT_TESTS_FUZZ_QUESTION_H_
#define FARPOINT_TESTS_FUZZ_QUESTION_H_

#include <string>

#include "src/math/pose.h"
#include "src/narrowphase/answer.h"
#include "src/shape/shape.h"
#include "tests/fuzz/input.h"

namespace farpoint::fuzz {

struct PlacedShape {
  Shape shape;
  Pose pose;
  double padding = 0;
};

struct Question {
  PlacedShape a, b;
  SolverOptions options;
};

/// Valid whatever the bytes: finite, in range, near unit quaternions.
Question AnyQuestion(Input* input);

std::string Describe(const Question& question);

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_QUESTION_H_
