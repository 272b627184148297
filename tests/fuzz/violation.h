// Fuzz targets: the end of a run that found something.

#ifndef FARPOINT_TESTS_FUZZ_VIOLATION_H_
#define FARPOINT_TESTS_FUZZ_VIOLATION_H_

#include <cstdio>
#include <cstdlib>
#include <string>

namespace farpoint::fuzz {

/// Says what does not hold, and aborts: libFuzzer then keeps the input.
[[noreturn]] inline void Violation(const std::string& what) {
  std::fprintf(stderr, "VIOLATION: %s\n", what.c_str());
  std::abort();
}

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_VIOLATION_H_
