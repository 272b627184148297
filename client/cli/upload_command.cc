#include <iostream>

#include "absl/strings/str_cat.h"
#include "client/cli/command.h"
#include "client/cli/mesh_file.h"
#include "client/cli/refused_shape.h"
#include "client/cli/report_json.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint upload [OPTION…] FILE…

Makes the convex hulls of mesh files resident and prints, one line a file, the id and what became
of it. Formats: STL, OBJ, PLY, OFF, DAE, by the end of the name. All meshes of a file become one
hull. If any file cannot be read, nothing is uploaded; if the server refuses one, the ids of those
that are resident are printed nevertheless. Of DAE, <unit> is applied and up_axis is ignored.

  --scale=X or --scale=X,Y,Z  multiplies the vertices, as URDF's scale does
  --ttl=DURATION              how long the server shall keep them, by default until deleted
  --json                      one JSON object a line instead of text

Examples:
  farpoint upload arm.stl
  farpoint upload --scale=0.001 --ttl=1h meshes/*.dae
  farpoint upload --json hand.obj | jq -r .id
)";

struct Files {
  std::vector<std::string> names;
  std::vector<Shape> shapes;
};

ExitCode ReadFiles(const Arguments& arguments, Files* files) {
  const absl::StatusOr<Vec3d> scale = ParseScale(arguments.Value("scale").value_or("1"));
  if (!scale.ok()) return Fail(kUsage, absl::StrCat("--scale: ", scale.status().message()));
  if (arguments.operands().empty()) return Fail(kUsage, "upload: which FILE? See upload --help");
  ExitCode code = kSuccess;
  for (const std::string& name : arguments.operands()) {
    absl::StatusOr<Mesh> mesh = ReadMeshFile(name, *scale);
    if (mesh.ok()) {
      files->names.push_back(name);
      files->shapes.push_back(*std::move(mesh));
    } else {
      code = Fail(kBadInput, mesh.status().message());  // go on: name every bad file
    }
  }
  return code;
}

void Print(const Arguments& arguments, const GeometryReport& report, const std::string& file) {
  if (arguments.Has("json")) {
    nlohmann::ordered_json json = GeometryJson(report);
    json["file"] = file;
    std::cout << json.dump() << "\n";
  } else {
    std::cout << GeometryLine(report) << "  " << file << "\n";
  }
}

// Shapes are uploaded a few at a time: which came before the refused one, only the server knows.
void PrintResidents(const Arguments& arguments, const Files& files, Client* client) {
  for (size_t i = 0; i < files.shapes.size(); ++i) {
    const absl::StatusOr<GeometryReport> report = client->GetGeometry(GeometryId(files.shapes[i]));
    if (report.ok()) {
      Print(arguments, *report, files.names[i]);
    } else if (!absl::IsNotFound(report.status())) {
      break;  // what matters is the error at hand
    }
  }
  FlushOutput();
}

ExitCode Refused(const Files& files, const absl::Status& status) {
  const std::optional<RefusedShape> refused = FindRefusedShape(status);
  if (!refused || refused->index >= files.names.size()) return Fail(status);
  return Fail(ExitCodeOf(status), absl::StrCat(files.names[refused->index], ": ", refused->what));
}

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Minutes(10));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  UploadOptions upload;
  if (arguments.Has("ttl")) {
    const absl::StatusOr<absl::Duration> ttl = arguments.Duration("ttl", {});
    if (!ttl.ok()) return Fail(kUsage, ttl.status().message());
    upload.ttl = *ttl;
  }
  Files files;
  const ExitCode read = ReadFiles(arguments, &files);
  if (read != kSuccess) return read;
  absl::StatusOr<Client> client = Connect(arguments, *options);
  if (!client.ok()) return Fail(client.status());
  const absl::StatusOr<std::vector<std::string>> ids = client->Upload(files.shapes, upload);
  if (!ids.ok()) {
    if (ExitCodeOf(ids.status()) == kFailed) PrintResidents(arguments, files, &*client);
    return Refused(files, ids.status());
  }
  for (size_t i = 0; i < ids->size(); ++i) {
    const absl::StatusOr<GeometryReport> report = client->GetGeometry((*ids)[i]);
    if (!report.ok()) return Fail(report.status());
    Print(arguments, *report, files.names[i]);
  }
  return FlushOutput();
}

}  // namespace

const Command& UploadCommand() {
  static const Command* const command =
      new Command{"upload",
                  "makes mesh files resident, prints their ids",
                  kHelp,
                  {{"scale", true}, {"ttl", true}, {"json", false}},
                  Run};
  return *command;
}

}  // namespace farpoint::cli
