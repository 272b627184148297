// Faces and edges of a hull by brute force: what a distance must look at where there are too many
// vertices to look at all their triples.

#ifndef FARPOINT_TESTS_REFERENCE_HULL_FEATURES_H_
#define FARPOINT_TESTS_REFERENCE_HULL_FEATURES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "tests/reference/vec.h"

namespace farpoint::reference {

struct HullFeatures {
  struct Edge {
    uint32_t from, to;
    /// A vertex of each face that meets here, off the edge; empty where that is not known.
    std::vector<uint32_t> beside;
  };

  /// Each face's edges with each other corner of the face, so that they cover it.
  std::vector<std::array<uint32_t, 3>> triangles;
  std::vector<Edge> edges;
};

/// Of up to a dozen vertices, or where the hull is flat: every pair and every triple. Otherwise
/// those of the hull: an edge is a pair that all other vertices are seen from in less than half a
/// turn, and turns of less than some ten units of rounding are none. Cost n³ at most, a few
/// milliseconds for 100.
HullFeatures FeaturesOf(const std::vector<Vec>& vertices);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_HULL_FEATURES_H_
