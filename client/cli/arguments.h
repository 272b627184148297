// Farpoint command line: options and operands.
//
//   auto args = Arguments::Parse({"--server", "host:1", "--json", "arm.stl"},
//                                {{"server", true}, {"json", false}});
//   args->Value("server") == "host:1";  args->Has("json");  args->operands() == {"arm.stl"}
//
// `--name=value` and `--name value` are the same; a flag without a value is `--name`. `--` ends the
// options, and `-` is an operand. A repeated option keeps its last value. An option that the
// subcommand does not know is an error: a typing mistake must not silently change a question.

#ifndef FARPOINT_CLIENT_CLI_ARGUMENTS_H_
#define FARPOINT_CLIENT_CLI_ARGUMENTS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace farpoint::cli {

class Arguments {
 public:
  /// The options that a subcommand accepts: name without dashes, and whether it takes a value.
  using Accepted = std::map<std::string, bool>;

  /// `InvalidArgument` naming the option that is unknown, lacks its value or has one too many.
  static absl::StatusOr<Arguments> Parse(const std::vector<std::string>& words,
                                         const Accepted& accepted);

  bool Has(const std::string& name) const { return values_.count(name) > 0; }
  std::optional<std::string> Value(const std::string& name) const;
  /// A duration such as "30s", "500ms", "2m", or a plain number of seconds; `fallback` if not
  /// given. `InvalidArgument` naming the option unless it is positive.
  absl::StatusOr<absl::Duration> Duration(const std::string& name, absl::Duration fallback) const;

  /// Sets `value` if the option is given. `InvalidArgument` naming it unless it is a finite number.
  absl::Status Number(const std::string& name, std::optional<double>* value) const;

  const std::vector<std::string>& operands() const { return operands_; }

 private:
  std::map<std::string, std::string> values_;
  std::vector<std::string> operands_;
};

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_ARGUMENTS_H_
