// Farpoint bench: what a run found, put together, and as JSON for report.py.

#ifndef FARPOINT_BENCH_ACCURACY_RECORD_H_
#define FARPOINT_BENCH_ACCURACY_RECORD_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/accuracy/peer_survey.h"
#include "bench/accuracy/quantiles.h"
#include "bench/accuracy/survey.h"

namespace farpoint::bench {

/// Lengths in parts of the pairs' sizes.
struct Summary {
  size_t pairs = 0;
  Quantiles error, bound, width;              // the last: of the bracket that the truth is known to
  double error_metres = 0, bound_metres = 0;  // the worst
  Quantiles iterations, ns;
  int wide = 0;  // bounds above 1e-12
  int broken = 0;
};

Summary Summarise(const std::vector<Cell>& cells);

/// Machine, compiler and date (UTC).
nlohmann::ordered_json DescribeRun(const std::string& isa);

nlohmann::ordered_json DescribePair(const Cell& cell, const JudgedPair& judged);

nlohmann::ordered_json DescribePeer(const PeerDescription& peer);
nlohmann::ordered_json DescribePeerAccuracy(const PeerAccuracy& accuracy);

/// "cells", and by situation and over all "situations" and "all".
void DescribeCells(const std::vector<Cell>& cells, nlohmann::ordered_json* record);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_RECORD_H_
