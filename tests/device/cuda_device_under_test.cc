#include "src/batch/cuda/cuda_device.h"
#include "tests/device/device_under_test.h"

namespace farpoint {
std::unique_ptr<Device> NewDeviceUnderTest() {
  return CountCudaDevices().ok() ? MakeCudaDevice(0).value() : nullptr;
}
}  // namespace farpoint
