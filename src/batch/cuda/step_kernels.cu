#include "src/batch/cuda/step_kernels.h"

#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <variant>

#include "src/batch/cuda/curved_step_code.h"
#include "src/batch/cuda/hull_step_code.h"

namespace farpoint {
namespace {

constexpr int kThreadsPerBlock = 128;

int BlocksFor(int64_t threads) {
  return static_cast<int>((threads + kThreadsPerBlock - 1) / kThreadsPerBlock);
}

// A thread an entry, in as many rounds as the grid needs.
template <class OneStep>
__global__ void __launch_bounds__(kThreadsPerBlock) StepKernel(OneStep step, StepRange range) {
  const int32_t worker = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  const int32_t workers = static_cast<int32_t>(gridDim.x * blockDim.x);
  const int32_t n = range.count != nullptr ? *range.count : range.most;
  for (int32_t k = worker; k < n; k += workers) {
    cuda::Do(step, range.which != nullptr ? range.which[k] : k, worker);
  }
}

__global__ void CountUp(int32_t* places, int32_t n) {
  const int32_t i = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) places[i] = i;
}

struct IsAtStage {
  const PairStage* stage;
  PairStage wanted;
  __host__ __device__ bool operator()(int32_t i) const { return stage[i] == wanted; }
};

template <class OneStep>
int ThreadsOf(const OneStep& /*step*/, int32_t most) {
  return most;
}
int ThreadsOf(const PenetrateStep& /*step*/, int32_t most) {
  return most < kPenetrateWorkers ? most : kPenetrateWorkers;
}

}  // namespace

cudaError_t FindKernels() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, StepKernel<SearchStep>);
}

cudaError_t LaunchStep(const Step& step, const StepRange& range, cudaStream_t stream) {
  if (range.most == 0) return cudaSuccess;
  std::visit(
      [&](const auto& one) {
        StepKernel<<<BlocksFor(ThreadsOf(one, range.most)), kThreadsPerBlock, 0, stream>>>(one,
                                                                                           range);
      },
      step);
  return cudaGetLastError();
}

cudaError_t SelectStage(void* temporary, size_t* bytes, const PairStage* stage, int32_t n,
                        PairStage wanted, int32_t* which, int32_t* count, cudaStream_t stream) {
  return cub::DeviceSelect::If(temporary, *bytes, thrust::counting_iterator<int32_t>(0), which,
                               count, n, IsAtStage{stage, wanted}, stream);
}

cudaError_t OrderKeys(void* temporary, size_t* bytes, uint64_t* keys, uint64_t* spare_keys,
                      int32_t* spare_places, int key_bits, int32_t n, int32_t* which,
                      cudaStream_t stream) {
  if (temporary != nullptr && n > 0) {
    CountUp<<<BlocksFor(n), kThreadsPerBlock, 0, stream>>>(spare_places, n);
    if (const cudaError_t failed = cudaGetLastError(); failed != cudaSuccess) return failed;
  }
  return cub::DeviceRadixSort::SortPairs(temporary, *bytes, keys, spare_keys, spare_places, which,
                                         n, 0, key_bits, stream);
}

}  // namespace farpoint
