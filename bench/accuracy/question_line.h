// Farpoint bench: a pair as a line of a question file, for `farpoint query` and for whoever mends
// what it shows.

#ifndef FARPOINT_BENCH_ACCURACY_QUESTION_LINE_H_
#define FARPOINT_BENCH_ACCURACY_QUESTION_LINE_H_

#include <string>

#include "bench/accuracy/judged_pair.h"

namespace farpoint::bench {

/// Without the line's end. Beside the question: `class` and the `expected` distance with its
/// error.
std::string QuestionLine(const JudgedPair& judged, const std::string& name);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_QUESTION_LINE_H_
