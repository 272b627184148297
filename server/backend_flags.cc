#include "server/backend_flags.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace farpoint {
namespace {

constexpr const char* kNames[] = {"auto", "cpu", "cuda", "cuda_host"};
constexpr const char* kFlags[] = {"backend", "cuda_devices", "device_memory_limit"};

double Gibibytes(int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

}  // namespace

absl::Status CheckBackendName(const std::string& name) {
  if (std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--backend: must be auto, cpu, cuda or cuda_host, is '", name, "'"));
}

absl::StatusOr<std::unique_ptr<Backend>> BackendOfFlags(const BackendOptions& options) {
  if (absl::Status known = CheckBackendName(options.backend); !known.ok()) return known;
  absl::StatusOr<std::unique_ptr<Backend>> backend = MakeBackend(options);
  if (!backend.ok()) return NameBackendFlag(options, backend.status());
  return backend;
}

absl::Status NameBackendFlag(const BackendOptions& options, const absl::Status& error) {
  const absl::string_view message = error.message();
  for (const char* flag : kFlags) {
    if (absl::StartsWith(message, absl::StrCat("--", flag))) return error;
    if (absl::StartsWith(message, absl::StrCat(flag, ": "))) {
      return absl::Status(error.code(), absl::StrCat("--", message));
    }
  }
  // The name is known: a wrong value can only be an ordinal's.
  if (absl::IsInvalidArgument(error) && !options.cuda_devices.empty()) {
    return absl::Status(error.code(), absl::StrCat("--cuda_devices: ", message));
  }
  return absl::Status(error.code(), absl::StrCat("--backend: ", options.backend, ": ", message));
}

std::string DescribeBackend(const Backend& backend) {
  std::string line =
      absl::StrCat("backend ", backend.name(), " (", backend.instruction_set(), "), ",
                   backend.concurrency(), backend.concurrency() == 1 ? " thread" : " threads");
  const std::vector<DeviceReport> devices = backend.devices();
  for (size_t i = 0; i < devices.size(); ++i) {
    absl::StrAppend(&line, "; device ", i, ": ", devices[i].name,
                    absl::StrFormat(", geometries in %.1f of %.1f GiB",
                                    Gibibytes(devices[i].memory_limit_bytes),
                                    Gibibytes(devices[i].memory_bytes)));
  }
  return line;
}

}  // namespace farpoint
