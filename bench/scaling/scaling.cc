// The CPU backend on one thread and on more, the same batch: wall time, interleaved, and whether
// the answers have the same bits.
//
//   bench_scaling [PAIRS] [REPETITIONS]

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <thread>
#include <vector>

#include "src/batch/cpu/cpu_backend.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

constexpr int kHulls = 32, kHullVertices = 128, kObjects = 2'000;

// Objects strewn in a room; one pair in ten or so overlaps.
std::shared_ptr<const Batch> RandomBatch(size_t pairs) {
  RandomShapes random(1);
  auto batch = std::make_shared<Batch>();
  for (int i = 0; i < kHulls; ++i) {
    const Vec3d half{random.Uniform(0.05, 0.2), random.Uniform(0.05, 0.2),
                     random.Uniform(0.05, 0.2)};
    Mesh mesh;
    for (int k = 0; k < kHullVertices; ++k) {
      const Vec3d d = random.Direction();
      mesh.vertices.push_back({half.x * d.x, half.y * d.y, half.z * d.z});
    }
    batch->geometries.push_back(Geometry::Create(mesh, GeometryLimits()).value());
  }
  for (int i = 0; i < kObjects; ++i) {
    batch->object_geometry.push_back(static_cast<uint32_t>(random.Index(kHulls)));
    batch->poses.push_back(random.AnyPose(0.6));
  }
  for (size_t i = 0; i < pairs; ++i) {
    batch->pair_a.push_back(static_cast<uint32_t>(random.Index(kObjects)));
    batch->pair_b.push_back(static_cast<uint32_t>(random.Index(kObjects)));
  }
  return batch;
}

Answers Run(Backend* backend, const std::shared_ptr<const Batch>& batch) {
  std::promise<absl::StatusOr<Answers>> promise;
  backend->Run(
      batch, std::make_shared<CancelFlag>(false),
      [&promise](absl::StatusOr<Answers> answers) { promise.set_value(std::move(answers)); });
  return promise.get_future().get().value();
}

// Of the padding between members nothing is said.
bool SameBits(const PairAnswer& a, const PairAnswer& b) {
  return std::memcmp(&a.distance, &b.distance, offsetof(PairAnswer, status)) == 0 &&
         a.status == b.status && a.iterations == b.iterations;
}

int Main(size_t pairs, int repetitions) {
  const auto batch = RandomBatch(pairs);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<int> threads;
  for (int n = 1; n < cores; n *= 2) threads.push_back(n);
  threads.push_back(cores);
  std::vector<std::unique_ptr<Backend>> backends;
  for (int n : threads) backends.push_back(MakeCpuBackend({.threads = n}));
  const Answers first = Run(backends[0].get(), batch);
  std::vector<std::vector<double>> speedup(threads.size()), rate(threads.size());
  bool equal = true;
  for (int r = 0; r < repetitions; ++r) {
    double one = 0;
    for (size_t i = 0; i < threads.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      const Answers answers = Run(backends[i].get(), batch);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      if (i == 0) one = took.count();
      speedup[i].push_back(one / took.count());
      rate[i].push_back(static_cast<double>(pairs) / took.count());
      for (size_t k = 0; k < pairs; ++k) equal &= SameBits(first.pairs[k], answers.pairs[k]);
    }
  }
  const auto median = [](std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
  };
  for (size_t i = 0; i < threads.size(); ++i) {
    std::printf("%2d threads  %9.0f pairs/s  %.2f times one thread\n", threads[i], median(rate[i]),
                median(speedup[i]));
  }
  std::printf("answers %s\n", equal ? "equal bit by bit" : "DIFFER");
  return equal ? 0 : 1;
}

}  // namespace
}  // namespace farpoint

int main(int argc, char** argv) {
  const long pairs = argc > 1 ? std::atol(argv[1]) : 200'000;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 9;
  if (pairs < 1 || repetitions < 1) return 2;
  return farpoint::Main(static_cast<size_t>(pairs), repetitions);
}
