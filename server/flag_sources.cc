#include "server/flag_sources.h"

#include <algorithm>
#include <fstream>
#include <optional>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace farpoint {
namespace {

constexpr absl::string_view kEnvironmentPrefix = "FARPOINTD_";
constexpr absl::string_view kFlagFile = "flagfile";

using Settings = std::vector<FlagSetting>;

absl::StatusOr<Settings> FromArguments(absl::Span<const std::string> arguments) {
  Settings settings;
  for (size_t i = 0; i < arguments.size(); ++i) {
    absl::string_view text = arguments[i];
    if (!absl::ConsumePrefix(&text, "--") || text.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("unexpected argument '", arguments[i], "'"));
    }
    const size_t equals = text.find('=');
    FlagSetting setting{std::string(text.substr(0, equals)), "", ""};
    setting.source = absl::StrCat("--", setting.flag);
    if (equals != absl::string_view::npos) {
      setting.value = std::string(text.substr(equals + 1));
    } else if (++i < arguments.size()) {
      setting.value = arguments[i];
    } else {
      return absl::InvalidArgumentError(absl::StrCat(setting.source, ": needs a value"));
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

absl::StatusOr<Settings> FromEnvironment(absl::Span<const std::string> environment) {
  Settings settings;
  for (absl::string_view entry : environment) {
    if (!absl::StartsWith(entry, kEnvironmentPrefix)) continue;
    const size_t equals = std::min(entry.find('='), entry.size());
    const absl::string_view name = entry.substr(0, equals);
    settings.push_back({absl::AsciiStrToLower(name.substr(kEnvironmentPrefix.size())),
                        std::string(entry.substr(std::min(equals + 1, entry.size()))),
                        absl::StrCat("environment variable ", name)});
  }
  return settings;
}

absl::StatusOr<Settings> FromFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(absl::StrCat("--flagfile: cannot read '", path, "'"));
  Settings settings;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty() || text[0] == '#') continue;
    const size_t equals = text.find('=');
    const std::string source = absl::StrCat(path, ":", number);
    if (!absl::ConsumePrefix(&text, "--") || equals == absl::string_view::npos) {
      return absl::InvalidArgumentError(absl::StrCat(source, ": must be --flag=value"));
    }
    settings.push_back(
        {std::string(text.substr(0, equals - 2)), std::string(text.substr(equals - 1)), source});
  }
  return settings;
}

// Takes the settings of --flagfile out and returns the last one's value.
std::optional<std::string> TakeFlagFile(Settings& settings) {
  std::optional<std::string> path;
  for (const FlagSetting& setting : settings) {
    if (setting.flag == kFlagFile) path = setting.value;
  }
  settings.erase(std::remove_if(settings.begin(), settings.end(),
                                [](const FlagSetting& s) { return s.flag == kFlagFile; }),
                 settings.end());
  return path;
}

}  // namespace

absl::StatusOr<std::vector<FlagSetting>> CollectFlagSettings(
    absl::Span<const std::string> arguments, absl::Span<const std::string> environment) {
  absl::StatusOr<Settings> from_arguments = FromArguments(arguments);
  if (!from_arguments.ok()) return from_arguments.status();
  absl::StatusOr<Settings> from_environment = FromEnvironment(environment);
  if (!from_environment.ok()) return from_environment.status();

  const std::optional<std::string> environment_path = TakeFlagFile(*from_environment);
  std::optional<std::string> path = TakeFlagFile(*from_arguments);
  if (!path) path = environment_path;

  Settings settings;
  if (path) {
    absl::StatusOr<Settings> from_file = FromFile(*path);
    if (!from_file.ok()) return from_file.status();
    settings = *std::move(from_file);
  }
  settings.insert(settings.end(), from_environment->begin(), from_environment->end());
  settings.insert(settings.end(), from_arguments->begin(), from_arguments->end());
  return settings;
}

absl::Status ApplyFlagSettings(absl::Span<const FlagSetting> settings,
                               absl::Span<const absl::string_view> known) {
  for (const FlagSetting& setting : settings) {
    absl::CommandLineFlag* flag = std::find(known.begin(), known.end(), setting.flag) == known.end()
                                      ? nullptr
                                      : absl::FindCommandLineFlag(setting.flag);
    if (flag == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(setting.source, ": there is no flag '", setting.flag, "'"));
    }
    std::string error;
    if (!flag->ParseFrom(setting.value, &error)) {
      return absl::InvalidArgumentError(absl::StrCat(setting.source, ": ", error));
    }
  }
  return absl::OkStatus();
}

}  // namespace farpoint
