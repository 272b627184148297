// Farpoint bench: what a run was measured on.

#ifndef FARPOINT_BENCH_MACHINE_H_
#define FARPOINT_BENCH_MACHINE_H_

#include <nlohmann/json.hpp>

namespace farpoint::bench {

/// Date (UTC), processor, its cores, and the compiler with the kind of build.
nlohmann::ordered_json DescribeMachine();

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_MACHINE_H_
