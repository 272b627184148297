// Farpoint command line: one answer as a line of JSON.

#ifndef FARPOINT_CLIENT_CLI_ANSWER_LINE_H_
#define FARPOINT_CLIENT_CLI_ANSWER_LINE_H_

#include <cstddef>
#include <string>

#include "client/answers.h"
#include "client/support.h"

namespace farpoint::cli {

/// {"distance":…,"point_a":[…],"point_b":[…],"normal":[…],"error_bound":…,"status":"OK"}, and
/// "iterations" if they are there. Numbers read back to the same float64; one that is not finite
/// is null. Points and normals must be there.
std::string AnswerLine(const DistanceAnswers& answers, size_t i);

/// {"point":[…],"index":…}, and "count" if ties were counted. The index is −1 for a shape without
/// vertices.
std::string SupportLine(const SupportPoints& points, size_t i);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_ANSWER_LINE_H_
