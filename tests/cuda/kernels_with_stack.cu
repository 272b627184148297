// Farpoint: kernels that keep to registers and kernels that do not, each in its own way: what
// kernel_resources.py is tried on. Never linked into anything.

namespace farpoint {
namespace {

__device__ __noinline__ float Callee(const float* p, int n) {
  float a[64];
  for (int i = 0; i < 64; ++i) a[i] = p[i];
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[(i * 7 + n) & 63];
  return sum;
}

}  // namespace

__global__ void Lean(float* x) { x[threadIdx.x] *= 2; }

// An array that is indexed at run time lives in a stack frame. Nothing spills.
__global__ void Framed(float* x, int n) {
  float a[32];
  for (int i = 0; i < 32; ++i) a[i] = x[i];
  for (int i = 0; i < n; ++i) x[i] = a[(x[i] > 0 ? i : 3) & 31];
}

// The frame is the callee's.
__global__ void CallsFramed(float* x, int n) { x[0] = Callee(x, n); }

// 40 doubles that live at once do not fit into the 32 registers that 2048 threads leave to each.
template <int kValues>
__global__ void __launch_bounds__(1024, 2) Spills(double* x, int n) {
  double v[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) v[i] = x[i * n + threadIdx.x];
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < kValues; ++i) v[i] = v[i] * v[(i + 7) % kValues] + k;
  }
#pragma unroll
  for (int i = 0; i < kValues; ++i) x[i * n + threadIdx.x] = v[i];
}
template __global__ void Spills<40>(double* x, int n);

}  // namespace farpoint

// A library's kernel: listed, not judged.
namespace cub {
__global__ void LibraryFramed(float* x, int n) {
  float a[32];
  for (int i = 0; i < 32; ++i) a[i] = x[i];
  for (int i = 0; i < n; ++i) x[i] = a[(x[i] > 0 ? i : 3) & 31];
}
}  // namespace cub
