// --backend, --cuda_devices and --device_memory_limit: what they take, and that an error names the
// one at fault.

#include <gmock/gmock.h>

#include "absl/flags/reflection.h"
#include "server/backend_flags.h"
#include "server/device_list.h"
#include "server/flags.h"
#include "tests/residency/fake_backend.h"

namespace farpoint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(BackendFlag, IsAutoOnTheFirstDeviceUnlessTold) {
  absl::FlagSaver saver;
  ASSERT_TRUE(OptionsFromFlags({}, {}).ok());
  const BackendOptions options = BackendOptionsFromFlags();
  EXPECT_EQ(options.backend, "auto");
  EXPECT_TRUE(options.cuda_devices.empty());
  EXPECT_EQ(options.device_memory_limit, 0);
}

TEST(BackendFlag, TakesEveryName) {
  for (const std::string name : {"auto", "cpu", "cuda", "cuda_host"}) {
    absl::FlagSaver saver;
    EXPECT_TRUE(OptionsFromFlags({}, {"FARPOINTD_BACKEND=" + name}).ok());
    EXPECT_EQ(BackendOptionsFromFlags().backend, name);
  }
}

TEST(BackendFlag, ReadsDevicesAndTheirMemory) {
  absl::FlagSaver saver;
  const absl::Status status =
      OptionsFromFlags({"--cuda_devices=2,0", "--device_memory_limit=3GiB", "--threads=5",
                        "--field_memory=1MiB", "--isa=baseline"},
                       {"FARPOINTD_CUDA_DEVICES=7"})
          .status();
  ASSERT_TRUE(status.ok()) << status;
  const BackendOptions options = BackendOptionsFromFlags();
  EXPECT_THAT(options.cuda_devices, ElementsAre(2, 0));
  EXPECT_EQ(options.device_memory_limit, int64_t{3} << 30);
  EXPECT_EQ(options.cpu.threads, 5);
  EXPECT_EQ(options.cpu.field_memory, 1 << 20);
  EXPECT_EQ(options.cpu.isa, "baseline");
  ASSERT_TRUE(OptionsFromFlags({"--cuda_devices=", "--device_memory_limit=0"}, {}).ok());
  EXPECT_TRUE(BackendOptionsFromFlags().cuda_devices.empty());
  EXPECT_EQ(BackendOptionsFromFlags().device_memory_limit, 0);
}

TEST(BackendFlag, RefusesOthersNamingFlagAndWhatThereIs) {
  const std::pair<std::string, std::string> kWrongs[] = {
      {"--backend=gpu", "--backend: must be auto, cpu, cuda or cuda_host, is 'gpu'"},
      {"--backend=", "--backend: must be auto"},
      {"--backend=CPU", "'CPU'"},
      {"--cuda_devices=0,", "separated by commas"},
      {"--cuda_devices=first", "separated by commas"},
      {"--cuda_devices=-1", "separated by commas"},
      {"--cuda_devices=99999999999", "separated by commas"},
      {"--cuda_devices=1,2,1", "names 1 twice"},
      {"--device_memory_limit=-1", "or 0"},
      {"--device_memory_limit=most", "or 0"},
  };
  for (const auto& [argument, names] : kWrongs) {
    absl::FlagSaver saver;
    const absl::Status status = OptionsFromFlags({argument}, {}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << argument;
    EXPECT_THAT(std::string(status.message()), HasSubstr(names));
    EXPECT_THAT(std::string(status.message()),
                HasSubstr(argument.substr(2, argument.find('=') - 2)));
  }
}

TEST(BackendFlag, ItsHelpHasDefaultsThatItTakes) {
  EXPECT_THAT(HelpText(), HasSubstr("  --backend=auto\n"));
  EXPECT_THAT(HelpText(), HasSubstr("  --cuda_devices=\n"));
  EXPECT_THAT(HelpText(), HasSubstr("  --device_memory_limit=0\n"));
}

TEST(BackendFlag, DevicesAreWrittenAsTheyAreRead) {
  for (const std::string text : {"", "0", "3,1,2"}) {
    DeviceList list;
    std::string error;
    ASSERT_TRUE(AbslParseFlag(text, &list, &error)) << text;
    EXPECT_EQ(AbslUnparseFlag(list), text);
  }
}

TEST(BackendFlag, MakesTheOneOfThatName) {
  BackendOptions options;
  options.backend = "cpu";
  options.cpu = {.threads = 3, .isa = "baseline"};
  const auto cpu = BackendOfFlags(options);
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  EXPECT_EQ(DescribeBackend(**cpu), "backend cpu (baseline), 3 threads");
  options.backend = "gpu";
  EXPECT_THAT(std::string(BackendOfFlags(options).status().message()), StartsWith("--backend: "));
}

TEST(BackendFlag, AnErrorOfTheBackendKeepsItsCodeAndNamesTheFlag) {
  BackendOptions options;
  options.backend = "cuda";
  const auto named = [&options](const absl::Status& error) {
    const absl::Status status = NameBackendFlag(options, error);
    EXPECT_EQ(status.code(), error.code());
    return std::string(status.message());
  };
  EXPECT_EQ(named(absl::FailedPreconditionError("no device")), "--backend: cuda: no device");
  EXPECT_EQ(named(absl::InvalidArgumentError("device_memory_limit: is too much")),
            "--device_memory_limit: is too much");
  EXPECT_EQ(named(absl::FailedPreconditionError("--backend: no device")), "--backend: no device");
  options.cuda_devices = {7};
  EXPECT_EQ(named(absl::InvalidArgumentError("no device has number 7")),
            "--cuda_devices: no device has number 7");
  EXPECT_EQ(named(absl::FailedPreconditionError("no device")), "--backend: cuda: no device");
}

TEST(BackendFlag, TheLineAtTheStartNamesEveryDevice) {
  FakeBackend backend;
  backend.SetDevices({{.name = "NVIDIA One",
                       .memory_bytes = int64_t{140} << 30,
                       .memory_limit_bytes = int64_t{112} << 30},
                      {.name = "NVIDIA Two",
                       .memory_bytes = int64_t{8} << 30,
                       .memory_limit_bytes = int64_t{6} << 30}});
  EXPECT_EQ(
      DescribeBackend(backend),
      "backend fake (none), 1 thread; device 0: NVIDIA One, geometries in 112.0 of 140.0 GiB; "
      "device 1: NVIDIA Two, geometries in 6.0 of 8.0 GiB");
}

}  // namespace
}  // namespace farpoint
