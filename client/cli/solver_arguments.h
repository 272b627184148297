// Farpoint command line: how to solve, as options of several subcommands.

#ifndef FARPOINT_CLIENT_CLI_SOLVER_ARGUMENTS_H_
#define FARPOINT_CLIENT_CLI_SOLVER_ARGUMENTS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "client/cli/arguments.h"
#include "client/questions.h"

namespace farpoint::cli {

// Both set what is given, leave the rest as it is, and fail with `InvalidArgument` naming the
// option and what it takes.

/// --field=exact_cells|latlong|scan|hill_climbing (or lat_long), and --resolution=R, which goes
/// with latlong alone.
absl::Status ReadFieldArguments(const Arguments& arguments, SupportField* field,
                                int32_t* resolution);

/// Those, --max_distance, --tolerance, --overlap=exact|estimated|sign,
/// --gjk=plain|nesterov|polyak, and --iterations.
absl::Status ReadQueryArguments(const Arguments& arguments, QueryOptions* query);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_SOLVER_ARGUMENTS_H_
