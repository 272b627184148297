// Farpoint bench: the shapes of a family (workload.h).

#ifndef FARPOINT_BENCH_PEERS_SHAPE_FAMILIES_H_
#define FARPOINT_BENCH_PEERS_SHAPE_FAMILIES_H_

#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/peers/workload.h"

namespace farpoint::bench {

using Random = std::mt19937_64;

double Uniform(Random* random, double low, double high);
/// Uniform on the unit sphere.
Vec3d RandomDirection(Random* random);

absl::StatusOr<std::vector<ConvexShape>> RobotHulls(const std::string& file);
/// Hulls of exactly `vertices` vertices.
absl::StatusOr<std::vector<ConvexShape>> EllipsoidalHulls(int vertices, Random* random);
absl::StatusOr<std::vector<ConvexShape>> Primitives(Random* random);
/// Prisms and frusta along z, of 3 to 12 sides.
absl::StatusOr<std::vector<ConvexShape>> Prisms(Random* random);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_SHAPE_FAMILIES_H_
