// The smallest useful program: two shapes, one question.
//
//   farpointd & first_question [HOST:PORT | unix:PATH]

#include <cstdio>

#include "absl/status/statusor.h"
#include "client/client.h"

static void Ask(const char* server) {
  auto client = farpoint::Client::Connect(server).value();  // value() throws what went wrong
  std::string cup = client.Upload(farpoint::Cylinder{.radius = 0.04, .length = 0.1}).value();
  std::string shelf = client.Upload(farpoint::Box{.size = {1, 0.3, 0.02}}).value();

  farpoint::Questions questions;
  uint32_t a = questions.AddObject(cup, {.position = {0, 0, 0.2}});
  uint32_t b = questions.AddObject(shelf, {.position = {0, 0, 0}});
  questions.AddPair(a, b);
  auto answers = client.Distance(questions).value();

  std::printf("%g m apart, proven within %.1e m\n", answers.distance[0], answers.error_bound[0]);
}

int main(int argc, char** argv) {
  try {
    Ask(argc > 1 ? argv[1] : "127.0.0.1:50051");
  } catch (const absl::BadStatusOrAccess& error) {
    std::fprintf(stderr, "first_question: %s\n", error.status().ToString().c_str());
    return 1;
  }
}
