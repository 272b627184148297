#include "src/batch/cuda/host_device.h"
#include "tests/device/device_under_test.h"

namespace farpoint {
std::unique_ptr<Device> NewDeviceUnderTest() { return MakeHostDevice({}); }
}  // namespace farpoint
