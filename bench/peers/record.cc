#include "bench/peers/record.h"

#include "bench/machine.h"

namespace farpoint::bench {

const char* NameOf(Question question) {
  switch (question) {
    case Question::kDistance:
      return "distance";
    case Question::kBoolean:
      return "boolean";
    case Question::kPenetration:
      break;
  }
  return "penetration";
}

nlohmann::ordered_json DescribeRun(const std::vector<Engine*>& engines) {
  nlohmann::ordered_json run = DescribeMachine();
  for (const Engine* engine : engines) {
    nlohmann::ordered_json settings;
    for (Question question : kQuestions) settings[NameOf(question)] = engine->settings(question);
    run["engines"].push_back(
        {{"name", engine->name()}, {"version", engine->version()}, {"settings", settings}});
  }
  return run;
}

nlohmann::ordered_json DescribeResult(const std::string& engine, Question question,
                                      const std::string& family, Placement placement, size_t pairs,
                                      const Timing& timing, const Accuracy& accuracy) {
  return {{"engine", engine},
          {"question", NameOf(question)},
          {"family", family},
          {"placement", NameOf(placement)},
          {"pairs", pairs},
          {"ns", timing.median},
          {"ns_least", timing.least},
          {"ns_most", timing.most},
          {"ratio", timing.ratio_to_first},
          {"answers", accuracy.answers},
          {"gap_median", accuracy.gap_median},
          {"gap_p99", accuracy.gap_p99},
          {"gap_worst", accuracy.gap_worst},
          {"beyond_1e-6", accuracy.beyond_micrometre},
          {"beyond_1e-3", accuracy.beyond_millimetre},
          {"deepest_ratio", accuracy.deepest_ratio},
          {"missed_overlaps", accuracy.missed_overlaps},
          {"false_overlaps", accuracy.false_overlaps},
          {"undecided", accuracy.undecided},
          {"failed", accuracy.failed},
          {"broken_bounds", accuracy.broken_bounds},
          {"widest_bound", accuracy.widest_bound}};
}

}  // namespace farpoint::bench
