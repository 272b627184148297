// Farpoint bench: the middle, the 99th percentile and the worst of many figures.

#ifndef FARPOINT_BENCH_ACCURACY_QUANTILES_H_
#define FARPOINT_BENCH_ACCURACY_QUANTILES_H_

#include <algorithm>
#include <vector>

namespace farpoint::bench {

struct Quantiles {
  double median = 0, p99 = 0, worst = 0;
};

/// Of none: zeros.
inline Quantiles QuantilesOf(std::vector<double> figures) {
  if (figures.empty()) return {};
  std::sort(figures.begin(), figures.end());
  return {figures[figures.size() / 2], figures[(figures.size() - 1) * 99 / 100], figures.back()};
}

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_QUANTILES_H_
