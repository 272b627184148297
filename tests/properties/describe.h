// Questions and answers in words, with 17 digits: what a reader needs to ask again.

#ifndef FARPOINT_TESTS_PROPERTIES_DESCRIBE_H_
#define FARPOINT_TESTS_PROPERTIES_DESCRIBE_H_

#include <string>

#include "src/narrowphase/answer.h"
#include "tests/properties/situations.h"

namespace farpoint {

const char* Name(Situation situation);
/// As requests name shapes, and "large mesh".
const char* Name(const Item& item);
std::string Describe(const Question& question);
std::string Describe(const PairAnswer& answer);

}  // namespace farpoint

#endif  // FARPOINT_TESTS_PROPERTIES_DESCRIBE_H_
