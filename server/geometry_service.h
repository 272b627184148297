// Farpoint: GeometryService, thin: read, hand over, write.

#ifndef FARPOINT_SERVER_GEOMETRY_SERVICE_H_
#define FARPOINT_SERVER_GEOMETRY_SERVICE_H_

#include "farpoint/v1/geometry_service.grpc.pb.h"
#include "server/residency/registry.h"
#include "server/residency/upload_queue.h"
#include "server/server_options.h"
#include "server/unary_call.h"

namespace farpoint {

class GeometryService final : public v1::GeometryService::CallbackService {
 public:
  /// All must outlive it.
  GeometryService(const RequestLimits& limits, Registry& registry, UploadQueue& uploads,
                  CallCounters& counters)
      : limits_(limits), registry_(registry), uploads_(uploads), counters_(counters) {}

 private:
  using Context = grpc::CallbackServerContext;

  grpc::ServerUnaryReactor* CreateGeometry(Context* context,
                                           const v1::CreateGeometryRequest* request,
                                           v1::CreateGeometryResponse* response) override;
  grpc::ServerReadReactor<v1::UploadGeometryRequest>* UploadGeometry(
      Context* context, v1::UploadGeometryResponse* response) override;
  grpc::ServerUnaryReactor* FindMissingGeometries(
      Context* context, const v1::FindMissingGeometriesRequest* request,
      v1::FindMissingGeometriesResponse* response) override;
  grpc::ServerUnaryReactor* GetGeometry(Context* context, const v1::GetGeometryRequest* request,
                                        v1::GetGeometryResponse* response) override;
  grpc::ServerUnaryReactor* ListGeometries(Context* context,
                                           const v1::ListGeometriesRequest* request,
                                           v1::ListGeometriesResponse* response) override;
  grpc::ServerUnaryReactor* DeleteGeometry(Context* context,
                                           const v1::DeleteGeometryRequest* request,
                                           v1::DeleteGeometryResponse* response) override;

  void StartCreate(const v1::CreateGeometryRequest& request, v1::CreateGeometryResponse* response,
                   UnaryCall* call);
  absl::Status ReadTriangles(const v1::Mesh& mesh, Upload* upload) const;
  absl::Status FindMissing(const std::string& tenant,
                           const v1::FindMissingGeometriesRequest& request,
                           v1::FindMissingGeometriesResponse* response);
  absl::Status List(const std::string& tenant, const v1::ListGeometriesRequest& request,
                    v1::ListGeometriesResponse* response);

  const RequestLimits& limits_;
  Registry& registry_;
  UploadQueue& uploads_;
  CallCounters& counters_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_GEOMETRY_SERVICE_H_
