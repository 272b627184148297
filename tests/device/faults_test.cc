// When a device fails: a batch fails, or the device is lost; nothing hangs, and the others serve
// on.

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "src/batch/cuda/cuda_backend.h"
#include "src/batch/cuda/host_device.h"
#include "tests/core/batch/example_batch.h"

namespace farpoint {
namespace {

// Fails the next call of that name, once.
struct OneFault {
  std::atomic<const char*> call{nullptr};
  absl::Status failure;
  std::function<absl::Status(const char*)> hook() {
    return [this](const char* name) {
      const char* wanted = call;
      if (wanted == nullptr || std::string(wanted) != name) return absl::OkStatus();
      return call.exchange(nullptr) != nullptr ? failure : absl::OkStatus();
    };
  }
};

std::unique_ptr<Backend> BackendOf(std::vector<OneFault*> faults) {
  std::vector<std::unique_ptr<Device>> devices;
  for (OneFault* fault : faults) {
    HostDeviceOptions options;
    options.fault = fault->hook();
    devices.push_back(MakeHostDevice(options));
  }
  return MakeCudaBackend(std::move(devices), {.launch = {.most_pairs = 500}}).value();
}

TEST(DeviceFaults, FailTheirBatchOnly) {
  for (const char* call : {"Upload", "Run", "Select", "Order", "Download", "Wait"}) {
    SCOPED_TRACE(call);
    OneFault fault;
    fault.failure = absl::InternalError("a launch failed");
    const auto backend = BackendOf({&fault});
    fault.call = call;
    EXPECT_EQ(Start(backend.get(), ExampleBatch(2'000)).get().status(), fault.failure);
    EXPECT_TRUE(Start(backend.get(), ExampleBatch(2'000)).get().ok());
    EXPECT_FALSE(backend->devices()[0].lost);
  }
}

TEST(DeviceFaults, MemoryThatIsShortForAMomentIsAskedForAgain) {
  OneFault fault;
  fault.failure = absl::ResourceExhaustedError("no memory");
  const auto backend = BackendOf({&fault});
  fault.call = "Allocate";
  EXPECT_TRUE(Start(backend.get(), ExampleBatch(500)).get().ok());
}

TEST(DeviceFaults, OfALostDeviceTheOthersServeOn) {
  OneFault first, second;
  first.failure = second.failure = absl::UnavailableError("the device is lost");
  const auto backend = BackendOf({&first, &second});
  first.call = "Run";
  // Until the first has had a launch.
  for (int i = 0; i < 1000 && !backend->devices()[0].lost; ++i) {
    const auto answers = Start(backend.get(), ExampleBatch(2'000, i)).get();
    if (!answers.ok()) {
      EXPECT_EQ(answers.status(), first.failure);
    }
  }
  EXPECT_TRUE(backend->devices()[0].lost);
  EXPECT_FALSE(backend->devices()[1].lost);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(Start(backend.get(), ExampleBatch(2'000, i)).get().ok());
  }
}

TEST(DeviceFaults, WithAllDevicesLostEveryBatchIsTold) {
  OneFault fault;
  fault.failure = absl::UnavailableError("the device is lost");
  const auto backend = BackendOf({&fault});
  fault.call = "Wait";
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int i = 0; i < 8; ++i) running.push_back(Start(backend.get(), ExampleBatch(3'000, i)));
  for (auto& one : running) {
    EXPECT_EQ(one.get().status().code(), absl::StatusCode::kUnavailable);
  }
  EXPECT_EQ(Start(backend.get(), ExampleBatch(10)).get().status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(DeviceFaults, WithoutMemoryForLaunchesThereIsNoBackend) {
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(MakeHostDevice({.memory_bytes = 1 << 20}));
  EXPECT_EQ(MakeCudaBackend(std::move(devices), {}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(DeviceFaults, DestructionWhileRunningAnswersEveryBatchOnce) {
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> called{0};
    {
      OneFault none;
      const auto backend = BackendOf({&none});
      for (int i = 0; i < 10; ++i) {
        backend->Run(std::make_shared<const Batch>(ExampleBatch(2'000, i)),
                     std::make_shared<CancelFlag>(false),
                     [&](const absl::StatusOr<Answers>&) { ++called; });
      }
    }
    EXPECT_EQ(called, 10);
  }
}

TEST(DeviceFaults, CancelledBatchesEndAsCancelled) {
  OneFault none;
  const auto backend = BackendOf({&none});
  const auto batch = std::make_shared<const Batch>(ExampleBatch(2'000));
  EXPECT_EQ(Start(backend.get(), batch, std::make_shared<CancelFlag>(true)).get().status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_TRUE(Start(backend.get(), batch, std::make_shared<CancelFlag>(false)).get().ok());
}

}  // namespace
}  // namespace farpoint
