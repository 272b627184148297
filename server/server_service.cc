#include "server/server_service.h"

#include "server/convert/geometry_to_proto.h"

namespace farpoint {

grpc::ServerUnaryReactor* ServerService::GetServerInfo(grpc::CallbackServerContext* context,
                                                       const v1::GetServerInfoRequest* /*request*/,
                                                       v1::GetServerInfoResponse* response) {
  response->set_version(FARPOINT_VERSION);
  response->set_build(FARPOINT_BUILD);
  response->set_backend(backend_.name());
  response->set_instruction_set(backend_.instruction_set());
  FillDevices(response);
  FillLimits(response->mutable_limits());
  const StoreUsage usage = registry_.usage();
  response->mutable_residents()->set_geometries(usage.geometries);
  response->mutable_residents()->set_bytes(usage.bytes);
  response->mutable_residents()->set_field_bytes(backend_.field_bytes());
  response->mutable_counters()->set_calls(counters_.calls);
  response->mutable_counters()->set_pairs(dispatcher_.pairs_answered());
  response->mutable_counters()->set_geometries(registry_.built());
  response->mutable_counters()->set_bytes(counters_.bytes);
  response->mutable_counters()->set_devices_lost(devices_.lost());
  TimeToProto(start_time_, response->mutable_start_time());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

void ServerService::FillDevices(v1::GetServerInfoResponse* out) const {
  for (const DeviceReport& report : devices_.Look()) {
    v1::Device* device = out->add_devices();
    device->set_name(report.name);
    device->set_concurrency(backend_.concurrency());
    device->set_memory_bytes(report.memory_bytes);
    device->set_memory_limit_bytes(report.memory_limit_bytes);
    device->set_resident_bytes(report.resident_bytes);
    device->set_resident_geometries(report.resident_geometries);
    device->set_lost(report.lost);
  }
  if (out->devices_size() > 0) return;
  v1::Device* device = out->add_devices();  // the processor
  device->set_name(backend_.name());
  device->set_concurrency(backend_.concurrency());
}

void ServerService::FillLimits(v1::Limits* out) const {
  out->set_max_message_bytes(options_.limits.max_message_bytes);
  out->set_max_pairs(options_.limits.max_pairs);
  out->set_max_objects(options_.limits.max_objects);
  out->set_max_ids(options_.limits.max_ids);
  out->set_max_vertices(options_.geometry.max_vertices);
  out->set_max_hull_vertices(options_.geometry.max_hull_vertices);
  out->set_max_page_size(options_.limits.max_page_size);
  out->set_memory_limit_bytes(options_.memory_limit);
  out->set_max_pairs_in_flight(options_.dispatcher.max_pairs_in_flight);
  out->set_max_bytes_in_flight(options_.dispatcher.max_bytes_in_flight);
  out->set_max_concurrent_streams(options_.max_concurrent_streams);
  out->set_max_field_resolution(kMaxFieldResolution);
  out->set_field_memory_bytes(options_.field_memory);
}

}  // namespace farpoint
