// The smallest useful program: two shapes, one question.
//
//   farpointd & first_question [HOST:PORT]

#include <cstdio>

#include "client/client.h"

int main(int argc, char** argv) {
  auto client = farpoint::Client::Connect(argc > 1 ? argv[1] : "127.0.0.1:50051");
  if (!client.ok()) return std::fprintf(stderr, "%s\n", client.status().ToString().c_str()), 1;
  auto ids = client->Upload(
      {farpoint::Cylinder{.radius = 0.04, .length = 0.1}, farpoint::Box{.size = {1, 0.3, 0.02}}});
  if (!ids.ok()) return std::fprintf(stderr, "%s\n", ids.status().ToString().c_str()), 1;
  farpoint::Questions questions;
  const uint32_t cup = questions.AddObject(ids->at(0), {.position = {0, 0, 0.2}});
  const uint32_t shelf = questions.AddObject(ids->at(1), {});
  questions.AddPair(cup, shelf);
  auto answers = client->Distance(questions);
  if (!answers.ok()) return std::fprintf(stderr, "%s\n", answers.status().ToString().c_str()), 1;
  std::printf("%g m apart, proven within %.1e m\n", answers->distance[0], answers->error_bound[0]);
}
