// Farpoint: a geometry's hull as one piece of memory, its pointers made for another address.

#ifndef FARPOINT_SRC_BATCH_CUDA_DEVICE_HULL_H_
#define FARPOINT_SRC_BATCH_CUDA_DEVICE_HULL_H_

#include <cstdint>
#include <vector>

#include "src/batch/cuda/pair_steps.h"
#include "src/support/geometry.h"

namespace farpoint {

/// Bytes of `geometry` (with a hull()) in one piece.
int64_t DeviceHullBytes(const Geometry& geometry);

/// The piece: a DeviceHull and what it points to, as it must lie at `address`, aligned to 256.
std::vector<char> MakeDeviceHull(const Geometry& geometry, const char* address);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_DEVICE_HULL_H_
