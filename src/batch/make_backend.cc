#include "src/batch/make_backend.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "src/batch/cuda/cuda_backend.h"
#include "src/batch/cuda/host_device.h"
#ifdef FARPOINT_HAVE_CUDA
#include "src/batch/cuda/cuda_device.h"
#endif

namespace farpoint {
namespace {

absl::StatusOr<std::vector<std::unique_ptr<Device>>> CudaDevices(
    [[maybe_unused]] const std::vector<int>& ordinals) {
#ifdef FARPOINT_HAVE_CUDA
  const absl::StatusOr<int> count = CountCudaDevices();
  if (!count.ok()) return count.status();
  std::vector<std::unique_ptr<Device>> devices;
  for (int ordinal : ordinals.empty() ? std::vector<int>{0} : ordinals) {
    if (ordinal < 0 || ordinal >= *count) {
      return absl::InvalidArgumentError(
          absl::StrCat("cuda_devices: there is no device ", ordinal, ", but ", *count));
    }
    absl::StatusOr<std::unique_ptr<Device>> device = MakeCudaDevice(ordinal);
    if (!device.ok()) return device.status();
    devices.push_back(*std::move(device));
  }
  return devices;
#else
  return absl::FailedPreconditionError("this binary was built without CUDA");
#endif
}

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const BackendOptions& options) {
  CudaBackendOptions cuda;
  cuda.name = options.backend;
  cuda.cpu = options.cpu;
  cuda.device_memory_limit = options.device_memory_limit;
  if (options.backend == "cpu") return MakeCpuBackend(options.cpu);
  if (options.backend == "cuda_host") {
    std::vector<std::unique_ptr<Device>> devices;
    const size_t count = options.cuda_devices.empty() ? 1 : options.cuda_devices.size();
    while (devices.size() < count) devices.push_back(MakeHostDevice({}));
    return MakeCudaBackend(std::move(devices), cuda);
  }
  if (options.backend != "cuda" && options.backend != "auto") {
    return absl::InvalidArgumentError(
        absl::StrCat("no backend is named '", options.backend, "': auto, cpu, cuda, cuda_host"));
  }
  absl::StatusOr<std::vector<std::unique_ptr<Device>>> devices = CudaDevices(options.cuda_devices);
  const bool none = absl::IsFailedPrecondition(devices.status());
  if (none && options.backend == "auto") return MakeCpuBackend(options.cpu);
  if (!devices.ok()) return devices.status();
  cuda.name = "cuda";
  return MakeCudaBackend(*std::move(devices), cuda);
}

}  // namespace farpoint
