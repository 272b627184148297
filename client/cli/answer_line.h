// Farpoint command line: one answer as a line of JSON.

#ifndef FARPOINT_CLIENT_CLI_ANSWER_LINE_H_
#define FARPOINT_CLIENT_CLI_ANSWER_LINE_H_

#include <cstddef>
#include <string>

#include "client/answers.h"

namespace farpoint::cli {

/// {"distance":…,"point_a":[…],"point_b":[…],"normal":[…],"error_bound":…,"status":"OK"}. Numbers
/// read back to the same float64; one that is not finite is null. Points and normals must be there.
std::string AnswerLine(const DistanceAnswers& answers, size_t i);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_ANSWER_LINE_H_
