// Farpoint: a lock on a path, held by at most one process.
//
// A second server on a unix socket takes over the live path without an error; so only the holder of
// PATH.lock binds PATH. The kernel releases the lock when the process ends, however it ends. The
// file stays: deleting a lock file that others may be opening gives two holders.

#ifndef FARPOINT_SERVER_PATH_LOCK_H_
#define FARPOINT_SERVER_PATH_LOCK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace farpoint {

class PathLock {
 public:
  /// `AlreadyExists` when another process (or another PathLock) holds it, `FailedPrecondition` when
  /// `path`.lock cannot be made.
  static absl::StatusOr<PathLock> Acquire(const std::string& path);

  PathLock(PathLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  PathLock& operator=(PathLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~PathLock();

 private:
  explicit PathLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_PATH_LOCK_H_
