#include "tests/fuzz/input.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace farpoint::fuzz {
namespace {

using Limits = std::numeric_limits<double>;

constexpr double kSpecial[] = {0.0,
                               -0.0,
                               1e15,
                               -1e15,
                               1.0000000000000002e15,
                               1e-160,
                               1e-200,
                               Limits::min(),
                               Limits::denorm_min(),
                               Limits::epsilon(),
                               Limits::max(),
                               -Limits::max(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::quiet_NaN(),
                               0.1};

// 0 to 6 in sixteenths, then -95/16 to -1/16; input that has ended reads as 0.
double Nice(uint8_t byte) {
  const int sixteenths = byte % 192;
  return (sixteenths <= 96 ? sixteenths : sixteenths - 192) / 16.0;
}

template <class Bits, class Float>
double FromBits(Bits bits) {
  Float value;
  static_assert(sizeof value == sizeof bits);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

double Input::Number() {
  const uint8_t kind = Byte();
  if (kind < 192) return Nice(kind);
  if (kind < 216) {  // off by 2^-4 … 2^-73
    const double off = std::ldexp(1.0, -4 - 3 * (kind - 192));
    const uint8_t nice = Byte();
    return Nice(nice) + (nice & 1 ? off : -off);
  }
  if (kind < 232) return Nice(Byte()) * std::pow(10.0, 2 * (kind - 224));
  if (kind < 240) return kSpecial[Byte() % std::size(kSpecial)];
  if (kind < 248) return FromBits<uint32_t, float>(bytes_.ConsumeIntegral<uint32_t>());
  return FromBits<uint64_t, double>(bytes_.ConsumeIntegral<uint64_t>());
}

double Input::Finite(double most) {
  const double number = Number();
  return std::isnan(number) ? 0 : std::clamp(number, -most, most);
}

Vec3d Input::FiniteVector(double most) {
  const double x = Finite(most), y = Finite(most), z = Finite(most);
  return {x, y, z};
}

double Input::Scale() {
  const uint8_t byte = Byte();
  if (byte < 160) return 1;
  if (byte < 248) return std::pow(10.0, (byte - 204) * (16.0 / 44));
  constexpr double kFar[] = {1e-320, 1e-300, 1e-200, 1e-160, 1e-100, 1e-50, 1e-25, 1e-20};
  return kFar[byte - 248];
}

}  // namespace farpoint::fuzz
