#include "server/convert/geometry_to_proto.h"

namespace farpoint {

void GeometryToProto(const Resident& resident, v1::Geometry* out) {
  const GeometryFacts& facts = resident.geometry->facts();
  out->set_id(resident.id);
  out->set_kind(ShapeName(resident.geometry->shape()));
  out->set_vertices_given(facts.vertices_given);
  out->set_hull_vertices(facts.hull_vertices);
  out->set_hull_faces(facts.hull_faces);
  out->set_volume(facts.volume);
  for (double c : {facts.centre.x, facts.centre.y, facts.centre.z}) out->add_centre_xyz(c);
  out->set_bounding_radius(facts.bounding_radius);
  out->set_resident_bytes(facts.resident_bytes);
  if (resident.expire_time != absl::InfiniteFuture()) {
    TimeToProto(resident.expire_time, out->mutable_expire_time());
  }
}

void TimeToProto(absl::Time time, google::protobuf::Timestamp* out) {
  const int64_t seconds = absl::ToUnixSeconds(time);  // rounds down
  out->set_seconds(seconds);
  out->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(time - absl::FromUnixSeconds(seconds))));
}

}  // namespace farpoint
