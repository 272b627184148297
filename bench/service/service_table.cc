// Pairs a second through a server, as a table in Markdown: the batches of cuda_table, asked by one
// client over the network, from questions in memory to answers in memory.
//
//   service_table [--server=ADDRESS] [--pairs=N] [--repetitions=N] [--calls=N] [--json=PATH]
//
// all: distance, points and normal in float64; bounds: distance and bound alone in float32;
// collide: the states. Medians of wall time. --calls: parts of a batch that are under way at once.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "bench/cuda/crowd.h"
#include "client/client.h"

namespace farpoint::bench {
namespace {

struct Arguments {
  std::string server = "127.0.0.1:50051", json;
  int pairs = 1 << 18, repetitions = 9, calls = 4;
};

template <class T>
T Value(absl::StatusOr<T> value) {
  if (value.ok()) return *std::move(value);
  std::cerr << "service_table: " << value.status() << std::endl;
  std::exit(1);
}

// The batch as a client asks it; its hulls are made resident.
Questions Ask(Client& client, const Batch& batch) {
  std::vector<Shape> shapes;
  for (const auto& geometry : batch.geometries) shapes.push_back(geometry->shape());
  const std::vector<std::string> ids = Value(client.Upload(shapes));
  Questions questions;
  for (size_t i = 0; i < batch.poses.size(); ++i) {
    questions.AddObject(ids[batch.object_geometry[i]], batch.poses[i]);
  }
  for (size_t i = 0; i < batch.pair_a.size(); ++i) {
    questions.AddPair(batch.pair_a[i], batch.pair_b[i]);
  }
  return questions;
}

// Pairs a second; `run` returns how many pairs it was told about.
double Rate(const Arguments& arguments, const std::function<size_t()>& run) {
  std::vector<double> times;
  for (int r = 0; r <= arguments.repetitions; ++r) {
    const auto start = std::chrono::steady_clock::now();
    if (run() != static_cast<size_t>(arguments.pairs)) {
      std::cerr << "service_table: answers are missing" << std::endl;
      std::exit(1);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (r > 0) times.push_back(took.count());  // the first brings the geometries to the device
  }
  std::nth_element(times.begin(), times.begin() + arguments.repetitions / 2, times.end());
  return arguments.pairs / times[arguments.repetitions / 2];
}

int Main(const Arguments& arguments) {
  ConnectOptions connect;
  connect.max_calls_in_flight = arguments.calls;
  connect.deadline = absl::Minutes(5);
  Client client = Value(Client::Connect(arguments.server, connect));
  const std::string backend = Value(client.GetServerInfo()).backend;
  std::printf("%s, %d pairs a batch, %d calls at once, millions of pairs a second\n\n",
              backend.c_str(), arguments.pairs, arguments.calls);
  std::printf("| hulls | lie | all | bounds | collide |\n| ---: | --- | ---: | ---: | ---: |\n");
  QueryOptions bounds;
  bounds.witness_points = bounds.normals = false;
  bounds.precision = Precision::kFloat32;
  nlohmann::json rows = nlohmann::json::array();
  for (const int vertices : {8, 32, 128, 512, 2048, 0}) {
    const std::string hulls = vertices > 0 ? std::to_string(vertices) : "robot mix";
    for (const Lie lie : kLies) {
      const Questions questions = Ask(client, MakeCrowd(vertices, lie, arguments.pairs));
      const double all = Rate(arguments, [&] { return Value(client.Distance(questions)).size(); });
      const double least =
          Rate(arguments, [&] { return Value(client.Distance(questions, bounds)).size(); });
      const double collide =
          Rate(arguments, [&] { return Value(client.Collide(questions)).state.size(); });
      std::printf("| %s | %s | %.2f | %.2f | %.2f |\n", hulls.c_str(), NameOf(lie), all / 1e6,
                  least / 1e6, collide / 1e6);
      std::fflush(stdout);
      rows.push_back({{"backend", backend},
                      {"hulls", hulls},
                      {"lie", NameOf(lie)},
                      {"all_pairs_per_s", all},
                      {"bounds_pairs_per_s", least},
                      {"collide_pairs_per_s", collide}});
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
    const auto number = [&value](int most, int* out) {
      return absl::SimpleAtoi(value, out) && *out > 0 && *out <= most;
    };
    bool known = true;
    if (absl::ConsumePrefix(&value, "--server=")) {
      arguments.server = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--json=")) {
      arguments.json = std::string(value);
    } else if (absl::ConsumePrefix(&value, "--pairs=")) {
      known = number(1 << 22, &arguments.pairs);
    } else if (absl::ConsumePrefix(&value, "--repetitions=")) {
      known = number(1'000, &arguments.repetitions);
    } else if (absl::ConsumePrefix(&value, "--calls=")) {
      known = number(256, &arguments.calls);
    } else {
      known = false;
    }
    if (!known) {
      std::cerr << "service_table [--server=ADDRESS] [--pairs=N] [--repetitions=N] [--calls=N] "
                   "[--json=PATH]\n";
      return 2;
    }
  }
  return farpoint::bench::Main(arguments);
}
