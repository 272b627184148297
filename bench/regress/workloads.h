// Farpoint bench: fixed pairs whose instructions are counted. Every change here moves the baseline.

#ifndef FARPOINT_BENCH_REGRESS_WORKLOADS_H_
#define FARPOINT_BENCH_REGRESS_WORKLOADS_H_

#include <memory>
#include <string>
#include <vector>

#include "src/narrowphase/solve_pair.h"
#include "src/support/geometry.h"

namespace farpoint::bench {

/// Pairs, or directions.
struct Workload {
  std::vector<std::shared_ptr<const Geometry>> geometries;
  std::vector<PosedGeometry> objects;
  std::vector<PairOfObjects> pairs;
  SolverOptions options;
  std::vector<Vec3d> directions;  // directions[i] asks geometries[i % size]

  size_t size() const { return pairs.size() + directions.size(); }
};

const std::vector<std::string>& WorkloadNames();

/// `name`: one of those.
Workload MakeWorkload(const std::string& name);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_REGRESS_WORKLOADS_H_
