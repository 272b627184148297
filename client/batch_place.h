// Farpoint client: where in a batch a refused field is, and what it is called in the batch that
// the caller gave. Not part of the public interface.

#ifndef FARPOINT_CLIENT_BATCH_PLACE_H_
#define FARPOINT_CLIENT_BATCH_PLACE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/split.h"

namespace farpoint::client {

/// "batch.index_pairs.b[7]" of a part that begins with pair 1000 is "batch.index_pairs.b[1007]".
std::string FieldInWhole(absl::string_view field, const Part& part);

/// The same for a part of the directions of Support.
std::string DirectionFieldInWhole(absl::string_view field, const Part& part);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_BATCH_PLACE_H_
