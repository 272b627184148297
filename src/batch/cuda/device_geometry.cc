#include "src/batch/cuda/device_geometry.h"

#include <cstring>
#include <type_traits>

namespace farpoint {
namespace {

constexpr int64_t kAlignment = 128;
int64_t Aligned(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Where the parts begin.
struct Layout {
  int64_t cells, blocks, vertices, end;
  int64_t cell_bytes = 0, block_bytes = 0, vertex_bytes = 0;

  explicit Layout(const Geometry& g) {
    if (g.hull() != nullptr) {
      cell_bytes = static_cast<int64_t>(sizeof(uint32_t)) * g.blocks()->cell_count();
      block_bytes = static_cast<int64_t>(sizeof(CellBlock)) * g.blocks()->block_count();
      vertex_bytes = static_cast<int64_t>(sizeof(Vec3d) * g.core_vertices().size());
    }
    cells = Aligned(sizeof(DeviceGeometry));
    blocks = Aligned(cells + cell_bytes);
    vertices = Aligned(blocks + block_bytes);
    end = Aligned(vertices + vertex_bytes);
  }
};

}  // namespace

bool HasDeviceForm(const Geometry& geometry) {
  return geometry.hull() != nullptr || geometry.formula() != nullptr;
}

int64_t DeviceGeometryBytes(const Geometry& geometry) { return Layout(geometry).end; }

std::vector<char> MakeDeviceGeometry(const Geometry& geometry, const char* address) {
  const Layout at(geometry);
  DeviceGeometry made{};
  made.core_origin = geometry.core_origin();
  made.swept_radius = geometry.swept_radius();
  made.has_formula = geometry.formula() != nullptr;
  if (made.has_formula) made.formula = *geometry.formula();
  made.has_hull = geometry.hull() != nullptr;
  std::vector<char> piece(static_cast<size_t>(at.end));
  if (made.has_hull) {
    made.hull = *geometry.hull();
    const auto add = [&](int64_t place, const auto*& from, int64_t bytes) {
      std::memcpy(piece.data() + place, from, static_cast<size_t>(bytes));
      from = reinterpret_cast<std::remove_reference_t<decltype(from)>>(address + place);
    };
    add(at.cells, made.hull.field.cells, at.cell_bytes);
    add(at.blocks, made.hull.field.blocks, at.block_bytes);
    add(at.vertices, made.hull.vertices, at.vertex_bytes);
  }
  std::memcpy(piece.data(), &made, sizeof made);
  return piece;
}

}  // namespace farpoint
