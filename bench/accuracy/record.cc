#include "bench/accuracy/record.h"

#include <algorithm>
#include <utility>

#include "bench/machine.h"

namespace farpoint::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kWide = 1e-12;

Json ToJson(const Quantiles& q) {
  return {{"median", q.median}, {"p99", q.p99}, {"worst", q.worst}};
}

Json ToJson(const Summary& summary) {
  return {{"pairs", summary.pairs},
          {"error", ToJson(summary.error)},
          {"bound", ToJson(summary.bound)},
          {"width", ToJson(summary.width)},
          {"error_metres", summary.error_metres},
          {"bound_metres", summary.bound_metres},
          {"iterations", ToJson(summary.iterations)},
          {"ns", ToJson(summary.ns)},
          {"wide", summary.wide},
          {"broken", summary.broken}};
}

}  // namespace

Summary Summarise(const std::vector<Cell>& cells) {
  Summary summary;
  std::vector<double> error, bound, width, iterations, ns;
  for (const Cell& cell : cells) {
    for (const JudgedPair& judged : cell.pairs) {
      error.push_back(judged.Error());
      bound.push_back(judged.Bound());
      width.push_back(judged.Width());
      summary.error_metres = std::max(summary.error_metres, judged.Error() * judged.size);
      summary.bound_metres = std::max(summary.bound_metres, judged.answer.error_bound);
      iterations.push_back(judged.answer.iterations);
      ns.push_back(judged.ns);
      summary.wide += judged.Bound() > kWide;
      summary.broken += judged.Broken();
    }
  }
  summary.pairs = error.size();
  summary.error = QuantilesOf(std::move(error));
  summary.bound = QuantilesOf(std::move(bound));
  summary.width = QuantilesOf(std::move(width));
  summary.iterations = QuantilesOf(std::move(iterations));
  summary.ns = QuantilesOf(std::move(ns));
  return summary;
}

Json DescribeRun(const std::string& isa) {
  Json run = DescribeMachine();
  run["version"] = FARPOINT_VERSION;
  run["isa"] = isa;
  return run;
}

Json DescribePair(const Cell& cell, const JudgedPair& judged) {
  return {{"situation", NameOf(cell.situation)},
          {"a", NameOf(judged.pair.kind_a)},
          {"b", NameOf(judged.pair.kind_b)},
          {"size", judged.size},
          {"distance", judged.answer.distance},
          {"bound", judged.Bound()},
          {"error", judged.Error()},
          {"width", judged.Width()},
          {"iterations", judged.answer.iterations},
          {"ns", judged.ns},
          {"broken", judged.Broken()}};
}

Json DescribePeer(const PeerDescription& peer) {
  return {{"name", peer.name},
          {"version", peer.version},
          {"distance", peer.distance},
          {"penetration", peer.penetration}};
}

Json DescribePeerAccuracy(const PeerAccuracy& accuracy) {
  return {{"engine", accuracy.engine},       {"asked", accuracy.asked},
          {"refused", accuracy.refused},     {"numbers", accuracy.numbers},
          {"error", ToJson(accuracy.error)}, {"wrong_sign", accuracy.wrong_sign},
          {"failed", accuracy.failed}};
}

void DescribeCells(const std::vector<Cell>& cells, Json* record) {
  for (const situations::Situation situation : situations::kSituations) {
    std::vector<Cell> here;
    for (const Cell& cell : cells) {
      if (cell.situation != situation) continue;
      Json described = ToJson(Summarise({cell}));
      described.update({{"situation", NameOf(situation)},
                        {"a", NameOf(cell.first)},
                        {"b", NameOf(cell.second)}});
      (*record)["cells"].push_back(std::move(described));
      here.push_back(cell);
    }
    if (!here.empty()) (*record)["situations"][NameOf(situation)] = ToJson(Summarise(here));
  }
  (*record)["all"] = ToJson(Summarise(cells));
}

}  // namespace farpoint::bench
