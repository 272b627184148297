// Farpoint: whether whoever asked for a hull has given up.

#ifndef FARPOINT_SRC_HULL_CANCEL_H_
#define FARPOINT_SRC_HULL_CANCEL_H_

#include <atomic>

namespace farpoint {

/// `cancel` may be null: never.
inline bool IsSet(const std::atomic<bool>* cancel) {
  return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_CANCEL_H_
