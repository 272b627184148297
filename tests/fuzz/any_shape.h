// Fuzz targets: shapes of all twelve kinds, and vertex sets that tend to be degenerate.

#ifndef FARPOINT_TESTS_FUZZ_ANY_SHAPE_H_
#define FARPOINT_TESTS_FUZZ_ANY_SHAPE_H_

#include <vector>

#include "src/shape/shape.h"
#include "tests/fuzz/input.h"

namespace farpoint::fuzz {

/// Any numbers as parameters, valid or not; up to `most_vertices` vertices.
Shape AnyShape(Input* input, int most_vertices);

/// A valid shape whose nice numbers are times `scale`.
Shape ValidShape(Input* input, int most_vertices, double scale);

/// One to `most` finite vertices within the valid range. Whole numbers from -4 to 4 (`whole`, if
/// not null, is then true), nice numbers with every axis scaled by itself, points that repeat or
/// halve others, points on circles and on a sphere.
std::vector<Vec3d> AnyVertices(Input* input, int most, double scale, bool* whole = nullptr);

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_ANY_SHAPE_H_
