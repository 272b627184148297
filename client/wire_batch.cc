#include <limits>
#include <numeric>

#include "client/wire.h"

namespace farpoint::client {
namespace {

constexpr uint32_t kNotInPart = std::numeric_limits<uint32_t>::max();

// For each entry of the batch its place in the part.
std::vector<uint32_t> Places(size_t count, const std::vector<uint32_t>& in_part) {
  std::vector<uint32_t> places(count, kNotInPart);
  for (uint32_t i = 0; i < in_part.size(); ++i) places[in_part[i]] = i;
  return places;
}

std::vector<uint32_t> Identity(size_t count) {
  std::vector<uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0u);
  return indices;
}

void WriteObjects(const Questions& questions, const std::vector<uint32_t>& objects,
                  const std::vector<uint32_t>& geometry_place, v1::Objects* message) {
  const int k = static_cast<int>(objects.size());
  v1::Poses* poses = message->mutable_poses_f64();
  message->mutable_geometry_index()->Reserve(k);
  poses->mutable_position_xyz()->Reserve(3 * k);
  poses->mutable_orientation_xyzw()->Reserve(4 * k);
  for (uint32_t object : objects) {
    message->add_geometry_index(geometry_place[questions.object_geometry()[object]]);
    const Pose& pose = questions.poses()[object];
    for (double c : {pose.position.x, pose.position.y, pose.position.z}) {
      poses->add_position_xyz(c);
    }
    const Quaternion& q = pose.orientation;
    for (double c : {q.x, q.y, q.z, q.w}) poses->add_orientation_xyzw(c);
    if (questions.any_padding()) message->add_padding(questions.padding()[object]);
  }
}

}  // namespace

void WriteBatch(const Questions& questions, const Part& part, v1::PairBatch* message) {
  v1::Objects* objects = message->mutable_objects();
  v1::IndexPairs* pairs = message->mutable_index_pairs();
  const int n = static_cast<int>(part.end - part.begin);
  pairs->mutable_a()->Reserve(n);
  pairs->mutable_b()->Reserve(n);
  if (part.whole) {
    for (const std::string& id : questions.geometry_ids()) objects->add_geometry_ids(id);
    WriteObjects(questions, Identity(questions.objects()),
                 Identity(questions.geometry_ids().size()), objects);
    pairs->mutable_a()->Add(questions.pair_a().begin(), questions.pair_a().end());
    pairs->mutable_b()->Add(questions.pair_b().begin(), questions.pair_b().end());
    return;
  }
  for (uint32_t g : part.geometries) objects->add_geometry_ids(questions.geometry_ids()[g]);
  WriteObjects(questions, part.objects, Places(questions.geometry_ids().size(), part.geometries),
               objects);
  const std::vector<uint32_t> place = Places(questions.objects(), part.objects);
  for (size_t i = part.begin; i < part.end; ++i) {
    pairs->add_a(place[questions.pair_a()[i]]);
    pairs->add_b(place[questions.pair_b()[i]]);
  }
}

void WriteOptions(const QueryOptions& query, v1::SolverOptions* solver,
                  v1::ResultOptions* results) {
  if (query.max_distance) solver->set_max_distance(*query.max_distance);
  if (query.tolerance) solver->set_tolerance(*query.tolerance);
  results->set_precision(v1::PRECISION_FLOAT64);
  results->set_witness_points(query.witness_points);
  results->set_normals(query.normals);
  results->set_iterations(query.iterations);
}

}  // namespace farpoint::client
