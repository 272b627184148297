// What cuda_table asks: many pairs of hulls that are apart, near or deep in each other, each pair
// with objects of its own.

#ifndef FARPOINT_BENCH_CUDA_CROWD_H_
#define FARPOINT_BENCH_CUDA_CROWD_H_

#include <string>

#include "src/batch/batch.h"

namespace farpoint::bench {

enum class Lie { kApart, kNear, kDeep };
inline constexpr Lie kLies[] = {Lie::kApart, Lie::kNear, Lie::kDeep};
const char* NameOf(Lie lie);

/// 64 hulls of `vertices` vertices on ellipsoids, or, for 0, of as many as links of robots have
/// (10 to 1,791, half of them below 167). Apart: a gap of 0.1 to 1 radii; near: 1e-3 to 1e-2; deep:
/// centres within a third of a radius.
Batch MakeCrowd(int vertices, Lie lie, int pairs);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_CUDA_CROWD_H_
