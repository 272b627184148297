// Farpoint client: what a server says about itself and about a geometry.

#ifndef FARPOINT_CLIENT_REPORTS_H_
#define FARPOINT_CLIENT_REPORTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "src/math/vec3.h"

namespace farpoint {

/// What became of a shape. Local frame, metres.
struct GeometryReport {
  std::string id;    // "sha256-…"
  std::string kind;  // "sphere", …, "mesh"
  int64_t vertices_given = 0;
  /// Extreme points of the solver's core: 1 for a sphere, 2 for a capsule and for what
  /// degenerates to one; 0 for other ellipsoids, cylinders, cones, halfspaces.
  int32_t hull_vertices = 0;
  int32_t hull_faces = 0;      // triangles
  double volume = 0;           // m³; infinite for a halfspace
  Vec3d centre{0, 0, 0};       // of the bounding box
  double bounding_radius = 0;  // about `centre`; infinite for a halfspace
  int64_t resident_bytes = 0;
  absl::Time expire_time = absl::InfiniteFuture();  // of the lease, on the server's clock
};

/// What became of a mesh that was uploaded with its triangles.
struct MeshReport {
  GeometryReport geometry;
  bool created = false;  // false: it was resident already
  /// The largest depth, in metres, below the surface of the hull that was found at vertices, edge
  /// midpoints and centroids of the triangles: a lower bound of how deep their surface reaches.
  /// 0: nothing found below. Unset without triangles.
  std::optional<double> non_convexity;
};

/// What one call, message or page may hold. All > 0.
struct ServerLimits {
  int64_t max_message_bytes = 0;  // in either direction
  int64_t max_pairs = 0;          // in one call; and directions
  int64_t max_objects = 0;        // in one call
  int64_t max_ids = 0;            // in one look-up
  int64_t max_vertices = 0;       // of one mesh, as given
  int64_t max_hull_vertices = 0;
  int64_t max_page_size = 0;
  int64_t memory_limit_bytes = 0;
  int64_t max_pairs_in_flight = 0;  // of all calls
  int64_t max_bytes_in_flight = 0;  // of all calls
  int32_t max_concurrent_streams = 0;
  int32_t max_field_resolution = 0;  // of a lat-long field, along either axis
  int64_t field_memory_bytes = 0;    // of all lat-long fields
};

struct ServerInfo {
  std::string version;          // "0.1.0"
  std::string build;            // "Release, GNU 12.2.0"
  std::string backend;          // "cpu", "cuda" or "cuda_host"
  std::string instruction_set;  // "avx2"
  struct Device {
    std::string name;         // "cpu", or as in "NVIDIA H200"
    int32_t concurrency = 0;  // threads of the processor that answer pairs
    /// 0 with backend "cpu", as the next three are: its geometries are those of Residents.
    int64_t memory_bytes = 0;
    int64_t memory_limit_bytes = 0;   // what geometries may take of it
    int64_t resident_bytes = 0;       // what they take of it now
    int64_t resident_geometries = 0;  // how many are on it now
    bool lost = false;                // it failed for good: nothing more is asked of it
  };
  std::vector<Device> devices;
  ServerLimits limits;
  struct Residents {
    int64_t geometries = 0;
    int64_t bytes = 0;
    int64_t field_bytes = 0;  // of lat-long fields, on top
  } residents;
  struct Counters {  // since the server started
    int64_t calls = 0;
    int64_t pairs = 0;
    int64_t geometries = 0;
    int64_t bytes = 0;
    int64_t devices_lost = 0;
  } counters;
  absl::Time start_time = absl::InfinitePast();
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_REPORTS_H_
