// Farpoint bench: what a run measured, as JSON for report.py.

#ifndef FARPOINT_BENCH_PEERS_RECORD_H_
#define FARPOINT_BENCH_PEERS_RECORD_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/peers/certify.h"
#include "bench/peers/engine.h"
#include "bench/peers/measure.h"

namespace farpoint::bench {

/// Machine, compiler, date (UTC), and every engine's version and settings.
nlohmann::ordered_json DescribeRun(const std::vector<Engine*>& engines);

/// One engine on one workload.
nlohmann::ordered_json DescribeResult(const std::string& engine, Question question,
                                      const std::string& family, Placement placement, size_t pairs,
                                      const Timing& timing, const Accuracy& accuracy);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_RECORD_H_
