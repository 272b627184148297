#include "src/batch/cuda/device_hull.h"

#include <cstring>

namespace farpoint {
namespace {

constexpr int64_t kAlignment = 128;
int64_t Aligned(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Where the parts begin.
struct Layout {
  int64_t cells, blocks, vertices, end;
  int64_t cell_bytes, block_bytes, vertex_bytes;

  explicit Layout(const Geometry& g) {
    cell_bytes = static_cast<int64_t>(sizeof(uint32_t)) * g.blocks()->cell_count();
    block_bytes = static_cast<int64_t>(sizeof(CellBlock)) * g.blocks()->block_count();
    vertex_bytes = static_cast<int64_t>(sizeof(Vec3d) * g.core_vertices().size());
    cells = Aligned(sizeof(DeviceHull));
    blocks = Aligned(cells + cell_bytes);
    vertices = Aligned(blocks + block_bytes);
    end = Aligned(vertices + vertex_bytes);
  }
};

}  // namespace

int64_t DeviceHullBytes(const Geometry& geometry) { return Layout(geometry).end; }

std::vector<char> MakeDeviceHull(const Geometry& geometry, const char* address) {
  const Layout at(geometry);
  const HullCore& host = *geometry.hull();
  DeviceHull hull{host, geometry.core_origin(), geometry.swept_radius()};
  hull.core.field.cells = reinterpret_cast<const uint32_t*>(address + at.cells);
  hull.core.field.blocks = reinterpret_cast<const CellBlock*>(address + at.blocks);
  hull.core.vertices = reinterpret_cast<const Vec3d*>(address + at.vertices);
  std::vector<char> piece(static_cast<size_t>(at.end));
  std::memcpy(piece.data(), &hull, sizeof hull);
  std::memcpy(piece.data() + at.cells, host.field.cells, static_cast<size_t>(at.cell_bytes));
  std::memcpy(piece.data() + at.blocks, host.field.blocks, static_cast<size_t>(at.block_bytes));
  std::memcpy(piece.data() + at.vertices, host.vertices, static_cast<size_t>(at.vertex_bytes));
  return piece;
}

}  // namespace farpoint
