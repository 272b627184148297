// How close does an arm come to a shelf? Uploads a real arm's collision meshes and a shelf, asks
// every link–obstacle pair of every configuration in one call, and checks what comes back.
//
//   arm_poses.py > arm.json
//   robot_shelf --server=127.0.0.1:50051 arm.json
//
// Ends with 1 if an answer is not what the contract promises.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/client.h"
#include "examples/robot_shelf/arm.h"
#include "examples/robot_shelf/shelf.h"

namespace robot_shelf {
namespace {

using farpoint::CollisionState;
using farpoint::Questions;
using farpoint::Vec3d;

constexpr double kLargestErrorBound = 1e-9;  // metres

// Every pair of a link and an obstacle, configuration by configuration, link by link: the pair of
// obstacle o and link l in configuration c is number (c · links + l) · obstacles + o.
struct Scene {
  Arm arm;
  std::vector<Obstacle> shelf;
  std::vector<std::string> link_ids, obstacle_ids;  // geometries

  size_t PairsAConfiguration() const { return arm.links() * shelf.size(); }

  void AddConfiguration(size_t configuration, const std::vector<uint32_t>& obstacles,
                        Questions& questions) const {
    for (size_t l = 0; l < arm.links(); ++l) {
      const uint32_t link = questions.AddObject(link_ids[l], arm.link_poses[configuration][l]);
      for (const uint32_t obstacle : obstacles) questions.AddPair(link, obstacle);
    }
  }

  std::vector<uint32_t> AddShelf(Questions& questions) const {
    std::vector<uint32_t> obstacles;
    for (size_t o = 0; o < shelf.size(); ++o) {
      obstacles.push_back(questions.AddObject(obstacle_ids[o], shelf[o].pose));
    }
    return obstacles;
  }

  // "panda_hand_0 and can 3, configuration 17"
  std::string PairName(size_t pair) const {
    return absl::StrCat(arm.link_names[pair / shelf.size() % arm.links()], " and ",
                        shelf[pair % shelf.size()].name, ", configuration ",
                        pair / PairsAConfiguration());
  }
};

absl::StatusOr<Scene> UploadScene(farpoint::Client& client, Arm arm) {
  Scene scene;
  scene.arm = std::move(arm);
  scene.shelf = MakeShelf();
  std::vector<farpoint::Shape> shapes = scene.arm.link_shapes;
  for (const Obstacle& obstacle : scene.shelf) shapes.push_back(obstacle.shape);
  absl::StatusOr<std::vector<std::string>> ids = client.Upload(shapes);
  if (!ids.ok()) return ids.status();
  const auto first_obstacle = ids->begin() + static_cast<ptrdiff_t>(scene.arm.links());
  scene.link_ids.assign(ids->begin(), first_obstacle);
  scene.obstacle_ids.assign(first_obstacle, ids->end());
  return scene;
}

// The contract, checked on what came back: status, error bound, witness points, and that the same
// distance and Collide say the same.
absl::Status CheckAnswers(const Scene& scene, const farpoint::DistanceAnswers& answers,
                          const farpoint::CollideAnswers& collisions) {
  for (size_t i = 0; i < answers.size(); ++i) {
    const auto wrong = [&](const char* what) {
      return absl::InternalError(absl::StrCat(scene.PairName(i), ": ", what));
    };
    const double distance = answers.distance[i], bound = answers.error_bound[i];
    if (answers.status[i] != farpoint::PairStatus::kOk) {
      return wrong(farpoint::StatusName(answers.status[i]));
    }
    if (!(bound >= 0 && bound <= kLargestErrorBound)) return wrong("error bound");
    const Vec3d &a = answers.point_a[i], &b = answers.point_b[i], &n = answers.normal[i];
    const double gap = std::hypot(b.x - a.x - distance * n.x, b.y - a.y - distance * n.y,
                                  b.z - a.z - distance * n.z);
    if (!(gap <= kLargestErrorBound)) return wrong("witness points");
    const CollisionState state = distance - bound > 0    ? CollisionState::kFree
                                 : distance + bound <= 0 ? CollisionState::kColliding
                                                         : CollisionState::kUndecided;
    if (collisions.state[i] != state) return wrong("Collide and Distance disagree");
  }
  return absl::OkStatus();
}

// The state of a whole configuration: free if all its pairs are, colliding if any pair is.
CollisionState ConfigurationState(const std::vector<CollisionState>& states, size_t first,
                                  size_t count) {
  const auto begin = states.begin() + static_cast<ptrdiff_t>(first);
  const auto end = begin + static_cast<ptrdiff_t>(count);
  if (std::count(begin, end, CollisionState::kColliding) > 0) return CollisionState::kColliding;
  if (std::count(begin, end, CollisionState::kFree) == end - begin) return CollisionState::kFree;
  return CollisionState::kUndecided;
}

absl::Status Run(const std::string& server, const std::string& arm_file) {
  absl::StatusOr<Arm> arm = ReadArm(arm_file);
  if (!arm.ok()) return arm.status();
  absl::StatusOr<farpoint::Client> client = farpoint::Client::Connect(server);
  if (!client.ok()) return client.status();
  const auto before = client->GetServerInfo();
  if (!before.ok()) return before.status();
  absl::StatusOr<Scene> scene = UploadScene(*client, *std::move(arm));
  if (!scene.ok()) return scene.status();

  Questions questions;
  const std::vector<uint32_t> obstacles = scene->AddShelf(questions);
  for (size_t c = 0; c < scene->arm.configurations(); ++c) {
    scene->AddConfiguration(c, obstacles, questions);
  }
  const auto start = std::chrono::steady_clock::now();
  const auto answers = client->Distance(questions);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!answers.ok()) return answers.status();
  const auto collisions = client->Collide(questions);
  if (!collisions.ok()) return collisions.status();
  const auto info = client->GetServerInfo();
  if (!info.ok()) return info.status();

  std::printf(
      "arm        %s: %zu link shapes, %zu configurations; shelf: %zu boxes and cylinders\n",
      scene->arm.name.c_str(), scene->arm.links(), scene->arm.configurations(),
      scene->shelf.size());
  std::printf("server     %s, backend %s (%s)\n", info->version.c_str(), info->backend.c_str(),
              info->instruction_set.c_str());
  std::printf("resident   %lld geometries, %lld bytes\n",
              static_cast<long long>(info->residents.geometries),
              static_cast<long long>(info->residents.bytes));
  std::printf("asked      %zu pairs in %.3f s: %.0f pairs/s\n", answers->size(), took.count(),
              static_cast<double>(answers->size()) / took.count());

  if (absl::Status status = CheckAnswers(*scene, *answers, *collisions); !status.ok()) {
    return status;
  }
  if (info->counters.pairs - before->counters.pairs !=
      static_cast<int64_t>(2 * questions.pairs())) {
    return absl::InternalError("the server counted another number of pairs");
  }

  size_t free = 0, colliding = 0;
  size_t closest = 0, deepest = 0;  // pairs: of the free configurations, and of all
  double closest_distance = std::numeric_limits<double>::infinity();
  const size_t count = scene->PairsAConfiguration();
  for (size_t c = 0; c < scene->arm.configurations(); ++c) {
    const auto first = answers->distance.begin() + static_cast<ptrdiff_t>(c * count);
    const auto least = std::min_element(first, first + static_cast<ptrdiff_t>(count));
    const auto pair = static_cast<size_t>(least - answers->distance.begin());
    if (*least < answers->distance[deepest]) deepest = pair;
    const CollisionState state = ConfigurationState(collisions->state, c * count, count);
    if (state == CollisionState::kColliding) ++colliding;
    if (state == CollisionState::kFree) {
      ++free;
      if (*least < closest_distance) {
        closest_distance = *least;
        closest = pair;
      }
    }
  }
  if (free == 0 || colliding == 0) {
    return absl::InternalError("the configurations are not representative");
  }

  // Equal questions have equal answers, to the bit, in whatever batch they are asked.
  Questions again;
  const size_t configuration = closest / count;
  scene->AddConfiguration(configuration, scene->AddShelf(again), again);
  const auto same = client->Distance(again);
  if (!same.ok()) return same.status();
  if (std::memcmp(same->distance.data(), &answers->distance[configuration * count],
                  count * sizeof(double)) != 0) {
    return absl::InternalError("asked alone, a configuration has other distances");
  }

  std::printf("closest    %.6f m: %s\n", closest_distance, scene->PairName(closest).c_str());
  std::printf("deepest    %.6f m: %s\n", answers->distance[deepest],
              scene->PairName(deepest).c_str());
  std::printf("error      at most %.1e m\n",
              *std::max_element(answers->error_bound.begin(), answers->error_bound.end()));
  std::printf("free       %zu of %zu configurations; %zu colliding, %zu undecided\n", free,
              scene->arm.configurations(), colliding,
              scene->arm.configurations() - free - colliding);
  return absl::OkStatus();
}

}  // namespace
}  // namespace robot_shelf

int main(int argc, char** argv) {
  const std::string option = "--server=";
  if (argc != 3 || std::string(argv[1]).rfind(option, 0) != 0) {
    std::fprintf(stderr, "usage: robot_shelf --server=ADDRESS ARM.json\n");
    return 2;
  }
  const absl::Status status = robot_shelf::Run(argv[1] + option.size(), argv[2]);
  if (!status.ok()) std::fprintf(stderr, "robot_shelf: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
