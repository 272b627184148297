// Farpoint command line: is this PLY file whole?
//
// Like STL, a truncated PLY would be read as a smaller shape without complaint. Its header says
// what must follow; this walks over the elements without reading them.

#ifndef FARPOINT_CLIENT_CLI_PLY_FILE_H_
#define FARPOINT_CLIENT_CLI_PLY_FILE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace farpoint::cli {

/// `InvalidArgument` when the header is not PLY's, its vertices lack x, y or z, or fewer elements
/// follow than it announces. Text: one line an element. Binary, of either byte order: the bytes of
/// every property, lists included.
absl::Status CheckPly(absl::string_view bytes);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_PLY_FILE_H_
