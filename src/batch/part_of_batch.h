// Farpoint: some of a batch's pairs, as a batch.

#ifndef FARPOINT_SRC_BATCH_PART_OF_BATCH_H_
#define FARPOINT_SRC_BATCH_PART_OF_BATCH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "src/batch/batch.h"

namespace farpoint {

/// The pairs at `places`, in that order, with the objects that they need.
std::shared_ptr<const Batch> PartOfBatch(const Batch& batch, const std::vector<uint32_t>& places);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_PART_OF_BATCH_H_
