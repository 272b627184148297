#include <iostream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/answer_line.h"
#include "client/cli/command.h"
#include "client/cli/direction.h"
#include "client/cli/json_field.h"
#include "client/cli/mesh_file.h"
#include "client/cli/progress.h"
#include "client/cli/refused_shape.h"
#include "client/cli/shape_json.h"
#include "client/cli/solver_arguments.h"
#include "client/error.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint support [OPTION…] FILE < DIRECTIONS > POINTS
       farpoint support [OPTION…] --id=GEOMETRY_ID < DIRECTIONS > POINTS
       farpoint support [OPTION…] --shape=JSON < DIRECTIONS > POINTS

Reads one direction a line from standard input, as JSON, and writes the farthest point of the shape
in each, one a line in the same order. The shape is a mesh file, one that is resident, or JSON as in
the questions of farpoint query, without swept_sphere_radius; everything is in its local frame, in
metres. Nothing is written unless all directions are answered; a message about a direction names its
line, and the exit status is then 4.

A direction: [x, y, z] or {"direction": [x, y, z]}, of any length from 1e-150 (of its longest
component) to 1e15; other keys are ignored.
A point: {"point": [x, y, z], "index": i}: which vertex it is, counted from 0 as given, or -1 for a
shape that has none; with --count also "count": how many distinct vertices tie.
As given is: OFF and OBJ, as the file lists its vertices; PLY the same, and STL the corners in file
order, each distinct one once; DAE, as assimp gives them, each distinct one once.

  --id=GEOMETRY_ID      what farpoint upload printed
  --shape=JSON          such as {"cone": {"radius": 1, "length": 2}}
  --field=FIELD         exact_cells (the default), scan, hill_climbing: exact; latlong (or lat_long):
                        approximate, the best of the four vertices in the table about the direction
  --resolution=R        cells along either axis of a latlong field, 2 to 1024, by default 180
  --count               count the vertices that tie: of the shape; of those four with latlong
  --tie_tolerance=X     >= 0: heights within this part of the best one's magnitude tie; 0 by default
  --ttl=DURATION        how long the server shall keep an uploaded shape, by default 1h; a lease that
                        ends later already is not shortened

Examples:
  farpoint support arm.stl < directions.jsonl > points.jsonl
  echo '[0, 0, 1]' | farpoint support --shape='{"sphere": {"radius": 2}}'
  farpoint support --id="$id" --field=latlong --resolution=90 --count < directions.jsonl
)";

// Where the shape comes from: exactly one of these is given.
struct Source {
  std::optional<std::string> id, json, file;
};

absl::StatusOr<Source> ReadSource(const Arguments& arguments) {
  Source source{arguments.Value("id"), arguments.Value("shape"), std::nullopt};
  const std::vector<std::string>& operands = arguments.operands();
  if (operands.size() + (source.id ? 1 : 0) + (source.json ? 1 : 0) != 1) {
    return absl::InvalidArgumentError(
        "support: takes one mesh file, or --id, or --shape; see support --help");
  }
  if (!operands.empty()) source.file = operands[0];
  return source;
}

absl::StatusOr<Shape> ReadSourceShape(const Source& source) {
  const auto read_mesh = [](const std::string& file) { return ReadMeshFile(file, {1, 1, 1}); };
  if (source.file) return read_mesh(*source.file);
  absl::StatusOr<nlohmann::json> json = ParseJson(*source.json);
  absl::Status error = json.status();
  if (error.ok()) {
    const JsonField field(*json, &error);
    const std::string kind = ReadShapeKind(field);
    if (error.ok()) {
      Shape shape = ReadShape(field, kind, read_mesh);
      if (error.ok()) return shape;
    }
  }
  return absl::InvalidArgumentError(absl::StrCat("--shape: ", error.message()));
}

ExitCode Refused(const Source& source, const absl::Status& status) {
  if (absl::IsNotFound(status) && source.id) {
    return Fail(kBadInput, absl::StrCat("--id: ", *source.id, " is not resident; upload its shape ",
                                        "(farpoint upload), or see farpoint list"));
  }
  if (!absl::IsInvalidArgument(status)) return Fail(status);
  const std::string where = source.file.value_or(source.json ? "--shape" : "--id");
  for (const FieldViolation& violation : FieldViolations(status)) {
    if (absl::StartsWith(violation.field, "geometry_ids")) {
      return Fail(kBadInput, absl::StrCat(where, ": ", violation.description));
    }
    const std::optional<size_t> direction = FindDirection(violation.field);
    if (direction) {
      return Fail(kBadInput, absl::StrCat("line ", *direction + 1, ": ", violation.description));
    }
  }
  const std::optional<RefusedShape> shape = FindRefusedShape(status);
  return Fail(kBadInput, absl::StrCat(where, ": ", shape ? shape->what : status.message()));
}

ExitCode Ask(const Arguments& arguments, const ConnectOptions& connect, const Source& source,
             const std::optional<Shape>& shape, const SupportOptions& options, absl::Duration ttl,
             SupportQuestions questions) {
  absl::StatusOr<Client> client = Connect(arguments, connect);
  if (!client.ok()) return Fail(client.status());
  absl::StatusOr<std::string> id =
      shape ? client->Upload(*shape, UploadOptions{ttl}) : source.id.value_or("");
  if (!id.ok()) return Refused(source, id.status());
  questions.geometry_ids = {*std::move(id)};
  const auto points = client->Support(questions, options, ShowProgress("directions"));
  if (!points.ok()) return Refused(source, points.status());
  for (size_t i = 0; i < points->size(); ++i) std::cout << SupportLine(*points, i) << "\n";
  return FlushOutput();
}

absl::StatusOr<SupportOptions> ReadOptions(const Arguments& arguments) {
  SupportOptions options;
  std::optional<double> tolerance;
  absl::Status status = ReadFieldArguments(arguments, &options.field, &options.field_resolution);
  if (status.ok()) status = arguments.Number("tie_tolerance", &tolerance);
  if (!status.ok()) return status;
  if (tolerance.value_or(0) < 0) return absl::InvalidArgumentError("--tie_tolerance: must be >= 0");
  options.tie_tolerance = tolerance.value_or(0);
  options.tie_count = arguments.Has("count");
  return options;
}

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> connect = ReadConnectOptions(arguments, absl::Minutes(10));
  if (!connect.ok()) return Fail(kUsage, connect.status().message());
  const absl::StatusOr<SupportOptions> options = ReadOptions(arguments);
  if (!options.ok()) return Fail(kUsage, options.status().message());
  const absl::StatusOr<absl::Duration> ttl = arguments.Duration("ttl", absl::Hours(1));
  if (!ttl.ok()) return Fail(kUsage, ttl.status().message());
  const absl::StatusOr<Source> source = ReadSource(arguments);
  if (!source.ok()) return Fail(kUsage, source.status().message());
  std::optional<Shape> shape;
  if (!source->id) {
    absl::StatusOr<Shape> read = ReadSourceShape(*source);
    if (!read.ok()) return Fail(source->json ? kUsage : kBadInput, read.status().message());
    shape = *std::move(read);
  }
  const absl::StatusOr<std::string> text = ReadStandardInput();
  if (!text.ok()) return Fail(kBadInput, text.status().message());
  absl::StatusOr<std::vector<Vec3d>> directions = ReadDirections(*text);
  if (!directions.ok()) return Fail(kBadInput, directions.status().message());
  if (directions->empty()) return kSuccess;
  return Ask(arguments, *connect, *source, shape, *options, *ttl, {{}, {}, *std::move(directions)});
}

}  // namespace

const Command& SupportCommand() {
  static const Command* const command = new Command{"support",
                                                    "finds farthest points of a shape",
                                                    kHelp,
                                                    {{"id", true},
                                                     {"shape", true},
                                                     {"field", true},
                                                     {"resolution", true},
                                                     {"count", false},
                                                     {"tie_tolerance", true},
                                                     {"ttl", true}},
                                                    Run};
  return *command;
}

}  // namespace farpoint::cli
