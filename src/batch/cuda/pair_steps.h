// Farpoint: how a CUDA device answers pairs, as steps: plain views and what to do with
// them. Each step is a function of an index (pair_step_code.h …), compiled for the device and for
// the processor alike, so that every step is tested where there is no device.
//
//   Place     objects: where they are
//   Key       pairs: by which they are ordered, so that neighbours have equal hulls
//   Prepare   pairs: their relative poses, in float64
//   Search    GJK in float32, a few iterations; those that are not done go again
//   Prove     in float64 with exact supports: most pairs are answered here
//   Finish    GJK in float64, of what was not proven; then Prove again
//   Penetrate EPA, of what overlaps
//   CurvedSearch, CurvedFinish: the same for cores with formulas that are apart
//
// Whoever needs another step than those that most of its warp need waits for the next launch: a
// pair's PairStage says which, and each step is launched over the pairs that are at it.

#ifndef FARPOINT_SRC_BATCH_CUDA_PAIR_STEPS_H_
#define FARPOINT_SRC_BATCH_CUDA_PAIR_STEPS_H_

#include <cstdint>
#include <variant>

#include "src/math/pose.h"
#include "src/narrowphase/answer.h"
#include "src/narrowphase/curved_task.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/support/formula_core.h"
#include "src/support/hull_core.h"

namespace farpoint {

/// A geometry on a device: its pointers are the device's. It has one of its cores, or both.
struct DeviceGeometry {
  HullCore hull;
  FormulaCore formula;
  bool has_hull, has_formula;
  Vec3d core_origin;
  double swept_radius;
};

/// What comes next for a pair.
enum class PairStage : uint8_t {
  kSearch,
  kProve,
  kFinish,
  kPenetrate,
  kCurvedSearch,
  kCurvedFinish,
  kLeft,      // not for these steps: the processor's solver answers it
  kAnswered,  // its answer is written
};

/// A pair of cores with formulas.
struct CurvedTask {
  CurvedPair<double> pair;
  CurvedLimits<double> limits;
};
/// A pair made ready; its stage tells which.
union PairTask {
  LaneTask hulls;
  CurvedTask curved;
};

/// Where a float32 search stands: a GjkState or a CurvedSearch, as memory.
struct SearchState {
  alignas(16) unsigned char bytes[192];
};

/// Memory of a thread that runs EPA: a HullExpansion and its NewFaces.
struct PenetrateScratch {
  alignas(64) unsigned char bytes[8192];
};

/// Answers on a device, by place. Arrays that nobody asks for are null.
struct AnswerHead {
  double distance, error_bound;
  PairStatus status;
  uint32_t iterations;
};
struct AnswerPoints {
  Vec3d a, b;
};
struct AnswerArrays {
  AnswerHead* heads;
  AnswerPoints* points;
  Vec3d* normals;
};

/// Pairs on a device, as arrays. The pair in slot i is the one asked at place order[i].
struct PairTable {
  const PosedGeometry* objects;
  const uint32_t *pair_a, *pair_b;  // by place, into `objects`
  const int32_t* order;             // by slot; null: as asked
  // By slot.
  PairTask* task;
  LaneAnswer* found;
  SearchState* state;
  PairStage* stage;
  AnswerArrays answers;
};

struct PlaceStep {
  const DeviceGeometry* const* geometries;
  const uint32_t* object_geometry;  // into `geometries`
  const Pose* poses;
  const double* padding;
  PosedGeometry* objects;  // out
};
struct KeyStep {
  const uint32_t* object_geometry;
  const uint32_t *pair_a, *pair_b;
  uint64_t* keys;  // out
  int32_t bits;    // of a geometry's number
};
struct PrepareStep {
  PairTable pairs;
  SolverOptions options;
};
struct SearchStep {
  PairTable pairs;
  int32_t iterations;  // at most
  bool first;          // from the line of centres, not from `state`
  bool last;           // no more after this
};
struct ProveStep {
  PairTable pairs;
  SolverOptions options;
  bool last;
};
struct FinishStep {
  PairTable pairs;
};
struct PenetrateStep {
  PairTable pairs;
  SolverOptions options;
  PenetrateScratch* scratch;  // one a worker
};
struct CurvedSearchStep {
  PairTable pairs;
};
struct CurvedFinishStep {
  PairTable pairs;
  SolverOptions options;
};
using Step = std::variant<PlaceStep, KeyStep, PrepareStep, SearchStep, ProveStep, FinishStep,
                          PenetrateStep, CurvedSearchStep, CurvedFinishStep>;

/// Pairs of one launch, at most: enough to fill a large device.
inline constexpr int32_t kMostPairs = 1 << 18;

/// As many threads run EPA at once.
inline constexpr int kPenetrateWorkers = 16'384;

/// What a step is run over: which[0] to which[*count − 1], or 0 to most − 1 if `which` is null.
struct StepRange {
  int32_t most;  // *count is no larger
  const int32_t* which = nullptr;
  const int32_t* count = nullptr;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_PAIR_STEPS_H_
