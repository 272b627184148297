#include "src/narrowphase/ellipsoid_depth.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace farpoint {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

Eigen::Vector3d ToEigen(const Vec3d& v) { return {v.x, v.y, v.z}; }
Vec3d FromEigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

// `extra`: relative rounding of the squared radii.
PointDepth Depth(const Eigen::Vector3d& radii, const Eigen::Vector3d& q) {
  PointDepth result;
  const Eigen::Vector3d r2 = radii.cwiseAbs2();
  int k;
  const double least = r2.minCoeff(&k);
  constexpr double kSmallest = 1e-100;  // the squares of smaller ones are out of range
  if (!(radii.minCoeff() > kSmallest) || !((q.array() / radii.array()).matrix().squaredNorm() < 1))
    return result;

  // s = t + r_min² in (0, r_min²]: Σ (r_i q_i / (r_i² − r_min² + s))² falls from ∞, or from its
  // finite part where q lies in the plane across the shortest axis, to less than 1.
  const Eigen::Vector3d gap = r2.array() - least;
  const auto excess = [&](double s) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      const double term = radii[i] * q[i] / (gap[i] + s);
      if (q[i] != 0) sum += term * term;
    }
    return sum - 1;
  };
  double low = 0, high = least;
  for (int step = 0; step < 1100; ++step) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (excess(middle) > 0 ? low : high) = middle;
  }
  const double s = high;
  Eigen::Vector3d normal, unit;  // gradient of the boundary there; x_i / r_i
  for (int i = 0; i < 3; ++i) {
    normal[i] = q[i] == 0 ? 0 : q[i] / (gap[i] + s);
    unit[i] = radii[i] * normal[i];
  }
  const double missing = 1 - unit.squaredNorm();
  if (missing > 0) {  // the shortest axis supplies what is left, on the side where the point is
    const double uk = std::sqrt(unit[k] * unit[k] + missing);
    unit[k] = q[k] < 0 ? -uk : uk;
    normal[k] = unit[k] / radii[k];
  }
  result.normal = FromEigen(normal.normalized());
  const double t = s - least;
  double dual = 1;  // φ(t) = −t (1 − Σ q_i² / (r_i² + t))
  for (int i = 0; i < 3; ++i) dual -= q[i] == 0 ? 0 : q[i] * q[i] / (gap[i] + s);
  dual *= -t;
  result.lower = std::sqrt(std::max(0.0, dual)) - 16 * kEpsilon * radii.maxCoeff();
  result.lower = std::max(0.0, result.lower);
  return result;
}

}  // namespace

PointDepth DepthInEllipsoid(const Vec3d& radii, const Vec3d& point) {
  return Depth(ToEigen(radii), ToEigen(point));
}

PointDepth DepthOfEllipsoids(const EllipsoidPair& pair, const Vec3d& guess) {
  const Eigen::Vector3d r0 = ToEigen(pair.radii0), r1 = ToEigen(pair.radii1);
  const Eigen::Vector3d centre = ToEigen(pair.centre1);
  Eigen::Matrix3d rotation;
  rotation << pair.rotation.row0.x, pair.rotation.row0.y, pair.rotation.row0.z,
      pair.rotation.row1.x, pair.rotation.row1.y, pair.rotation.row1.z, pair.rotation.row2.x,
      pair.rotation.row2.y, pair.rotation.row2.z;
  const Eigen::Matrix3d root0 = r0.asDiagonal();
  const Eigen::Matrix3d root1 = rotation * r1.asDiagonal() * rotation.transpose();
  const auto height = [&](const Eigen::Vector3d& n) {
    return (root0 * n).norm() + (root1 * n).norm() - n.dot(centre);
  };

  PointDepth best;
  Eigen::Vector3d normal = ToEigen(guess), best_normal = normal;
  constexpr int kMaxSteps = 24;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Eigen::Vector3d a = root0 * normal, b = root1 * normal;
    const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(b, a);
    const Eigen::Matrix3d q = root0 + turn.toRotationMatrix() * root1;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(q.transpose() * q);
    const Eigen::Vector3d& eigenvalues = solver.eigenvalues();
    if (!(eigenvalues[0] > 0)) break;
    // Rounding of the decomposition, as a change of the least radius.
    const double rounding = 16 * kEpsilon * eigenvalues[2] / std::sqrt(eigenvalues[0]);
    const Eigen::Vector3d radii = eigenvalues.cwiseSqrt().array() - rounding;
    if (!(radii.minCoeff() > 0)) break;  // a needle: nothing left to prove with
    const PointDepth inner = Depth(radii, solver.eigenvectors().transpose() * centre);
    if (!(inner.lower > 0)) break;
    best.lower = std::max(best.lower, inner.lower);
    normal = solver.eigenvectors() * ToEigen(inner.normal);
    const double gain = height(best_normal) - height(normal);
    if (gain > 0) best_normal = normal;
    if (gain <= kEpsilon * radii.maxCoeff()) break;
  }
  best.normal = FromEigen(best_normal.normalized());
  return best;
}

}  // namespace farpoint
