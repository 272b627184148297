// bench_peers: Farpoint and its peers on the same pairs, in one process and on one core.
//
//   bench_peers --robot_hulls=robot_hulls.txt --json=peers.json
//
// Exit code 1 if an answer of Farpoint is wrong; peers' wrong answers are counted.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "bench/peers/certify.h"
#include "bench/peers/engine.h"
#include "bench/peers/measure.h"
#include "bench/peers/record.h"
#include "bench/peers/workload.h"

using Names = std::vector<std::string>;

ABSL_FLAG(Names, engines, (Names{"farpoint", "coal", "mujoco", "fcl", "libccd", "bullet"}),
          "Which to run. Ratios are to the first.");
ABSL_FLAG(Names, families, farpoint::bench::FamilyNames(), "Which shapes.");
ABSL_FLAG(Names, questions, (Names{"distance", "boolean", "penetration"}), "Which questions.");
ABSL_FLAG(std::string, robot_hulls, "", "The file that robot_hulls.py wrote; for family robot.");
ABSL_FLAG(int32_t, pairs, 4096, "Pairs of each placement.");
ABSL_FLAG(int32_t, repetitions, 9, "Of which the median is told.");
ABSL_FLAG(uint64_t, seed, 1, "Of the random shapes and poses.");
ABSL_FLAG(std::string, isa, "auto", "Farpoint's instruction set: auto, baseline, avx2, avx512.");
ABSL_FLAG(int32_t, core, -1, "The core to stay on; -1: the last of those allowed.");
ABSL_FLAG(std::string, json, "", "File to write everything to.");

namespace farpoint::bench {
namespace {

std::unique_ptr<Engine> MakeEngine(const std::string& name) {
  if (name == "farpoint") return MakeFarpointEngine(absl::GetFlag(FLAGS_isa));
  if (name == "coal") return MakeCoalEngine();
  if (name == "mujoco") return MakeMujocoEngine();
  if (name == "fcl") return MakeFclEngine();
  if (name == "libccd") return MakeCcdEngine();
  if (name == "bullet") return MakeBulletEngine();
  throw std::invalid_argument("no such engine: " + name);
}

std::vector<Question> QuestionsAsked() {
  std::vector<Question> asked;
  for (const std::string& name : absl::GetFlag(FLAGS_questions)) {
    const auto named = [&name](Question question) { return name == NameOf(question); };
    const auto* found = std::find_if(kQuestions.begin(), kQuestions.end(), named);
    if (found == kQuestions.end()) throw std::invalid_argument("no such question: " + name);
    asked.push_back(*found);
  }
  return asked;
}

// Depth is a matter of overlaps, distance of pairs apart.
bool Makes(Question question, Placement placement) {
  return question == Question::kBoolean ||
         (question == Question::kPenetration) == (placement == Placement::kOverlap);
}

bool Wrong(const Accuracy& accuracy) {
  return accuracy.missed_overlaps > 0 || accuracy.false_overlaps > 0 ||
         accuracy.broken_bounds > 0 || accuracy.failed > 0;
}

void Print(const Engine& engine, const Timing& timing, const Accuracy& accuracy) {
  std::printf("  %-9s %8.0f ns %7.2fx", engine.name().c_str(), timing.median,
              timing.ratio_to_first);
  if (accuracy.answers > 0) {
    std::printf("   gap p99 %.1e worst %.1e, beyond 1e-6: %d", accuracy.gap_p99, accuracy.gap_worst,
                accuracy.beyond_micrometre);
  }
  const auto count = [](const char* what, int n) {
    if (n > 0) std::printf("   %s %d", what, n);
  };
  count("missed overlaps", accuracy.missed_overlaps);
  count("false overlaps", accuracy.false_overlaps);
  count("undecided", accuracy.undecided);
  count("failed", accuracy.failed);
  count("broken bounds", accuracy.broken_bounds);
  std::printf("\n");
  std::fflush(stdout);
}

// Returns whether Farpoint was right throughout.
bool RunQuestion(const std::vector<Engine*>& engines, Question question, const Family& family,
                 Placement placement, nlohmann::ordered_json* results) {
  std::vector<Engine*> able;
  std::vector<std::vector<EngineAnswer>> answers;
  const size_t pairs = family.pairs[static_cast<size_t>(placement)].size();
  for (Engine* engine : engines) {
    if (engine->settings(question).empty()) continue;
    able.push_back(engine);
    answers.emplace_back(pairs);
    engine->Answer(question, 0, pairs, answers.back().data());
  }
  if (able.empty()) return true;
  std::printf("%s, %s, %s\n", NameOf(question), family.name.c_str(), NameOf(placement));
  const auto accuracy = Certify(question, family, placement, answers);
  const auto timing = Measure(able, question, pairs, absl::GetFlag(FLAGS_repetitions));
  bool right = true;
  for (size_t e = 0; e < able.size(); ++e) {
    Print(*able[e], timing[e], accuracy[e]);
    results->push_back(DescribeResult(able[e]->name(), question, family.name, placement, pairs,
                                      timing[e], accuracy[e]));
    right &= able[e]->name() != "Farpoint" || !Wrong(accuracy[e]);
  }
  return right;
}

int Main() {
  PinToCore(absl::GetFlag(FLAGS_core));
  std::vector<std::unique_ptr<Engine>> owned;
  std::vector<Engine*> engines;
  for (const std::string& name : absl::GetFlag(FLAGS_engines)) {
    owned.push_back(MakeEngine(name));
    engines.push_back(owned.back().get());
  }
  nlohmann::ordered_json record = DescribeRun(engines);
  record["repetitions"] = absl::GetFlag(FLAGS_repetitions);
  const WorkloadOptions options{absl::GetFlag(FLAGS_robot_hulls), absl::GetFlag(FLAGS_pairs),
                                absl::GetFlag(FLAGS_seed)};
  const std::vector<Question> questions = QuestionsAsked();
  bool right = true;
  for (const std::string& name : absl::GetFlag(FLAGS_families)) {
    const Family family = MakeFamily(name, options).value();
    record["shapes"][name] = family.shapes.size();
    for (Engine* engine : engines) engine->SetShapes(family.shapes);
    for (Placement placement : kPlacements) {
      for (Engine* engine : engines) {
        engine->SetPairs(family.pairs[static_cast<size_t>(placement)]);
      }
      for (Question question : questions) {
        if (!Makes(question, placement)) continue;
        right &= RunQuestion(engines, question, family, placement, &record["results"]);
      }
    }
  }
  if (const std::string file = absl::GetFlag(FLAGS_json); !file.empty()) {
    std::ofstream out(file);
    out << record.dump(1) << "\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace farpoint::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Farpoint and its peers on the same pairs, on one core.");
  absl::ParseCommandLine(argc, argv);
  int code = 2;
  try {
    code = farpoint::bench::Main();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_peers: %s\n", error.what());
  }
  std::fflush(nullptr);
  // Without destructors of static objects: Coal and FCL bring two versions of octomap, whose
  // objects of the same name are one in this process and would be destroyed twice.
  std::_Exit(code);
}
