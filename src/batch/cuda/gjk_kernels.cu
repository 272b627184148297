// Farpoint: the solver's float32 stage on a CUDA device, one thread a pair, and every support
// beneath it.
//
// The same templates as on the CPU, compiled for the device: this file is what keeps them
// compilable there. Where results meet the CPU's finish and how batches are staged is the CUDA
// backend's business.

#include "src/batch/cuda/gjk_kernels.h"
#include "src/narrowphase/gjk.h"

namespace farpoint {
namespace {

constexpr int kThreadsPerBlock = 128;

int BlocksFor(int64_t count) {
  return static_cast<int>((count + kThreadsPerBlock - 1) / kThreadsPerBlock);
}

__global__ void __launch_bounds__(kThreadsPerBlock)
    SupportKernel(CudaSupportQuery query, int64_t count) {
  const int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int32_t index = -1;
  query.points[i] =
      cuda::CoreSupport(query.cores[query.core_index[i]], query.directions[i], &index);
  query.vertex_indices[i] = index;
}

template <bool kMomentum>
__global__ void __launch_bounds__(kThreadsPerBlock)
    GjkKernel(CudaPairQuery query, GjkOptions<float> options, int64_t count) {
  const int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  cuda::MinkowskiDifference<float> difference;
  difference.Set(query.cores[query.core_a[i]], query.cores[query.core_b[i]], query.rotations[i],
                 query.translations[i]);
  cuda::GjkState<float> state;
  state.Start(cuda::operator-(query.translations[i]));
  cuda::AdvanceGjk<kMomentum>(difference, options, &state);

  CudaGjkResult& r = query.results[i];
  r.v = state.v;
  r.lower = state.lower;
  for (int k = 0; k < 3; ++k) r.simplex[k] = state.slot[k].index;
  r.newest = state.newest.index;
  r.iterations = static_cast<int16_t>(state.iterations);
  r.inside = state.inside;
  r.beyond = state.beyond;
}

}  // namespace

cudaError_t LaunchSupport(const CudaSupportQuery& query, int64_t count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  SupportKernel<<<BlocksFor(count), kThreadsPerBlock, 0, stream>>>(query, count);
  return cudaGetLastError();
}

cudaError_t LaunchGjk(const CudaPairQuery& query, const GjkOptions<float>& options, int64_t count,
                      cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  if (options.variant == GjkVariant::kPlain) {
    GjkKernel<false><<<BlocksFor(count), kThreadsPerBlock, 0, stream>>>(query, options, count);
  } else {
    GjkKernel<true><<<BlocksFor(count), kThreadsPerBlock, 0, stream>>>(query, options, count);
  }
  return cudaGetLastError();
}

}  // namespace farpoint
