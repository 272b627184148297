// Farpoint: a geometry as one piece of memory, its pointers made for another address.

#ifndef FARPOINT_SRC_BATCH_CUDA_DEVICE_GEOMETRY_H_
#define FARPOINT_SRC_BATCH_CUDA_DEVICE_GEOMETRY_H_

#include <cstdint>
#include <vector>

#include "src/batch/cuda/pair_steps.h"
#include "src/support/geometry.h"

namespace farpoint {

/// Whether the steps can answer about `geometry`: it has a hull() or a formula().
bool HasDeviceForm(const Geometry& geometry);

/// Bytes of such a geometry in one piece.
int64_t DeviceGeometryBytes(const Geometry& geometry);

/// The piece: a DeviceGeometry and what it points to, as it must lie at `address`, aligned to 256.
std::vector<char> MakeDeviceGeometry(const Geometry& geometry, const char* address);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_DEVICE_GEOMETRY_H_
