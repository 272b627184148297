// Farpoint bench: how far each engine's answers are from the truth, found without any solver.
//
// Any unit vector proves a lower bound of the signed distance, by an exhaustive scan of both
// shapes' supports; any two points prove an upper bound, by their distance and how far they lie
// outside their shapes. The truth lies between the best bounds that all engines' normals and points
// prove. Overlapping, the truth is the shallowest way out that any engine's normal proves.

#ifndef FARPOINT_BENCH_PEERS_CERTIFY_H_
#define FARPOINT_BENCH_PEERS_CERTIFY_H_

#include <vector>

#include "bench/peers/engine.h"
#include "bench/peers/workload.h"

namespace farpoint::bench {

/// Of one engine over the pairs of one placement.
struct Accuracy {
  int answers = 0;  // with a number
  /// Metres, over those: the larger of how far the number is from the truth and how far the
  /// engine's own normal and points are from proving it.
  double gap_median = 0, gap_p99 = 0, gap_worst = 0;
  int beyond_micrometre = 0, beyond_millimetre = 0;
  double deepest_ratio = 0;  // of overlaps: the depth told, over the true one, at worst
  int missed_overlaps = 0, false_overlaps = 0, undecided = 0, failed = 0;
  int broken_bounds = 0;    // the truth is outside distance ± error_bound
  double widest_bound = 0;  // metres: the largest error_bound, of engines with one
};

/// answers[e][i]: what engine e says of pair i.
std::vector<Accuracy> Certify(Question question, const Family& family, Placement placement,
                              const std::vector<std::vector<EngineAnswer>>& answers);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_CERTIFY_H_
