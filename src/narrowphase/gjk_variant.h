// Farpoint: how GJK chooses its next direction.

#ifndef FARPOINT_SRC_NARROWPHASE_GJK_VARIANT_H_
#define FARPOINT_SRC_NARROWPHASE_GJK_VARIANT_H_

#include <cstdint>

namespace farpoint {

/// Numbers are those of the wire; 0 is never used.
enum class GjkVariant : uint8_t {
  kPlain = 1,     // towards the origin from the nearest point known
  kNesterov = 2,  // with momentum; Montaut et al., "Collision Detection Accelerated", 2022
  kPolyak = 3,    // with the momentum of the heavy ball; ibid.
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_GJK_VARIANT_H_
