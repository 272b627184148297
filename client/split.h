// Farpoint client: how a batch is split by the server's limits. Not part of the public interface.
//
// A batch that fits is sent as it is, objects that no pair uses included. Else consecutive pairs
// make a part until the next pair would break a limit; a part carries only the objects and
// geometries that its pairs use. Sizes are estimated from above, so that a part's message never
// exceeds the limit.
//
// A batch that is one product stays one: a part is some of its rows with all of its columns, or,
// if one row is too much already, some columns of that row. A product among other pairs is taken
// pair by pair.

#ifndef FARPOINT_CLIENT_SPLIT_H_
#define FARPOINT_CLIENT_SPLIT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "client/questions.h"
#include "client/reports.h"

namespace farpoint::client {

/// The pairs [begin, end) of a batch, and what they use.
struct Part {
  size_t begin = 0, end = 0;
  /// All objects, in their order; `objects` and `geometries` are then empty.
  bool whole = false;
  std::vector<uint32_t> objects;     // indices into the batch, in the order of this part
  std::vector<uint32_t> geometries;  // the same for geometry ids

  /// Of a batch that is one product: rows [a_begin, a_end) times columns [b_begin, b_end).
  struct Block {
    size_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
  };
  std::optional<Block> block = std::nullopt;
};

/// Parts in order, covering all pairs. A pair that breaks a limit alone is a part of its own.
/// `answer_bytes` is what one answer takes in a response, at most. `InvalidArgument` naming the
/// pair (or row or column) whose index is out of range, if the batch must be split.
absl::StatusOr<std::vector<Part>> Split(const Questions& questions, const ServerLimits& limits,
                                        size_t answer_bytes);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_SPLIT_H_
