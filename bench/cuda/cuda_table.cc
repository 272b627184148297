// Pairs a second on a CUDA device, as a table in Markdown: the float32 kernels alone, with the
// float64 finish and proof, with the copies, and through the backend, which answers what is left.
//
//   cuda_table [--pairs=N] [--repetitions=N] [--json=PATH] [--host]
//
// --host measures the host executor instead, to see that the program works. Medians of wall time.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "bench/cuda/crowd.h"
#include "src/batch/cuda/cuda_backend.h"
#include "src/batch/cuda/host_device.h"
#ifdef FARPOINT_HAVE_CUDA
#include "src/batch/cuda/cuda_device.h"
#endif

namespace farpoint::bench {
namespace {

struct Arguments {
  int pairs = kMostPairs, repetitions = 9;
  std::string json;
  bool host = false;
};

absl::StatusOr<std::unique_ptr<Device>> NewDevice(bool host) {
  if (host) return MakeHostDevice({});
#ifdef FARPOINT_HAVE_CUDA
  if (const auto count = CountCudaDevices(); !count.ok()) return count.status();
  return MakeCudaDevice(0);
#else
  return absl::FailedPreconditionError("built without CUDA");
#endif
}

double MedianSeconds(int repetitions, const std::function<void()>& run) {
  run();  // memory comes with the first
  std::vector<double> times;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = std::chrono::steady_clock::now();
    run();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  return times[repetitions / 2];
}

void Check(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << "cuda_table: " << status << std::endl;
  std::exit(1);
}

// Pairs a second.
struct Rates {
  double search, finished, copied, backend;
  double left;  // share of the pairs that the steps leave
};

Rates Measure(const Arguments& arguments, const Batch& batch, bool sort) {
  auto device = NewDevice(arguments.host);
  Check(device.status());
  const auto n = static_cast<int32_t>(batch.pair_a.size());
  std::vector<uint32_t> places(batch.pair_a.size());
  std::iota(places.begin(), places.end(), 0u);
  std::vector<PairAnswer> answers(places.size());
  std::vector<uint32_t> left;
  const std::atomic<bool> stop{false};
  Rates rates{};
  {
    ResidentStore store(device->get(), (*device)->free_bytes() / 2);
    auto launch = PairLaunch::Create(device->get(), {.most_pairs = n, .sort = sort});
    Check(launch.status());
    PairLaunch& run = **launch;
    Check(run.Stage(&store, batch, places.data(), n));
    Check(run.Wait());
    const auto rate = [&](const std::function<void()>& work) {
      return n / MedianSeconds(arguments.repetitions, work);
    };
    rates.search = rate([&] {
      Check(run.Search());
      Check(run.Wait());
    });
    rates.finished = rate([&] {
      Check(run.Search());
      Check(run.Finish(stop));
      Check(run.Wait());
    });
    rates.copied = rate([&] {
      left.clear();
      Check(run.Run(&store, batch, places.data(), n, stop, answers.data(), &left));
    });
    rates.left = static_cast<double>(left.size()) / n;
  }
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(*std::move(device));
  CudaBackendOptions options;
  options.launch.sort = sort;
  auto backend = MakeCudaBackend(std::move(devices), options);
  Check(backend.status());
  const auto shared = std::make_shared<const Batch>(batch);
  rates.backend =
      n / MedianSeconds(arguments.repetitions, [&] {
        std::promise<absl::StatusOr<Answers>> promise;
        (*backend)->Run(shared, std::make_shared<CancelFlag>(false),
                        [&](absl::StatusOr<Answers> a) { promise.set_value(std::move(a)); });
        Check(promise.get_future().get().status());
      });
  return rates;
}

int Main(const Arguments& arguments) {
  auto device = NewDevice(arguments.host);
  Check(device.status());
  const std::string name = (*device)->name();
  device->reset();
  std::printf("%s, %d pairs a launch, millions of pairs a second\n\n", name.c_str(),
              arguments.pairs);
  std::printf("| hulls | lie | order | float32 | and proven | and copied | backend | left |\n");
  std::printf("| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
  nlohmann::json rows = nlohmann::json::array();
  for (const int vertices : {8, 32, 128, 512, 2048, 0}) {
    const std::string hulls = vertices > 0 ? std::to_string(vertices) : "robot mix";
    for (const Lie lie : kLies) {
      const Batch batch = MakeCrowd(vertices, lie, arguments.pairs);
      for (const bool sort : {true, false}) {
        const Rates r = Measure(arguments, batch, sort);
        const char* order = sort ? "sorted" : "as asked";
        std::printf("| %s | %s | %s | %.1f | %.1f | %.1f | %.1f | %.2g %% |\n", hulls.c_str(),
                    NameOf(lie), order, r.search / 1e6, r.finished / 1e6, r.copied / 1e6,
                    r.backend / 1e6, 100 * r.left);
        std::fflush(stdout);
        rows.push_back({{"device", name},
                        {"hulls", hulls},
                        {"lie", NameOf(lie)},
                        {"sorted", sort},
                        {"float32_pairs_per_s", r.search},
                        {"proven_pairs_per_s", r.finished},
                        {"copied_pairs_per_s", r.copied},
                        {"backend_pairs_per_s", r.backend},
                        {"left", r.left}});
      }
    }
  }
  if (!arguments.json.empty()) std::ofstream(arguments.json) << rows.dump(1) << '\n';
  return 0;
}

}  // namespace
}  // namespace farpoint::bench

int main(int argc, char** argv) {
  farpoint::bench::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    absl::string_view value = argv[i];
    bool known = true;
    if (value == "--host") {
      arguments.host = true;
    } else if (absl::ConsumePrefix(&value, "--json=")) {
      arguments.json = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--pairs=")) {
      known = absl::SimpleAtoi(value, &arguments.pairs) && arguments.pairs > 0 &&
              arguments.pairs <= farpoint::kMostPairs;
    } else if (absl::ConsumePrefix(&value, "--repetitions=")) {
      known = absl::SimpleAtoi(value, &arguments.repetitions) && arguments.repetitions > 0;
    } else {
      known = false;
    }
    if (!known) {
      std::cerr << "cuda_table [--pairs=1…" << farpoint::kMostPairs
                << "] [--repetitions=N] [--json=PATH] [--host]\n";
      return 2;
    }
  }
  return farpoint::bench::Main(arguments);
}
