#include "src/batch/make_backend.h"

#include "absl/strings/str_cat.h"

namespace farpoint {

absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const BackendOptions& options) {
  if (options.backend == "cpu" || options.backend == "auto") return MakeCpuBackend(options.cpu);
  if (options.backend == "cuda" || options.backend == "cuda_host") {
    return absl::FailedPreconditionError("built without CUDA");
  }
  return absl::InvalidArgumentError(
      absl::StrCat("no backend is named '", options.backend, "': auto, cpu, cuda, cuda_host"));
}

}  // namespace farpoint
