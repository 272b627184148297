#include "tests/fuzz/question.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "tests/fuzz/any_shape.h"
#include "tests/fuzz/describe.h"

namespace farpoint::fuzz {
namespace {

constexpr int kMostVertices = 48;

double Valid(double number) { return std::clamp(number, -kMaxPosition, kMaxPosition); }

// None, the rotations of a cube, those but for a little, and any.
Quaternion AnyRotation(Input* input) {
  const int way = input->Choice(8);
  if (way < 3) return {};
  double q[4];
  for (double& c : q) c = way < 6 ? input->Choice(3) - 1 : input->Finite(1e3);
  if (way == 5) q[input->Choice(4)] += input->Scale() * 1e-3;
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(norm > 1e-150)) return {};
  // Off by less than is accepted, now and then.
  const double length = norm * (way == 7 ? 1 + input->Choice(9) * 1e-4 : 1);
  const Quaternion rotation{q[0] / length, q[1] / length, q[2] / length, q[3] / length};
  return ValidateOrientation(rotation).ok() ? rotation : Quaternion{};
}

PlacedShape AnyPlaced(Input* input, double scale, const Vec3d& base) {
  PlacedShape placed;
  placed.shape = ValidShape(input, kMostVertices, scale * input->Scale());
  const double reach = scale * input->Scale();
  const Vec3d p = input->FiniteVector(kMaxPosition);
  placed.pose.position = {Valid(p.x * reach + base.x), Valid(p.y * reach + base.y),
                          Valid(p.z * reach + base.z)};
  placed.pose.orientation = AnyRotation(input);
  if (input->Choice(4) == 0) placed.padding = std::abs(Valid(input->Finite(1e15) * scale));
  return placed;
}

SolverOptions AnyOptions(Input* input, double scale) {
  SolverOptions options;
  options.overlap = static_cast<OverlapMode>(1 + input->Choice(3));
  if (input->Choice(4) == 0) options.max_distance = std::abs(Valid(input->Finite(1e15) * scale));
  if (input->Choice(4) == 0) {
    options.tolerance = std::pow(10.0, -(input->Choice(20))) * scale;
    if (!(*options.tolerance > 0)) options.tolerance.reset();
  }
  // Lanes take exact cells and plain GJK alone: these are the most frequent.
  const int field = input->Choice(8), gjk = input->Choice(8);
  options.field = static_cast<SupportField>(field < 4 ? 1 + field : 1);
  options.gjk = static_cast<GjkVariant>(gjk < 3 ? 1 + gjk : 1);
  options.field_resolution = 2 + input->Choice(15);
  return options;
}

}  // namespace

Question AnyQuestion(Input* input) {
  Question question;
  const double scale = input->Scale();
  Vec3d base{0, 0, 0};
  if (input->Choice(4) == 0) base = input->FiniteVector(kMaxPosition);
  question.options = AnyOptions(input, scale);
  question.a = AnyPlaced(input, scale, base);
  question.b = AnyPlaced(input, scale, base);
  return question;
}

std::string Describe(const Question& q) {
  return absl::StrCat("\n  a ", Describe(q.a.shape, q.a.pose, q.a.padding), "\n  b ",
                      Describe(q.b.shape, q.b.pose, q.b.padding), "\n  options ",
                      Describe(q.options));
}

}  // namespace farpoint::fuzz
