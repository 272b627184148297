// Fuzz target: any bytes as a mesh file: OBJ and OFF are read, PLY and STL checked to be whole. The
// first byte says which. What is read is valid, triangles name vertices that there are, and an
// error says something.

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/obj_file.h"
#include "client/cli/off_file.h"
#include "client/cli/ply_file.h"
#include "client/cli/stl_file.h"
#include "tests/fuzz/violation.h"

namespace farpoint::fuzz {
namespace {

void CheckStatus(const absl::Status& status) {
  if (status.ok()) return;
  if (status.code() == absl::StatusCode::kInvalidArgument && !status.message().empty()) return;
  Violation(status.ToString());
}

using Triangles = std::vector<MeshTriangle>;
using Reader = absl::StatusOr<std::vector<Vec3d>> (*)(absl::string_view, Triangles*);

void CheckReader(Reader read, absl::string_view text) {
  Triangles triangles;
  const auto vertices = read(text, &triangles);
  CheckStatus(vertices.status());
  const auto alone = read(text, nullptr);
  if (alone.status() != vertices.status()) Violation("triangles change what is accepted");
  if (!vertices.ok()) return;
  if (alone->size() != vertices->size()) Violation("triangles change the vertices");
  // Three characters a number at least would be "1 1": no text has more vertices than half of it.
  if (vertices->size() > text.size() / 2) Violation("more vertices than there is text for");
  for (const MeshTriangle& triangle : triangles) {
    for (uint32_t v : triangle) {
      if (v >= vertices->size()) Violation(absl::StrCat("vertex ", v, " of ", vertices->size()));
    }
  }
}

void Read(absl::string_view bytes) {
  if (bytes.empty()) return;
  const absl::string_view text = bytes.substr(1);
  switch (bytes[0] & 3) {
    case 0:
      return CheckReader(&cli::ReadObj, text);
    case 1:
      return CheckReader(&cli::ReadOff, text);
    case 2:
      return CheckStatus(cli::CheckPly(text));
    default:
      return CheckStatus(cli::CheckStl(text));
  }
}

}  // namespace
}  // namespace farpoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  farpoint::fuzz::Read({reinterpret_cast<const char*>(data), size});
  return 0;
}
