// bench_accuracy: how far Farpoint's answers are from the truth, and how far it says that they
// may be, all kinds of shape against all in all situations.
//
//   bench_accuracy --json=accuracy.json --worst=50 --worst_questions=worst.jsonl
//
// Exit code 1 if an answer's interval does not contain the truth.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "bench/accuracy/peer_survey.h"
#include "bench/accuracy/question_line.h"
#include "bench/accuracy/record.h"
#include "bench/accuracy/survey.h"

using Names = std::vector<std::string>;

ABSL_FLAG(Names, situations, Names{}, "Which situations; empty: all.");
ABSL_FLAG(int32_t, pairs, 36, "Pairs of each two kinds in each situation.");
ABSL_FLAG(uint64_t, seed, 1, "Of the random shapes and poses.");
ABSL_FLAG(std::string, isa, "auto", "The instruction set: auto, baseline, avx2, avx512.");
ABSL_FLAG(bool, peers, true, "Ask the other engines too, where the build has them.");
ABSL_FLAG(int32_t, worst, 20, "How many of the pairs with the largest bounds to tell.");
ABSL_FLAG(std::string, worst_questions, "", "File to write those to, as a question file.");
ABSL_FLAG(std::string, json, "", "File to write everything to.");

namespace farpoint::bench {
namespace {

using situations::Situation;

std::vector<Situation> SituationsAsked() {
  const Names wanted = absl::GetFlag(FLAGS_situations);
  if (wanted.empty()) return {situations::kSituations.begin(), situations::kSituations.end()};
  std::vector<Situation> asked;
  for (const std::string& name : wanted) {
    const auto named = [&name](Situation s) { return name == NameOf(s); };
    const auto* found =
        std::find_if(situations::kSituations.begin(), situations::kSituations.end(), named);
    if (found == situations::kSituations.end()) {
      throw std::invalid_argument("no such situation: " + name);
    }
    asked.push_back(*found);
  }
  return asked;
}

struct Worst {
  const Cell* cell;
  const JudgedPair* pair;
};

std::vector<Worst> WorstOf(const std::vector<Cell>& cells, size_t count) {
  std::vector<Worst> all;
  for (const Cell& cell : cells) {
    for (const JudgedPair& pair : cell.pairs) all.push_back({&cell, &pair});
  }
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end(),
                    [](const Worst& x, const Worst& y) {
                      return std::make_pair(y.pair->Broken(), y.pair->Bound()) <
                             std::make_pair(x.pair->Broken(), x.pair->Bound());
                    });
  all.resize(count);
  return all;
}

void Write(const std::string& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

void TellWorst(const std::vector<Worst>& worst) {
  std::string lines;
  for (const Worst& w : worst) {
    const situations::Pair& pair = w.pair->pair;
    const std::string name =
        absl::StrCat(NameOf(pair.kind_a), "-", NameOf(pair.kind_b), " ", NameOf(w.cell->situation));
    std::printf("%s%-32s bound %.1e error %.1e width %.1e iterations %u, %.1f us\n",
                w.pair->Broken() ? "WRONG " : "", name.c_str(), w.pair->Bound(), w.pair->Error(),
                w.pair->Width(), w.pair->answer.iterations, w.pair->ns / 1e3);
    absl::StrAppend(&lines, QuestionLine(*w.pair, name), "\n");
  }
  if (const std::string file = absl::GetFlag(FLAGS_worst_questions); !file.empty()) {
    Write(file, lines);
  }
}

void AskPeers(Situation situation, const std::vector<Cell>& cells, nlohmann::ordered_json* record) {
  for (const PeerAccuracy& accuracy : SurveyPeers(cells)) {
    std::printf(
        "  %-9s error median %.1e p99 %.1e worst %.1e, wrong sign %d, failed %d of %zu, refused "
        "%zu\n",
        accuracy.engine.c_str(), accuracy.error.median, accuracy.error.p99, accuracy.error.worst,
        accuracy.wrong_sign, accuracy.failed, accuracy.asked, accuracy.refused);
    (*record)["peers"][NameOf(situation)].push_back(DescribePeerAccuracy(accuracy));
  }
  std::fflush(stdout);
}

int Main() {
  Judge judge(absl::GetFlag(FLAGS_isa));
  nlohmann::ordered_json record = DescribeRun(judge.isa().name);
  record["seed"] = absl::GetFlag(FLAGS_seed);
  record["pairs"] = absl::GetFlag(FLAGS_pairs);
  const std::vector<PeerDescription> peers =
      absl::GetFlag(FLAGS_peers) ? DescribePeers() : std::vector<PeerDescription>();
  for (const PeerDescription& peer : peers) record["engines"].push_back(DescribePeer(peer));
  std::vector<Cell> cells;
  for (Situation situation : SituationsAsked()) {
    std::vector<Cell> more = EmptyCells(situation);
    for (Cell& cell : more)
      Fill(absl::GetFlag(FLAGS_pairs), absl::GetFlag(FLAGS_seed), &judge, &cell);
    const Summary summary = Summarise(more);
    std::printf(
        "%-11s bound median %.1e p99 %.1e worst %.1e, error p99 %.1e worst %.1e, width p99 %.1e "
        "worst %.1e, wrong %d\n",
        NameOf(situation), summary.bound.median, summary.bound.p99, summary.bound.worst,
        summary.error.p99, summary.error.worst, summary.width.p99, summary.width.worst,
        summary.broken);
    std::fflush(stdout);
    if (!peers.empty()) AskPeers(situation, more, &record);
    std::move(more.begin(), more.end(), std::back_inserter(cells));
  }
  const auto worst = WorstOf(cells, static_cast<size_t>(absl::GetFlag(FLAGS_worst)));
  TellWorst(worst);
  if (const std::string file = absl::GetFlag(FLAGS_json); !file.empty()) {
    DescribeCells(cells, &record);
    for (const Worst& w : worst) record["worst"].push_back(DescribePair(*w.cell, *w.pair));
    Write(file, record.dump(1) + "\n");
  }
  return Summarise(cells).broken > 0 ? 1 : 0;
}

}  // namespace
}  // namespace farpoint::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("How exact Farpoint's answers and bounds are.");
  absl::ParseCommandLine(argc, argv);
  int code = 2;
  try {
    code = farpoint::bench::Main();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_accuracy: %s\n", error.what());
  }
  std::fflush(nullptr);
  // Without destructors of static objects: two of the peers bring the same (see bench/peers).
  std::_Exit(code);
}
