#include <iostream>

#include "absl/strings/str_cat.h"
#include "client/cli/answer_line.h"
#include "client/cli/command.h"
#include "client/cli/progress.h"
#include "client/cli/question.h"
#include "client/cli/refused_shape.h"
#include "client/cli/solver_arguments.h"
#include "client/error.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint query [OPTION…] < QUESTIONS > ANSWERS

Reads one question a line from standard input, as JSON, and writes one answer a line in the same
order. All questions are read, all shapes uploaded and all pairs answered before the first line is
written: if a question is malformed or refused, the message names its line and field, nothing is
written, and the exit status is 4.

A question: {"a": SHAPE, "pose_a": POSE, "b": SHAPE, "pose_b": POSE}; other keys are ignored.
  POSE   [tx, ty, tz, qx, qy, qz, qw]: local frame to world, metres, unit quaternion; a norm within
         1e-3 of 1 is normalised, and so is that of a halfspace's normal
  SHAPE  {"sphere": {"radius": r}}, {"ellipsoid": {"radii": [x, y, z]}}, {"box": {"size": [x, y, z]}},
         {"capsule" | "cylinder" | "cone": {"radius": r, "length": l}},
         {"halfspace": {"normal": [x, y, z], "offset": o}},
         {"point" | "segment" | "triangle" | "prism": {"vertices": [[x, y, z], …]}},
         {"mesh": {"file": NAME}} or {"mesh": {"vertices": [[x, y, z], …]}};
         beside it, optionally, "swept_sphere_radius": r (metres, grows the object)
Questions carry their shapes; the ids that upload prints are for farpoint support --id, farpoint
delete and clients of the API.
An answer: {"distance", "point_a", "point_b", "normal", "error_bound", "status"} and, with
--iterations, "iterations"; a number that is not finite is null.

  --root=DIR            where relative names of mesh files begin, by default the working directory
  --ttl=DURATION        how long the server shall keep the uploaded shapes, by default 1h; a lease
                        that ends later already is not shortened
  --max_distance=METRES answer pairs that are farther apart by BEYOND_MAX_DISTANCE, at less cost
  --tolerance=METRES    answer NOT_CONVERGED where the error bound stays above this
  --overlap=MODE        of pairs that overlap:
                        exact      the depth, within the error bound; the default
                        estimated  quick: the length of one translation that separates, an upper
                                   bound of the depth, mostly near it; but the error bound reaches
                                   to the depth that is proven, which is often most of the distance,
                                   so that --tolerance makes most answers NOT_CONVERGED
                        sign       whether they do: DEPTH_NOT_ASKED and distance null where the
                                   shapes without radii and paddings overlap; where only radii or
                                   paddings do, OK and the exact, negative distance
  --field=FIELD         where farthest vertices are looked up: exact_cells (the default), latlong (or
                        lat_long), scan, hill_climbing; answers are proven exactly whatever the field
  --resolution=R        cells along either axis of a latlong field, 2 to 1024, by default 180
  --gjk=VARIANT         plain (the default), nesterov, polyak
  --iterations          add how many support queries each pair took

Examples:
  farpoint query < questions.jsonl > answers.jsonl
  farpoint query --server=planner:50051 --root=meshes < questions.jsonl | jq .distance
  farpoint query --field=latlong --resolution=90 --iterations < questions.jsonl
  farpoint query --overlap=sign < questions.jsonl |
    jq 'if .status == "DEPTH_NOT_ASKED" then true
        else .distance != null and .distance < 0 end'  # overlap?
)";

struct Batch {
  QuestionFile file;
  Questions questions;
};

// Where the server's refusal is in the file: objects 2i and 2i + 1 and pair i are line i + 1.
std::string Locate(const absl::Status& status) {
  for (const FieldViolation& violation : FieldViolations(status)) {
    const std::optional<BatchPlace> place = FindBatchPlace(violation.field);
    if (!place) continue;
    const bool object = place->array == BatchPlace::Array::kObjects;
    if (!object && place->array != BatchPlace::Array::kPairs) continue;
    return absl::StrCat("line ", (object ? place->index / 2 : place->index) + 1, ": ",
                        !object                 ? ""
                        : place->index % 2 == 0 ? "a: "
                                                : "b: ");
  }
  return "";
}

ExitCode Refused(const Batch& batch, const absl::Status& status) {
  if (!absl::IsInvalidArgument(status)) return Fail(status);
  const std::optional<RefusedShape> shape = FindRefusedShape(status);
  if (shape && shape->index < batch.file.shape_origin.size()) {
    return Fail(kBadInput, absl::StrCat(batch.file.shape_origin[shape->index], ": ", shape->what));
  }
  return Fail(kBadInput, absl::StrCat(Locate(status), status.message()));
}

void Fill(const std::vector<std::string>& ids, Batch* batch) {
  for (const Question& question : batch->file.questions) {
    const auto add = [&](const PlacedShape& object) {
      return batch->questions.AddObject(ids[object.shape], object.pose, object.padding);
    };
    const uint32_t a = add(question.a);
    batch->questions.AddPair(a, add(question.b));
  }
}

ExitCode Ask(const Arguments& arguments, const ConnectOptions& options, const QueryOptions& query,
             const UploadOptions& upload, Batch* batch) {
  absl::StatusOr<Client> client = Connect(arguments, options);
  if (!client.ok()) return Fail(client.status());
  const auto ids = client->Upload(batch->file.shapes, upload, ShowProgress("shapes"));
  if (!ids.ok()) return Refused(*batch, ids.status());
  Fill(*ids, batch);
  const auto answers = client->Distance(batch->questions, query, ShowProgress("pairs"));
  if (!answers.ok()) return Refused(*batch, answers.status());
  for (size_t i = 0; i < answers->size(); ++i) std::cout << AnswerLine(*answers, i) << "\n";
  return FlushOutput();
}

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Minutes(10));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  QueryOptions query;
  const absl::Status solver = ReadQueryArguments(arguments, &query);
  if (!solver.ok()) return Fail(kUsage, solver.message());
  const absl::StatusOr<absl::Duration> ttl = arguments.Duration("ttl", absl::Hours(1));
  if (!ttl.ok()) return Fail(kUsage, ttl.status().message());
  if (!arguments.operands().empty()) {
    return Fail(kUsage, "query: takes no argument, it reads questions from standard input");
  }
  const absl::StatusOr<std::string> text = ReadStandardInput();
  if (!text.ok()) return Fail(kBadInput, text.status().message());
  absl::StatusOr<QuestionFile> file = ReadQuestions(*text, arguments.Value("root").value_or(""));
  if (!file.ok()) return Fail(kBadInput, file.status().message());
  if (file->questions.empty()) return kSuccess;
  Batch batch{*std::move(file), {}};
  return Ask(arguments, *options, query, {.ttl = *ttl}, &batch);
}

}  // namespace

const Command& QueryCommand() {
  static const Command* const command = new Command{"query",
                                                    "answers questions from standard input",
                                                    kHelp,
                                                    {{"root", true},
                                                     {"max_distance", true},
                                                     {"tolerance", true},
                                                     {"ttl", true},
                                                     {"field", true},
                                                     {"resolution", true},
                                                     {"gjk", true},
                                                     {"overlap", true},
                                                     {"iterations", false}},
                                                    Run};
  return *command;
}

}  // namespace farpoint::cli
