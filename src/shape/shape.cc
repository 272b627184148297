#include "src/shape/shape.h"

namespace farpoint {

const char* ShapeName(const Shape& shape) {
  static constexpr const char* kNames[] = {"sphere",   "ellipsoid", "box",       "capsule",
                                           "cylinder", "cone",      "halfspace", "point",
                                           "segment",  "triangle",  "prism",     "mesh"};
  static_assert(std::size(kNames) == std::variant_size_v<Shape>);
  return kNames[shape.index()];
}

}  // namespace farpoint
