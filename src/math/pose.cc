#include "src/math/pose.h"

#include <Eigen/Geometry>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace farpoint {

absl::Status ValidatePosition(const Vec3d& p) {
  const auto usable = [](double c) { return std::abs(c) <= kMaxPosition; };
  if (usable(p.x) && usable(p.y) && usable(p.z)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("position must be finite and within +-", kMaxPosition));
}

absl::Status ValidateOrientation(const Quaternion& q) {
  const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!std::isfinite(norm)) return absl::InvalidArgumentError("orientation must be finite");
  if (std::abs(norm - 1) > kQuaternionNormTolerance) {
    return absl::InvalidArgumentError(
        absl::StrCat("orientation must be a unit quaternion, its norm is ", norm));
  }
  return absl::OkStatus();
}

Mat3d RotationMatrix(const Quaternion& q) {
  const Eigen::Matrix3d m = Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
  return {{m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}, {m(2, 0), m(2, 1), m(2, 2)}};
}

}  // namespace farpoint
