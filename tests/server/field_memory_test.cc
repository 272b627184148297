// Lat-long fields that can never fit into --field_memory are refused by name, and only those.

#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include "src/batch/cpu/cpu_backend.h"
#include "src/support/lat_long.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

// Room for two fields of 32 cells.
std::unique_ptr<Backend> SmallBackend() {
  return MakeCpuBackend({.threads = 2, .field_memory = 2 * LatLongFields::Bytes(32)});
}

TEST(FieldMemory, WhatCanNeverFitIsRefusedByName) {
  TestServer server({}, SmallBackend());
  v1::DistanceRequest request;
  *request.mutable_batch() =
      RowOf({server.Upload(BoxShape(1, 1, 1)), server.Upload(BoxShape(1, 2, 1)),
             server.Upload(BoxShape(1, 3, 1))},
            {0, 3, 6});
  AddPair(*request.mutable_batch(), 0, 1);
  request.mutable_solver()->set_field(v1::SUPPORT_FIELD_LAT_LONG);
  request.mutable_solver()->set_field_resolution(32);
  v1::DistanceResponse response;
  const auto distance = [&] {
    grpc::ClientContext context;
    return server.stubs().collision->Distance(&context, request, &response);
  };
  EXPECT_EQ(FieldOf(distance()), "solver.field_resolution");
  request.mutable_solver()->set_field_resolution(16);
  EXPECT_TRUE(distance().ok()) << "smaller ones fit";

  v1::SupportRequest support;
  support.add_geometry_ids(server.Upload(BoxShape(1, 1, 1)));
  for (double d : {0., 0., 1.}) support.mutable_directions_f64()->add_direction_xyz(d);
  support.set_field(v1::SUPPORT_FIELD_LAT_LONG);
  support.set_field_resolution(1000);
  grpc::ClientContext context;
  v1::SupportResponse points;
  EXPECT_EQ(FieldOf(server.stubs().collision->Support(&context, support, &points)),
            "field_resolution");
}

}  // namespace
}  // namespace farpoint
