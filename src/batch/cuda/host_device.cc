#include "src/batch/cuda/host_device.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "src/batch/cuda/curved_step_code.h"
#include "src/batch/cuda/hull_step_code.h"

namespace farpoint {
namespace {

using Fault = std::function<absl::Status(const char*)>;

class HostStream : public Stream {
 public:
  explicit HostStream(const Fault& fault) : fault_(fault) {}

  absl::Status Upload(void* to, const void* from, size_t bytes) override {
    return Copy("Upload", to, from, bytes);
  }
  absl::Status Download(void* to, const void* from, size_t bytes) override {
    return Copy("Download", to, from, bytes);
  }
  absl::Status Run(const Step& step, const StepRange& range) override {
    if (absl::Status failed = fault_("Run"); !failed.ok()) return failed;
    const int32_t n = range.count != nullptr ? *range.count : range.most;
    std::visit(
        [&](const auto& one) {
          for (int32_t k = 0; k < n; ++k) {
            scalar::Do(one, range.which != nullptr ? range.which[k] : k, 0);
          }
        },
        step);
    return absl::OkStatus();
  }
  absl::Status Select(const PairStage* stage, int32_t n, PairStage wanted, int32_t* which,
                      int32_t* count) override {
    if (absl::Status failed = fault_("Select"); !failed.ok()) return failed;
    *count = 0;
    for (int32_t i = 0; i < n; ++i) {
      if (stage[i] == wanted) which[(*count)++] = i;
    }
    return absl::OkStatus();
  }
  absl::Status Order(uint64_t* keys, int key_bits, int32_t n, int32_t* which) override {
    if (absl::Status failed = fault_("Order"); !failed.ok()) return failed;
    const uint64_t mask = key_bits < 64 ? (uint64_t{1} << key_bits) - 1 : ~uint64_t{0};
    std::iota(which, which + n, 0);
    std::stable_sort(which, which + n,
                     [&](int32_t a, int32_t b) { return (keys[a] & mask) < (keys[b] & mask); });
    return absl::OkStatus();
  }
  absl::Status Wait() override { return fault_("Wait"); }

 private:
  absl::Status Copy(const char* call, void* to, const void* from, size_t bytes) {
    if (absl::Status failed = fault_(call); !failed.ok()) return failed;
    if (bytes > 0) std::memcpy(to, from, bytes);
    return absl::OkStatus();
  }

  const Fault& fault_;
};

class HostDevice : public Device {
 public:
  explicit HostDevice(HostDeviceOptions options) : options_(std::move(options)) {
    if (options_.fault == nullptr) options_.fault = [](const char*) { return absl::OkStatus(); };
  }

  std::string name() const override { return "host"; }
  std::string architecture() const override { return "host"; }
  int64_t memory_bytes() const override { return options_.memory_bytes; }
  int64_t free_bytes() const override { return options_.memory_bytes - used_; }
  int penetrate_workers() const override { return 1; }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    if (absl::Status failed = options_.fault("Allocate"); !failed.ok()) return failed;
    const auto more = static_cast<int64_t>(bytes);
    std::lock_guard<std::mutex> lock(mutex_);
    if (more > options_.memory_bytes - used_) {
      return absl::ResourceExhaustedError(absl::StrCat("the device has no ", bytes, " bytes left"));
    }
    void* memory = std::aligned_alloc(kAlignment, Rounded(bytes));
    if (memory == nullptr) return absl::ResourceExhaustedError("out of memory");
    used_ += more;
    sizes_[memory] = more;
    return memory;
  }
  void Free(void* memory) override {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = sizes_.find(memory);
    if (found == sizes_.end()) return;
    used_ -= found->second;
    sizes_.erase(found);
    std::free(memory);
  }
  absl::StatusOr<void*> AllocatePinned(size_t bytes) override {
    if (absl::Status failed = options_.fault("AllocatePinned"); !failed.ok()) return failed;
    void* memory = std::aligned_alloc(kAlignment, Rounded(bytes));
    if (memory == nullptr) return absl::ResourceExhaustedError("out of memory");
    return memory;
  }
  void FreePinned(void* memory) override { std::free(memory); }

  absl::StatusOr<std::unique_ptr<Stream>> NewStream() override {
    if (absl::Status failed = options_.fault("NewStream"); !failed.ok()) return failed;
    return std::make_unique<HostStream>(options_.fault);
  }

 private:
  static constexpr size_t kAlignment = 256;
  static size_t Rounded(size_t bytes) {
    return (std::max<size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  }

  HostDeviceOptions options_;
  std::mutex mutex_;
  std::atomic<int64_t> used_{0};
  std::unordered_map<void*, int64_t> sizes_;
};

}  // namespace

std::unique_ptr<Device> MakeHostDevice(HostDeviceOptions options) {
  return std::make_unique<HostDevice>(std::move(options));
}

}  // namespace farpoint
