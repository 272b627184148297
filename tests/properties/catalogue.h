// Shapes of all kinds, sizes and proportions, made ready once for many pairs.

#ifndef FARPOINT_TESTS_PROPERTIES_CATALOGUE_H_
#define FARPOINT_TESTS_PROPERTIES_CATALOGUE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/shape/shape.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"
#include "tests/reference/body.h"

namespace farpoint {

/// Proportions within a kind.
enum class Form { kRegular, kNeedle, kFlat };

struct Item {
  Shape shape;
  int kind;   // below
  int scale;  // its size is about 10^scale metres
  int place;  // among those of its kind and scale
  Form form;  // needle: proportions from 1e3 to 1e6; flat: something is zero
  // Metres: no point of the shape is farther from the local origin; 10^scale for a halfspace and
  // for a shape that is its origin.
  double size;
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const LatLongFields> lat_long;  // of kFieldResolution, where there can be one
  reference::Body body;                           // in the local frame, without padding
};

inline constexpr int32_t kFieldResolution = 24;

/// Everything in it depends on the seed alone.
class Catalogue {
 public:
  /// The twelve shapes, in the order of `Shape`, and hulls of about 100 vertices.
  static constexpr int kKinds = 13, kMesh = 11, kHalfspace = 6, kLargeHull = 12;
  /// Sizes are 10^(3k − 6) metres.
  static constexpr int kScales = 5, kUnitScale = 2;

  /// Every length times `factor`.
  explicit Catalogue(uint64_t seed, double factor = 1);

  /// Those of a kind and of the k-th size.
  const std::vector<Item>& of(int kind, int k) const { return items_[kind][k]; }

  /// The item of this catalogue at the place of another one's, which differs by its factor.
  const Item& Counterpart(const Item& item) const;

 private:
  std::array<std::array<std::vector<Item>, kScales>, kKinds> items_;
};

/// Every length of a shape times `factor`.
Shape Scaled(const Shape& shape, double factor);

}  // namespace farpoint

#endif  // FARPOINT_TESTS_PROPERTIES_CATALOGUE_H_
