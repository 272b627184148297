// The device's float32 stage finds what the CPU's float32 stage finds, pair by pair.

#include "src/batch/cuda/gjk_kernels.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace farpoint {
namespace {

using scalar::Norm;

// An array on the device; the pointer is all that a query needs.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& host) : size_(host.size()) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T)), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  std::vector<T> Download() const {
    std::vector<T> host(size_);
    EXPECT_EQ(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return host;
  }

 private:
  size_t size_;
  T* data_ = nullptr;
};

std::vector<Vec3f> RandomHull(std::mt19937& rng, int count) {
  std::normal_distribution<float> gauss;
  std::vector<Vec3f> vertices;
  for (int i = 0; i < count; ++i) {
    const Vec3f v{gauss(rng), gauss(rng), gauss(rng)};
    const float scale = 1 / Norm(v);
    vertices.push_back({v.x * scale, v.y * scale, v.z * scale});
  }
  return vertices;
}

TEST(GjkKernelTest, AgreesWithTheCpuOnHullsAndCurvedCores) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    GTEST_SKIP() << "no CUDA device here: the kernels are compiled and linked, not run";
  }
  std::mt19937 rng(7);
  const std::vector<Vec3f> hull = RandomHull(rng, 50);
  const DeviceArray<Vec3f> device_hull(hull);
  CoreView<float> core;
  std::vector<CoreView<float>> host_cores, cores;
  for (CoreKind kind :
       {CoreKind::kVertices, CoreKind::kEllipsoid, CoreKind::kCylinder, CoreKind::kCone}) {
    core.kind = kind;
    core.parameters = {0.5f, kind == CoreKind::kEllipsoid ? 0.7f : 0.5f, 1.0f};
    core.count = static_cast<int32_t>(hull.size());
    core.vertices = hull.data();
    host_cores.push_back(core);
    core.vertices = device_hull.get();
    cores.push_back(core);
  }

  constexpr int kPairs = 4096;
  std::vector<uint32_t> a(kPairs), b(kPairs);
  std::vector<Mat3<float>> rotations(kPairs, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  std::vector<Vec3f> translations(kPairs);
  std::uniform_real_distribution<float> offset(-4, 4);
  for (int i = 0; i < kPairs; ++i) {
    a[i] = rng() % cores.size();
    b[i] = rng() % cores.size();
    translations[i] = {offset(rng), offset(rng), offset(rng)};
  }
  const DeviceArray<CoreView<float>> device_cores(cores);
  const DeviceArray<uint32_t> device_a(a), device_b(b);
  const DeviceArray<Mat3<float>> device_rotations(rotations);
  const DeviceArray<Vec3f> device_translations(translations);
  const DeviceArray<CudaGjkResult> results{std::vector<CudaGjkResult>(kPairs)};
  const GjkOptions<float> options{1e-5f, 1e-7f, 1e-6f, INFINITY, 64};
  ASSERT_EQ(LaunchGjk({device_cores.get(), device_a.get(), device_b.get(), device_rotations.get(),
                       device_translations.get(), results.get()},
                      options, kPairs, nullptr),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);

  const std::vector<CudaGjkResult> found = results.Download();
  int apart = 0;
  for (int i = 0; i < kPairs; ++i) {
    scalar::MinkowskiDifference<float> difference;
    difference.Set(host_cores[a[i]], host_cores[b[i]], rotations[i], translations[i]);
    scalar::GjkState<float> state;
    state.Start({-translations[i].x, -translations[i].y, -translations[i].z});
    scalar::RunGjk(difference, options, &state);
    const float distance = state.inside ? 0 : Norm(state.v);
    if (distance < 1e-3f) continue;  // at touch the two may differ in what they call inside
    ++apart;
    EXPECT_FALSE(found[i].inside) << "pair " << i;
    EXPECT_NEAR(Norm(found[i].v), distance, 1e-4f) << "pair " << i;
  }
  EXPECT_GT(apart, kPairs / 2);
  EXPECT_LT(apart, kPairs);
}

}  // namespace
}  // namespace farpoint
