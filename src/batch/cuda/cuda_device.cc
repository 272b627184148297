#include "src/batch/cuda/cuda_device.h"

#include <cuda_runtime_api.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "src/batch/cuda/step_kernels.h"

namespace farpoint {
namespace {

// What `call` of the runtime reported. An error that stays when it has been read has broken the
// process's context on the device: nothing works on it any more.
absl::Status StatusOf(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return absl::OkStatus();
  cudaGetLastError();
  const std::string what =
      absl::StrCat(call, ": ", cudaGetErrorName(error), ", ", cudaGetErrorString(error));
  if (error == cudaErrorMemoryAllocation) return absl::ResourceExhaustedError(what);
  if (cudaStreamQuery(cudaStreamLegacy) != cudaErrorNotReady && cudaFree(nullptr) != cudaSuccess) {
    return absl::UnavailableError(absl::StrCat("the device is lost: ", what));
  }
  return absl::InternalError(what);
}

// Memory of a stream that grows as needed.
class Temporary {
 public:
  ~Temporary() { cudaFree(memory_); }
  cudaError_t Reserve(size_t bytes) {
    if (bytes <= bytes_) return cudaSuccess;
    cudaFree(std::exchange(memory_, nullptr));
    bytes_ = 0;
    const cudaError_t error = cudaMalloc(&memory_, bytes);
    if (error == cudaSuccess) bytes_ = bytes;
    return error;
  }
  char* get() const { return static_cast<char*>(memory_); }

 private:
  void* memory_ = nullptr;
  size_t bytes_ = 0;
};

class CudaStream : public Stream {
 public:
  CudaStream(int ordinal, cudaStream_t stream) : ordinal_(ordinal), stream_(stream) {}
  ~CudaStream() override {
    cudaSetDevice(ordinal_);
    cudaStreamDestroy(stream_);
  }

  absl::Status Upload(void* to, const void* from, size_t bytes) override {
    cudaSetDevice(ordinal_);
    return StatusOf(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_),
                    "copy to the device");
  }
  absl::Status Download(void* to, const void* from, size_t bytes) override {
    cudaSetDevice(ordinal_);
    return StatusOf(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_),
                    "copy from the device");
  }
  absl::Status Run(const Step& step, const StepRange& range) override {
    cudaSetDevice(ordinal_);
    return StatusOf(LaunchStep(step, range, stream_), "launch of a step");
  }
  absl::Status Select(const PairStage* stage, int32_t n, PairStage wanted, int32_t* which,
                      int32_t* count) override {
    cudaSetDevice(ordinal_);
    size_t bytes = 0;
    cudaError_t error = SelectStage(nullptr, &bytes, stage, n, wanted, which, count, stream_);
    if (error == cudaSuccess) error = temporary_.Reserve(bytes);
    if (error == cudaSuccess) {
      error = SelectStage(temporary_.get(), &bytes, stage, n, wanted, which, count, stream_);
    }
    return StatusOf(error, "selection");
  }
  absl::Status Order(uint64_t* keys, int key_bits, int32_t n, int32_t* which) override {
    cudaSetDevice(ordinal_);
    size_t bytes = 0;
    const auto count = static_cast<size_t>(n);
    const size_t spare = count * (sizeof(uint64_t) + sizeof(int32_t));
    const size_t begin = (spare + 255) / 256 * 256;
    cudaError_t error =
        OrderKeys(nullptr, &bytes, keys, nullptr, nullptr, key_bits, n, which, stream_);
    if (error == cudaSuccess) error = temporary_.Reserve(begin + bytes);
    if (error == cudaSuccess) {
      auto* spare_keys = reinterpret_cast<uint64_t*>(temporary_.get());
      error =
          OrderKeys(temporary_.get() + begin, &bytes, keys, spare_keys,
                    reinterpret_cast<int32_t*>(spare_keys + count), key_bits, n, which, stream_);
    }
    return StatusOf(error, "sort");
  }
  absl::Status Wait() override {
    cudaSetDevice(ordinal_);
    return StatusOf(cudaStreamSynchronize(stream_), "work on the device");
  }

 private:
  const int ordinal_;
  const cudaStream_t stream_;
  Temporary temporary_;
};

class CudaDevice : public Device {
 public:
  CudaDevice(int ordinal, const cudaDeviceProp& properties)
      : ordinal_(ordinal), properties_(properties) {}

  std::string name() const override { return properties_.name; }
  std::string architecture() const override {
    return absl::StrCat("sm_", properties_.major, properties_.minor);
  }
  int64_t memory_bytes() const override { return static_cast<int64_t>(properties_.totalGlobalMem); }
  int64_t free_bytes() const override {
    size_t free = 0, all = 0;
    cudaSetDevice(ordinal_);
    return cudaMemGetInfo(&free, &all) == cudaSuccess ? static_cast<int64_t>(free) : 0;
  }
  int penetrate_workers() const override { return kPenetrateWorkers; }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    cudaSetDevice(ordinal_);
    void* memory = nullptr;
    const absl::Status done = StatusOf(cudaMalloc(&memory, bytes), "allocation on the device");
    if (!done.ok()) return done;
    return memory;
  }
  void Free(void* memory) override {
    cudaSetDevice(ordinal_);
    cudaFree(memory);  // of a lost device it fails, and the memory is gone with it
  }
  absl::StatusOr<void*> AllocatePinned(size_t bytes) override {
    cudaSetDevice(ordinal_);
    void* memory = nullptr;
    const absl::Status done = StatusOf(cudaMallocHost(&memory, bytes), "pinned allocation");
    if (!done.ok()) return done;
    return memory;
  }
  void FreePinned(void* memory) override { cudaFreeHost(memory); }

  absl::StatusOr<std::unique_ptr<Stream>> NewStream() override {
    cudaSetDevice(ordinal_);
    cudaStream_t stream = nullptr;
    const absl::Status done =
        StatusOf(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a new stream");
    if (!done.ok()) return done;
    return std::make_unique<CudaStream>(ordinal_, stream);
  }

 private:
  const int ordinal_;
  const cudaDeviceProp properties_;
};

}  // namespace

absl::StatusOr<int> CountCudaDevices() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (error == cudaErrorInsufficientDriver) {  // that is what is said without one, too
    return absl::FailedPreconditionError(
        "no CUDA device can be used: there is no NVIDIA driver, or it is older than this build's "
        "CUDA");
  }
  if (error != cudaSuccess) {
    return absl::FailedPreconditionError(
        absl::StrCat("no CUDA device can be used: ", cudaGetErrorString(error)));
  }
  if (count == 0) return absl::FailedPreconditionError("there is no CUDA device");
  return count;
}

absl::StatusOr<std::unique_ptr<Device>> MakeCudaDevice(int ordinal) {
  cudaDeviceProp properties;
  absl::Status done = StatusOf(cudaSetDevice(ordinal), "choice of the device");
  if (done.ok()) done = StatusOf(cudaGetDeviceProperties(&properties, ordinal), "its properties");
  if (!done.ok()) return done;
  if (const cudaError_t missing = FindKernels(); missing != cudaSuccess) {
    cudaGetLastError();
    return absl::FailedPreconditionError(absl::StrCat(
        "no code for device ", ordinal, ", ", properties.name, " of compute capability ",
        properties.major, ".", properties.minor, ": ", cudaGetErrorString(missing)));
  }
  return std::make_unique<CudaDevice>(ordinal, properties);
}

}  // namespace farpoint
