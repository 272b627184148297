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

// Where each object of the batch is in the part. In a whole batch an index out of range stays as
// it is, for the server to refuse it by name.
class ObjectPlaces {
 public:
  ObjectPlaces(const Questions& questions, const Part& part) : whole_(part.whole) {
    if (!whole_) place_ = Places(questions.objects(), part.objects);
  }
  uint32_t operator()(uint32_t object) const { return whole_ ? object : place_[object]; }

 private:
  const bool whole_;
  std::vector<uint32_t> place_;
};

void WriteGroup(const std::vector<uint32_t>& group, size_t begin, size_t end,
                const ObjectPlaces& place, google::protobuf::RepeatedField<uint32_t>* out) {
  out->Reserve(static_cast<int>(end - begin));
  for (size_t i = begin; i < end; ++i) out->Add(place(group[i]));
}

}  // namespace

void WriteBatch(const Questions& questions, const Part& part, v1::PairBatch* message) {
  v1::Objects* objects = message->mutable_objects();
  const size_t geometries = questions.geometry_ids().size();
  if (part.whole) {
    for (const std::string& id : questions.geometry_ids()) objects->add_geometry_ids(id);
    WriteObjects(questions, Identity(questions.objects()), Identity(geometries), objects);
  } else {
    for (uint32_t g : part.geometries) objects->add_geometry_ids(questions.geometry_ids()[g]);
    WriteObjects(questions, part.objects, Places(geometries, part.geometries), objects);
  }
  const ObjectPlaces place(questions, part);
  if (part.block) {
    const Questions::Product& all = *questions.AsOneProduct();
    v1::GroupProduct* product = message->mutable_product();
    WriteGroup(all.a, part.block->a_begin, part.block->a_end, place, product->mutable_a());
    WriteGroup(all.b, part.block->b_begin, part.block->b_end, place, product->mutable_b());
    return;
  }
  v1::IndexPairs* pairs = message->mutable_index_pairs();
  const int n = static_cast<int>(part.end - part.begin);
  pairs->mutable_a()->Reserve(n);
  pairs->mutable_b()->Reserve(n);
  for (size_t i = part.begin; i < part.end; ++i) {
    const auto [a, b] = questions.PairAt(i);
    pairs->add_a(place(a));
    pairs->add_b(place(b));
  }
}

void WriteSolver(const QueryOptions& query, v1::SolverOptions* solver) {
  if (query.max_distance) solver->set_max_distance(*query.max_distance);
  if (query.tolerance) solver->set_tolerance(*query.tolerance);
  // The numbers of these are those of the wire.
  if (query.overlap) solver->set_overlap(static_cast<v1::OverlapMode>(*query.overlap));
  solver->set_field(static_cast<v1::SupportField>(query.field));
  solver->set_field_resolution(static_cast<uint32_t>(query.field_resolution));
  solver->set_gjk_variant(static_cast<v1::GjkVariant>(query.gjk));
}

void WriteResults(const QueryOptions& query, v1::ResultOptions* results) {
  results->set_precision(static_cast<v1::Precision>(query.precision));
  results->set_witness_points(query.witness_points);
  results->set_normals(query.normals);
  results->set_iterations(query.iterations);
}

}  // namespace farpoint::client
