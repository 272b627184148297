// Fuzz targets: meaning for a fuzzer's bytes.
//
// A mutation should be a small change of the question: counts and choices take one byte, numbers
// one byte where they are nice (sixteenths from -6 to 6, which touch, coincide and line up), more
// where they are nearly nice, of another magnitude, or any float64 at all.

#ifndef FARPOINT_TESTS_FUZZ_INPUT_H_
#define FARPOINT_TESTS_FUZZ_INPUT_H_

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>

#include "src/math/vec3.h"

namespace farpoint::fuzz {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : bytes_(data, size) {}

  uint8_t Byte() { return bytes_.ConsumeIntegral<uint8_t>(); }
  /// 0 … count − 1.
  int Choice(int count) { return Byte() % count; }
  /// Any float64: NaN, infinite and denormal ones too.
  double Number();
  /// Finite, of magnitude ≤ `most`.
  double Finite(double most);
  Vec3d FiniteVector(double most);
  /// A power of ten: 1 more often than not, else 1e-16 to 1e16, seldom out to 1e-320.
  double Scale();

 private:
  FuzzedDataProvider bytes_;
};

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_INPUT_H_
