// Farpoint bench: answers one workload once, for callgrind to count (see scripts/bench_regress.sh).
//
//   regress --list
//   regress WORKLOAD [ISA]

#include <algorithm>
#include <iostream>
#include <string>

#include "bench/regress/workloads.h"
#include "src/batch/cpu/instruction_set.h"
#include "src/support/support_query.h"

namespace farpoint::bench {
namespace {

constexpr size_t kPairsPerBlock = kLaneBlock;  // as in the CPU backend

/// The sum of what was found, so that nothing is left out.
double Answer(const Workload& workload, scalar::LaneSolver lanes, scalar::PairScratch* scratch) {
  double sum = 0;
  PairAnswer answers[kPairsPerBlock];
  for (size_t begin = 0; begin < workload.pairs.size(); begin += kPairsPerBlock) {
    const size_t n = std::min(kPairsPerBlock, workload.pairs.size() - begin);
    scalar::SolvePairs(&workload.pairs[begin], static_cast<int>(n), workload.options, lanes,
                       scratch, answers);
    for (size_t i = 0; i < n; ++i) sum += static_cast<double>(answers[i].status);
  }
  for (size_t i = 0; i < workload.directions.size(); ++i) {
    const Geometry& geometry = *workload.geometries[i % workload.geometries.size()];
    sum += static_cast<double>(FindSupport(geometry, workload.directions[i], {}).vertex_index);
  }
  return sum;
}

}  // namespace
}  // namespace farpoint::bench

/// Counting begins and ends with this function: callgrind knows it by its name.
extern "C" [[gnu::noinline]] double farpoint_regress_measured(
    const farpoint::bench::Workload& workload, farpoint::scalar::LaneSolver lanes,
    farpoint::scalar::PairScratch* scratch) {
  return farpoint::bench::Answer(workload, lanes, scratch);
}

int main(int argc, char** argv) {
  using namespace farpoint;
  const std::vector<std::string>& names = bench::WorkloadNames();
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "--list") {
    for (const std::string& known : names) std::cout << known << "\n";
    return 0;
  }
  const absl::StatusOr<InstructionSet> isa = ChooseInstructionSet(argc > 2 ? argv[2] : "auto");
  if (std::find(names.begin(), names.end(), name) == names.end() || !isa.ok()) {
    std::cerr << "regress --list | WORKLOAD [ISA]; " << isa.status() << "\n";
    return 2;
  }
  const bench::Workload workload = bench::MakeWorkload(name);
  // Memory that is taken once is taken now.
  scalar::PairScratch scratch;
  const double warm = bench::Answer(workload, isa->solve_lanes, &scratch);
  if (farpoint_regress_measured(workload, isa->solve_lanes, &scratch) != warm) return 1;
  std::cout << workload.size() << "\n";
  return 0;
}
