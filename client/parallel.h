// Farpoint client: a few things at a time. Not part of the public interface.

#ifndef FARPOINT_CLIENT_PARALLEL_H_
#define FARPOINT_CLIENT_PARALLEL_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"

namespace farpoint::client {

/// Runs `task(0)` … `task(count − 1)`, in that order, at most `at_once` at the same time (on the
/// calling thread if that is one). After an error no further one is begun. Returns when all that
/// were begun have ended: the error of the lowest index.
absl::Status RunInParallel(size_t count, int at_once,
                           const std::function<absl::Status(size_t)>& task);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_PARALLEL_H_
