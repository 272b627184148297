// Farpoint command line: is this STL file whole?
//
// STL has no checksum and assimp reads what there is: a truncated file would become a smaller shape
// that collides with less. So the parts that say how much there should be are checked before.

#ifndef FARPOINT_CLIENT_CLI_STL_FILE_H_
#define FARPOINT_CLIENT_CLI_STL_FILE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace farpoint::cli {

/// `InvalidArgument` unless `bytes` is a complete binary STL (80 bytes, a triangle count, 50 bytes
/// a triangle) or a complete text STL (`solid` … `endsolid`, every facet with its three vertices).
absl::Status CheckStl(absl::string_view bytes);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_STL_FILE_H_
