#include "client/cli/report_json.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace farpoint::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Rfc3339(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E*SZ", time, absl::UTCTimeZone());
}

}  // namespace

Json GeometryJson(const GeometryReport& r) {
  Json json = {{"id", r.id},
               {"kind", r.kind},
               {"vertices_given", r.vertices_given},
               {"hull_vertices", r.hull_vertices},
               {"hull_faces", r.hull_faces},
               {"volume", r.volume},
               {"centre", {r.centre.x, r.centre.y, r.centre.z}},
               {"bounding_radius", r.bounding_radius},
               {"resident_bytes", r.resident_bytes},
               {"expire_time", nullptr}};
  if (r.expire_time != absl::InfiniteFuture()) json["expire_time"] = Rfc3339(r.expire_time);
  return json;
}

Json ServerInfoJson(const ServerInfo& info) {
  Json devices = Json::array();
  for (const ServerInfo::Device& device : info.devices) {
    devices.push_back({{"name", device.name},
                       {"concurrency", device.concurrency},
                       {"memory_bytes", device.memory_bytes},
                       {"memory_limit_bytes", device.memory_limit_bytes},
                       {"resident_bytes", device.resident_bytes},
                       {"resident_geometries", device.resident_geometries},
                       {"lost", device.lost}});
  }
  const ServerLimits& l = info.limits;
  return {{"version", info.version},
          {"build", info.build},
          {"backend", info.backend},
          {"instruction_set", info.instruction_set},
          {"devices", devices},
          {"start_time", Rfc3339(info.start_time)},
          {"limits",
           {{"max_message_bytes", l.max_message_bytes},
            {"max_pairs", l.max_pairs},
            {"max_objects", l.max_objects},
            {"max_ids", l.max_ids},
            {"max_vertices", l.max_vertices},
            {"max_hull_vertices", l.max_hull_vertices},
            {"max_page_size", l.max_page_size},
            {"memory_limit_bytes", l.memory_limit_bytes},
            {"max_pairs_in_flight", l.max_pairs_in_flight},
            {"max_bytes_in_flight", l.max_bytes_in_flight},
            {"max_concurrent_streams", l.max_concurrent_streams},
            {"max_field_resolution", l.max_field_resolution},
            {"field_memory_bytes", l.field_memory_bytes}}},
          {"residents",
           {{"geometries", info.residents.geometries},
            {"bytes", info.residents.bytes},
            {"field_bytes", info.residents.field_bytes}}},
          {"counters",
           {{"calls", info.counters.calls},
            {"pairs", info.counters.pairs},
            {"geometries", info.counters.geometries},
            {"bytes", info.counters.bytes},
            {"devices_lost", info.counters.devices_lost}}}};
}

std::string GeometryLine(const GeometryReport& r) {
  std::string line = absl::StrCat(r.id, "  ", r.kind);
  if (r.vertices_given > 0) {
    absl::StrAppend(&line, "  vertices ", r.vertices_given, "  hull vertices ", r.hull_vertices,
                    "  hull faces ", r.hull_faces);
  }
  absl::StrAppend(&line, absl::StrFormat("  volume %.6g m^3  radius %.6g m  resident %d bytes",
                                         r.volume, r.bounding_radius, r.resident_bytes));
  if (r.expire_time != absl::InfiniteFuture()) {
    absl::StrAppend(&line, "  until ", Rfc3339(r.expire_time));
  }
  return line;
}

}  // namespace farpoint::cli
