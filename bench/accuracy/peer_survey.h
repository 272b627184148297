// Farpoint bench: the survey's pairs asked of other engines.

#ifndef FARPOINT_BENCH_ACCURACY_PEER_SURVEY_H_
#define FARPOINT_BENCH_ACCURACY_PEER_SURVEY_H_

#include <string>
#include <vector>

#include "bench/accuracy/quantiles.h"
#include "bench/accuracy/survey.h"

namespace farpoint::bench {

struct PeerAccuracy {
  std::string engine;
  size_t asked = 0;
  size_t refused = 0;  // not asked: its own set-up would not take the shapes
  size_t numbers = 0;  // answers with a distance or depth
  Quantiles error;     // over those, in parts of the pairs' sizes
  int wrong_sign = 0;  // of pairs whose distance or depth is above 1e-5 of their size
  int failed = 0;      // no answer
};

struct PeerDescription {
  std::string name, version;
  std::string distance, penetration;  // settings; empty: is not asked that
};

/// Empty without peers in the build.
std::vector<PeerDescription> DescribePeers();

/// Farpoint first, then every peer, over those pairs of the cells whose kinds all peers have:
/// sphere, ellipsoid, box, capsule, cylinder, cone, and as meshes prism, mesh8 and mesh100. Pairs
/// apart are asked for their distance, the others for their depth.
std::vector<PeerAccuracy> SurveyPeers(const std::vector<Cell>& cells);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_PEER_SURVEY_H_
