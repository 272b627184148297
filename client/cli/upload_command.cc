#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/command.h"
#include "client/cli/mesh_file.h"
#include "client/cli/report_json.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint upload [OPTION…] FILE…

Makes the convex hulls of mesh files resident and prints, one line a file, the id and what became
of it; of files with triangles also the non-convexity: the largest depth below the hull of a vertex,
an edge's midpoint or a triangle's centroid. The surface may reach deeper elsewhere: it is a lower
bound.
Formats: STL, OBJ, PLY, OFF, DAE, by the end of the name. All meshes of a file become one hull. If
any file cannot be read, nothing is uploaded; if the server refuses one, the others are uploaded
nevertheless. Of DAE, <unit> is applied and up_axis is ignored.
Vertices are sent, and counted by farpoint support, as given: from OFF and OBJ in float64, all of
them as the file lists them. The others are read in float32, each distinct vertex once: PLY as the
file lists them, STL the corners in file order, DAE as assimp gives them.

  --scale=X or --scale=X,Y,Z  multiplies the vertices, as URDF's scale does
  --ttl=DURATION              how long the server shall keep them, by default until deleted; a lease
                              that ends later already is not shortened
  --json                      one JSON object a line instead of text

Examples:
  farpoint upload arm.stl
  farpoint upload --scale=0.001 --ttl=1h meshes/*.dae
  farpoint upload --json hand.obj | jq -r .id
)";

struct Files {
  std::vector<std::string> names;
  std::vector<MeshFile> meshes;
};

ExitCode ReadFiles(const Arguments& arguments, Files* files) {
  const absl::StatusOr<Vec3d> scale = ParseScale(arguments.Value("scale").value_or("1"));
  if (!scale.ok()) return Fail(kUsage, absl::StrCat("--scale: ", scale.status().message()));
  if (arguments.operands().empty()) return Fail(kUsage, "upload: which FILE? See upload --help");
  ExitCode code = kSuccess;
  for (const std::string& name : arguments.operands()) {
    absl::StatusOr<MeshFile> mesh = ReadMeshAndTriangles(name, *scale);
    if (mesh.ok()) {
      files->names.push_back(name);
      files->meshes.push_back(*std::move(mesh));
    } else {
      code = Fail(kBadInput, mesh.status().message());  // go on: name every bad file
    }
  }
  return code;
}

void Print(const Arguments& arguments, const MeshReport& report, const std::string& file) {
  if (arguments.Has("json")) {
    nlohmann::ordered_json json = GeometryJson(report.geometry);
    json["non_convexity"] = nullptr;
    if (report.non_convexity) json["non_convexity"] = *report.non_convexity;
    json["file"] = file;
    std::cout << json.dump() << "\n";
  } else {
    std::cout << GeometryLine(report.geometry);
    if (report.non_convexity) {
      std::cout << absl::StrFormat("  non-convexity %.6g m", *report.non_convexity);
    }
    std::cout << "  " << file << "\n";
  }
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
  ExitCode code = kSuccess;
  for (size_t i = 0; i < files.names.size(); ++i) {
    const MeshFile& file = files.meshes[i];
    const absl::StatusOr<MeshReport> report = client->UploadMesh(file.mesh, file.triangles, upload);
    if (report.ok()) {
      Print(arguments, *report, files.names[i]);
      continue;
    }
    code = Fail(ExitCodeOf(report.status()),
                absl::StrCat(files.names[i], ": ", report.status().message()));
    if (code != kFailed) break;  // a refused mesh says nothing about the next, a lost server does
  }
  const ExitCode flushed = FlushOutput();
  return code != kSuccess ? code : flushed;
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
