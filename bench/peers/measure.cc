#include "bench/peers/measure.h"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <stdexcept>

namespace farpoint::bench {
namespace {

// Long against the time that an engine needs to have its shapes back in the caches, short against a
// change of clock speed.
constexpr size_t kPairsPerTurn = 4096;

double ThreadNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

}  // namespace

void PinToCore(int core) {
  cpu_set_t allowed, one;
  CPU_ZERO(&allowed);
  CPU_ZERO(&one);
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int i = 0; core < 0 && i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(CPU_SETSIZE - 1 - i, &allowed)) core = CPU_SETSIZE - 1 - i;
  }
  CPU_SET(static_cast<size_t>(core), &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) {
    throw std::runtime_error("cannot stay on core " + std::to_string(core));
  }
}

std::vector<Timing> Measure(const std::vector<Engine*>& engines, Question question, size_t pairs,
                            int repetitions) {
  std::vector<EngineAnswer> answers(kPairsPerTurn);
  std::vector<std::vector<double>> times(engines.size());
  for (int r = 0; r < repetitions; ++r) {
    std::vector<double> spent(engines.size(), 0);
    for (size_t begin = 0, turn = 0; begin < pairs; begin += kPairsPerTurn, ++turn) {
      const size_t end = std::min(pairs, begin + kPairsPerTurn);
      for (size_t k = 0; k < engines.size(); ++k) {
        const size_t e = (k + turn) % engines.size();  // none is always after the same other
        const double start = ThreadNanoseconds();
        engines[e]->Answer(question, begin, end, answers.data());
        spent[e] += ThreadNanoseconds() - start;
      }
    }
    for (size_t e = 0; e < engines.size(); ++e) {
      times[e].push_back(spent[e] / static_cast<double>(pairs));
    }
  }
  std::vector<Timing> timings;
  for (const std::vector<double>& mine : times) {
    std::vector<double> ratios;
    for (size_t r = 0; r < mine.size(); ++r) ratios.push_back(mine[r] / times[0][r]);
    timings.push_back({Median(mine), *std::min_element(mine.begin(), mine.end()),
                       *std::max_element(mine.begin(), mine.end()), Median(ratios)});
  }
  return timings;
}

}  // namespace farpoint::bench
