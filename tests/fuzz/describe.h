// Fuzz targets: what was asked, with all digits, as the tests' C++ writes it.

#ifndef FARPOINT_TESTS_FUZZ_DESCRIBE_H_
#define FARPOINT_TESTS_FUZZ_DESCRIBE_H_

#include <string>

#include "src/math/pose.h"
#include "src/narrowphase/answer.h"
#include "src/shape/shape.h"

namespace farpoint::fuzz {

std::string Describe(const Vec3d& v);
std::string Describe(const Shape& shape);
std::string Describe(const Shape& shape, const Pose& pose, double padding);
std::string Describe(const SolverOptions& options);
std::string Describe(const PairAnswer& answer);

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_DESCRIBE_H_
