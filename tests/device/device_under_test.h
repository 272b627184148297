// The device that a test program is about: the host executor, or CUDA's first device.

#ifndef FARPOINT_TESTS_DEVICE_DEVICE_UNDER_TEST_H_
#define FARPOINT_TESTS_DEVICE_DEVICE_UNDER_TEST_H_

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "src/batch/cuda/cuda_backend.h"

namespace farpoint {

/// Null where there is none.
std::unique_ptr<Device> NewDeviceUnderTest();

class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (NewDeviceUnderTest() == nullptr) GTEST_SKIP() << "no device";
  }
  static std::unique_ptr<Backend> NewBackend(const CudaBackendOptions& options = {},
                                             int devices = 1) {
    std::vector<std::unique_ptr<Device>> list;
    while (static_cast<int>(list.size()) < devices) list.push_back(NewDeviceUnderTest());
    return MakeCudaBackend(std::move(list), options).value();
  }
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_DEVICE_DEVICE_UNDER_TEST_H_
