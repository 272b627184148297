#include "client/wire.h"

namespace farpoint::client {
namespace {

absl::Time ReadTime(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
}

ServerLimits ReadLimits(const v1::Limits& m) {
  ServerLimits limits;
  limits.max_message_bytes = m.max_message_bytes();
  limits.max_pairs = m.max_pairs();
  limits.max_objects = m.max_objects();
  limits.max_ids = m.max_ids();
  limits.max_vertices = m.max_vertices();
  limits.max_hull_vertices = m.max_hull_vertices();
  limits.max_page_size = m.max_page_size();
  limits.memory_limit_bytes = m.memory_limit_bytes();
  limits.max_pairs_in_flight = m.max_pairs_in_flight();
  limits.max_bytes_in_flight = m.max_bytes_in_flight();
  limits.max_concurrent_streams = m.max_concurrent_streams();
  limits.max_field_resolution = m.max_field_resolution();
  limits.field_memory_bytes = m.field_memory_bytes();
  return limits;
}

}  // namespace

GeometryReport ReadGeometry(const v1::Geometry& m) {
  GeometryReport report;
  report.id = m.id();
  report.kind = m.kind();
  report.vertices_given = m.vertices_given();
  report.hull_vertices = m.hull_vertices();
  report.hull_faces = m.hull_faces();
  report.volume = m.volume();
  if (m.centre_xyz_size() == 3) {
    report.centre = {m.centre_xyz(0), m.centre_xyz(1), m.centre_xyz(2)};
  }
  report.bounding_radius = m.bounding_radius();
  report.resident_bytes = m.resident_bytes();
  if (m.has_expire_time()) report.expire_time = ReadTime(m.expire_time());
  return report;
}

ServerInfo ReadServerInfo(const v1::GetServerInfoResponse& m) {
  ServerInfo info;
  info.version = m.version();
  info.build = m.build();
  info.backend = m.backend();
  info.instruction_set = m.instruction_set();
  for (const v1::Device& device : m.devices()) {
    info.devices.push_back({device.name(), device.concurrency(), device.memory_bytes(),
                            device.memory_limit_bytes(), device.resident_bytes(),
                            device.resident_geometries(), device.lost()});
  }
  info.limits = ReadLimits(m.limits());
  info.residents = {m.residents().geometries(), m.residents().bytes(), m.residents().field_bytes()};
  info.counters = {m.counters().calls(), m.counters().pairs(), m.counters().geometries(),
                   m.counters().bytes(), m.counters().devices_lost()};
  if (m.has_start_time()) info.start_time = ReadTime(m.start_time());
  return info;
}

}  // namespace farpoint::client
