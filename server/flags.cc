#include "server/flags.h"

#include <vector>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/backend_flags.h"
#include "server/byte_count.h"
#include "server/device_list.h"
#include "server/flag_sources.h"
#include "server/listen_address.h"
#include "server/wait_time.h"
#include "src/batch/cpu/instruction_set.h"

using farpoint::ByteCount;
using farpoint::DeviceList;
using farpoint::OptionalByteCount;
using farpoint::WaitTime;

ABSL_FLAG(
    std::string, listen, "127.0.0.1:50051",
    "Addresses to serve on, separated by commas: HOST:PORT or unix:PATH. Port 0 takes a free one, "
    "which the line 'listening on' tells.");
ABSL_FLAG(
    std::string, backend, "auto",
    "What answers pairs: cpu; cuda, on CUDA devices; cuda_host, CUDA's steps on the processor, "
    "for tests; or auto for cuda where there is a device when the server starts, else cpu. It "
    "never changes while the server runs.");
ABSL_FLAG(DeviceList, cuda_devices, DeviceList{},
          "CUDA devices that share the batches, by number, separated by commas; empty: the first.");
ABSL_FLAG(OptionalByteCount, device_memory_limit, OptionalByteCount{},
          "Bytes that geometries may take of each CUDA device; 0: four fifths of what is free when "
          "the server starts.");
ABSL_FLAG(int32_t, threads, 0, "Threads that answer pairs; 0: one a core.");
ABSL_FLAG(std::string, isa, "auto",
          "Instruction set that answers pairs: baseline, avx2, avx512, or auto for the widest that "
          "the machine has. Answers are equal bit by bit only where it is the same.");
ABSL_FLAG(int32_t, upload_threads, 2, "Threads that build uploaded geometries.");
ABSL_FLAG(ByteCount, memory_limit, ByteCount{int64_t{4} << 30},
          "Bytes of all resident geometries.");
ABSL_FLAG(ByteCount, field_memory, ByteCount{int64_t{1} << 30},
          "Bytes of the latitude-longitude fields that are kept, on top of the geometries; those "
          "least recently used give way.");
ABSL_FLAG(ByteCount, max_message_bytes, ByteCount{16 << 20},
          "Bytes of one request, and of one answer.");
ABSL_FLAG(int64_t, max_pairs, 100'000, "Pairs in one call, and directions.");
ABSL_FLAG(int64_t, max_objects, 200'000, "Objects in one call.");
ABSL_FLAG(int64_t, max_ids, 100'000, "Geometry ids in one search for missing ones.");
ABSL_FLAG(int64_t, max_page_size, 1000, "Geometries in one page of a listing.");
ABSL_FLAG(int64_t, max_vertices, 4'000'000, "Vertices of one mesh, as given.");
ABSL_FLAG(
    int32_t, max_hull_vertices, 65'535,
    "Vertices of one mesh's hull, at most 4000000; up to 65535 support fields are half as large.");
ABSL_FLAG(int64_t, max_pairs_in_flight, 1'000'000, "Pairs of all calls that are being answered.");
ABSL_FLAG(ByteCount, max_bytes_in_flight, ByteCount{int64_t{1} << 30},
          "Bytes of all calls that are being answered.");
ABSL_FLAG(ByteCount, max_upload_bytes_waiting, ByteCount{256 << 20},
          "Bytes of the uploads that wait for a thread.");
ABSL_FLAG(ByteCount, max_upload_bytes_arriving, ByteCount{512 << 20},
          "Bytes announced by chunked uploads that are still arriving.");
ABSL_FLAG(absl::Duration, upload_silence, absl::Seconds(60),
          "How long a chunked upload may send nothing before it is cancelled.");
ABSL_FLAG(absl::Duration, max_upload_time, absl::Minutes(10),
          "How long a chunked upload may take to arrive, whatever it sends.");
ABSL_FLAG(int32_t, max_concurrent_streams, 16, "Calls that one connection may have open.");
ABSL_FLAG(ByteCount, transport_memory, ByteCount{int64_t{1} << 30},
          "Bytes that the transport may use for all connections.");
ABSL_FLAG(
    WaitTime, shutdown_grace, WaitTime{absl::Seconds(10)},
    "How long a shutdown waits for calls that run before it cancels them, such as 10s or 500ms; a "
    "plain number is seconds.");

namespace farpoint {
namespace {

constexpr absl::string_view kFlags[] = {"listen",
                                        "backend",
                                        "cuda_devices",
                                        "device_memory_limit",
                                        "threads",
                                        "isa",
                                        "upload_threads",
                                        "memory_limit",
                                        "field_memory",
                                        "max_message_bytes",
                                        "max_pairs",
                                        "max_objects",
                                        "max_ids",
                                        "max_page_size",
                                        "max_vertices",
                                        "max_hull_vertices",
                                        "max_pairs_in_flight",
                                        "max_bytes_in_flight",
                                        "max_upload_bytes_waiting",
                                        "max_upload_bytes_arriving",
                                        "upload_silence",
                                        "max_upload_time",
                                        "max_concurrent_streams",
                                        "transport_memory",
                                        "shutdown_grace"};

absl::Status CheckRange(absl::string_view flag, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": must be from ", least, " to ", most, ", is ", value));
}

// Rounded away from zero, so that half a second below it is negative too.
int64_t WholeSeconds(absl::Duration d) {
  return absl::ToInt64Seconds(d < absl::ZeroDuration() ? absl::Floor(d, absl::Seconds(1))
                                                       : absl::Ceil(d, absl::Seconds(1)));
}

absl::Status CheckRanges(const ServerOptions& options) {
  constexpr int64_t kMany = int64_t{1} << 40, kMaxInt = (int64_t{1} << 31) - 1;
  const absl::Status checks[] = {
      CheckRange("threads", absl::GetFlag(FLAGS_threads), 0, 4096),
      CheckRange("upload_threads", options.uploads.threads, 1, 4096),
      CheckRange("max_message_bytes", options.limits.max_message_bytes, 1024, kMaxInt),
      CheckRange("max_pairs", options.limits.max_pairs, 1, kMaxInt),
      CheckRange("max_objects", options.limits.max_objects, 1, kMaxInt),
      CheckRange("max_ids", options.limits.max_ids, 1, kMaxInt),
      CheckRange("max_page_size", options.limits.max_page_size, 1, kMaxInt),
      CheckRange("max_vertices", options.geometry.max_vertices, 1, kMany),
      CheckRange("max_hull_vertices", options.geometry.max_hull_vertices, 1, kMostHullVertices),
      CheckRange("max_pairs_in_flight", options.dispatcher.max_pairs_in_flight,
                 options.limits.max_pairs, kMany),
      CheckRange("upload_silence", absl::ToInt64Seconds(options.uploads.max_silence), 1, 86'400),
      CheckRange("max_upload_time", absl::ToInt64Seconds(options.uploads.max_time), 1, 86'400),
      CheckRange("max_concurrent_streams", options.max_concurrent_streams, 1, 100'000),
      CheckRange("transport_memory", options.transport_memory, 1 << 20, kMany << 10),
      CheckRange("shutdown_grace", WholeSeconds(options.shutdown_grace), 0, 86'400)};
  for (const absl::Status& check : checks) {
    if (!check.ok()) return check;
  }
  return absl::OkStatus();
}

absl::Status CheckInstructionSet() {
  const absl::Status known = ChooseInstructionSet(absl::GetFlag(FLAGS_isa)).status();
  if (known.ok()) return known;
  return absl::InvalidArgumentError(absl::StrCat("--isa: ", known.message()));
}

}  // namespace

absl::StatusOr<ServerOptions> OptionsFromFlags(absl::Span<const std::string> arguments,
                                               absl::Span<const std::string> environment) {
  absl::StatusOr<std::vector<FlagSetting>> settings = CollectFlagSettings(arguments, environment);
  if (!settings.ok()) return settings.status();
  if (absl::Status applied = ApplyFlagSettings(*settings, kFlags); !applied.ok()) return applied;

  ServerOptions options;
  options.listen = absl::StrSplit(absl::GetFlag(FLAGS_listen), ',');
  options.limits.max_message_bytes = absl::GetFlag(FLAGS_max_message_bytes).bytes;
  options.limits.max_pairs = absl::GetFlag(FLAGS_max_pairs);
  options.limits.max_objects = absl::GetFlag(FLAGS_max_objects);
  options.limits.max_ids = absl::GetFlag(FLAGS_max_ids);
  options.limits.max_page_size = absl::GetFlag(FLAGS_max_page_size);
  options.geometry.max_vertices = absl::GetFlag(FLAGS_max_vertices);
  options.geometry.max_hull_vertices = absl::GetFlag(FLAGS_max_hull_vertices);
  options.dispatcher.max_pairs_in_flight = absl::GetFlag(FLAGS_max_pairs_in_flight);
  options.dispatcher.max_bytes_in_flight = absl::GetFlag(FLAGS_max_bytes_in_flight).bytes;
  options.uploads.threads = absl::GetFlag(FLAGS_upload_threads);
  options.uploads.max_bytes_arriving = absl::GetFlag(FLAGS_max_upload_bytes_arriving).bytes;
  options.uploads.max_bytes_waiting = absl::GetFlag(FLAGS_max_upload_bytes_waiting).bytes;
  options.uploads.max_silence = absl::GetFlag(FLAGS_upload_silence);
  options.uploads.max_time = absl::GetFlag(FLAGS_max_upload_time);
  options.memory_limit = absl::GetFlag(FLAGS_memory_limit).bytes;
  options.field_memory = absl::GetFlag(FLAGS_field_memory).bytes;
  options.max_concurrent_streams = absl::GetFlag(FLAGS_max_concurrent_streams);
  options.transport_memory = absl::GetFlag(FLAGS_transport_memory).bytes;
  options.shutdown_grace = absl::GetFlag(FLAGS_shutdown_grace).duration;
  for (const std::string& text : options.listen) {
    const absl::StatusOr<ListenAddress> address = SplitListenAddress(text);
    if (!address.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("--listen: ", address.status().message()));
    }
  }
  if (absl::Status checked = CheckRanges(options); !checked.ok()) return checked;
  if (absl::Status known = CheckInstructionSet(); !known.ok()) return known;
  if (absl::Status known = CheckBackendName(absl::GetFlag(FLAGS_backend)); !known.ok())
    return known;
  return options;
}

BackendOptions BackendOptionsFromFlags() {
  BackendOptions options;
  options.backend = absl::GetFlag(FLAGS_backend);
  options.cpu.threads = absl::GetFlag(FLAGS_threads);
  options.cpu.field_memory = absl::GetFlag(FLAGS_field_memory).bytes;
  options.cpu.isa = absl::GetFlag(FLAGS_isa);
  options.device_memory_limit = absl::GetFlag(FLAGS_device_memory_limit).bytes;
  options.cuda_devices = absl::GetFlag(FLAGS_cuda_devices).ordinals;
  return options;
}

std::string HelpText() {
  std::string text = absl::StrCat(
      "farpointd ", FARPOINT_VERSION,
      ": answers distance, penetration and collision questions over gRPC.\n\n"
      "  farpointd --listen=127.0.0.1:50051,unix:/run/farpoint.sock --memory_limit=8GiB\n"
      "  farpointd --version\n\n"
      "Flags, by precedence: command line, environment (FARPOINTD_<FLAG>, e.g. "
      "FARPOINTD_MAX_PAIRS), "
      "--flagfile=PATH\n(one --flag=value a line), default.\n\n");
  for (absl::string_view name : kFlags) {
    const absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name);
    absl::StrAppend(&text, "  --", name, "=", flag->DefaultValue(), "\n      ", flag->Help(), "\n");
  }
  return text;
}

std::string VersionText() { return absl::StrCat("farpointd ", FARPOINT_VERSION, "\n"); }

}  // namespace farpoint
