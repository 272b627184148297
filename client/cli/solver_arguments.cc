#include "client/cli/solver_arguments.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace farpoint::cli {
namespace {

template <class Enum>
using Names = std::initializer_list<std::pair<const char*, Enum>>;

// Several names may mean the same; the message lists them all.
template <class Enum, class Target>
absl::Status ReadName(const Arguments& arguments, const std::string& option, Names<Enum> names,
                      Target* target) {
  const std::optional<std::string> text = arguments.Value(option);
  if (!text) return absl::OkStatus();
  std::string known;
  for (const auto& [name, value] : names) {
    if (*text == name) {
      *target = value;
      return absl::OkStatus();
    }
    absl::StrAppend(&known, known.empty() ? "" : ", ", name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--", option, ": \"", *text, "\" is none of ", known));
}

}  // namespace

absl::Status ReadFieldArguments(const Arguments& arguments, SupportField* field,
                                int32_t* resolution) {
  absl::Status status = ReadName<SupportField>(arguments, "field",
                                               {{"exact_cells", SupportField::kExactCells},
                                                {"latlong", SupportField::kLatLong},
                                                {"lat_long", SupportField::kLatLong},
                                                {"scan", SupportField::kScan},
                                                {"hill_climbing", SupportField::kHillClimbing}},
                                               field);
  const std::optional<std::string> text = arguments.Value("resolution");
  if (!status.ok() || !text) return status;
  if (*field != SupportField::kLatLong) {
    return absl::InvalidArgumentError("--resolution: only with --field=latlong");
  }
  int32_t cells = 0;
  if (!absl::SimpleAtoi(*text, &cells) || cells < 2 || cells > kMaxFieldResolution) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--resolution: \"", *text, "\" is not a whole number from 2 to ", kMaxFieldResolution));
  }
  *resolution = cells;
  return absl::OkStatus();
}

absl::Status ReadQueryArguments(const Arguments& arguments, QueryOptions* query) {
  absl::Status status = arguments.Number("max_distance", &query->max_distance);
  if (status.ok()) status = arguments.Number("tolerance", &query->tolerance);
  if (!status.ok()) return status;
  if (query->max_distance && *query->max_distance < 0) {
    return absl::InvalidArgumentError("--max_distance: must be >= 0");
  }
  if (query->tolerance && *query->tolerance <= 0) {
    return absl::InvalidArgumentError("--tolerance: must be positive");
  }
  status = ReadName<OverlapMode>(arguments, "overlap",
                                 {{"exact", OverlapMode::kExactDepth},
                                  {"estimated", OverlapMode::kEstimatedDepth},
                                  {"sign", OverlapMode::kSignOnly}},
                                 &query->overlap);
  if (status.ok()) {
    status = ReadName<GjkVariant>(arguments, "gjk",
                                  {{"plain", GjkVariant::kPlain},
                                   {"nesterov", GjkVariant::kNesterov},
                                   {"polyak", GjkVariant::kPolyak}},
                                  &query->gjk);
  }
  if (!status.ok()) return status;
  query->iterations = arguments.Has("iterations");
  return ReadFieldArguments(arguments, &query->field, &query->field_resolution);
}

}  // namespace farpoint::cli
