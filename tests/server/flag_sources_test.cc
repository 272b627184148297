#include "server/flag_sources.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "absl/flags/reflection.h"
#include "server/byte_count.h"
#include "server/flags.h"

namespace farpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FlagsTest : public testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }
  void WriteFile(const std::string& text) { std::ofstream(path_) << text; }

  std::string path_ = testing::TempDir() + "farpoint_flags_" + std::to_string(getpid());
  absl::FlagSaver saver_;
};

TEST_F(FlagsTest, CommandLineBeatsEnvironmentBeatsFileBeatsDefault) {
  WriteFile("# what we serve\n\n--max_pairs=1\n  --max_objects=2  \n--max_ids=3\n");
  const auto options = OptionsFromFlags(
      {"--max_pairs=10", "--flagfile", path_},
      {"FARPOINTD_MAX_PAIRS=20", "FARPOINTD_MAX_OBJECTS=21", "HOME=/", "FARPOINT_PORT=tcp://x"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->limits.max_pairs, 10);
  EXPECT_EQ(options->limits.max_objects, 21);
  EXPECT_EQ(options->limits.max_ids, 3);
  EXPECT_EQ(options->limits.max_page_size, 1000);
}

TEST_F(FlagsTest, TheFlagFileMayComeFromTheEnvironment) {
  WriteFile("--max_pairs=5\n");
  const auto options = OptionsFromFlags({}, {"FARPOINTD_FLAGFILE=" + path_});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->limits.max_pairs, 5);
}

TEST_F(FlagsTest, ReadsListsSizesAndDurations) {
  const auto options = OptionsFromFlags(
      {"--listen=127.0.0.1:1,unix:/x", "--memory_limit", "3GiB", "--max_message_bytes=2MiB",
       "--shutdown_grace=1m", "--threads=3", "--upload_silence=2m", "--max_upload_time=1h"},
      {});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->listen, ElementsAre("127.0.0.1:1", "unix:/x"));
  EXPECT_EQ(options->memory_limit, int64_t{3} << 30);
  EXPECT_EQ(options->limits.max_message_bytes, 2 << 20);
  EXPECT_EQ(options->shutdown_grace, absl::Minutes(1));
  EXPECT_EQ(options->uploads.max_silence, absl::Minutes(2));
  EXPECT_EQ(options->uploads.max_time, absl::Hours(1));
  EXPECT_EQ(BackendOptionsFromFlags().cpu.threads, 3);
  EXPECT_EQ(BackendOptionsFromFlags().cpu.isa, "auto");
  EXPECT_EQ(OptionsFromFlags({"--shutdown_grace=20"}, {})->shutdown_grace, absl::Seconds(20));
  EXPECT_EQ(OptionsFromFlags({"--shutdown_grace=0.5"}, {})->shutdown_grace,
            absl::Milliseconds(500));
}

TEST_F(FlagsTest, ErrorsNameTheFlagAndItsSource) {
  WriteFile("--max_pairs=5\nmax_objects=5\n");
  const struct {
    std::vector<std::string> arguments, environment;
    std::string names;
  } kWrongs[] = {
      {{"--frob=1"}, {}, "--frob"},
      {{"--undefok=frob"}, {}, "--undefok"},
      {{"frob"}, {}, "'frob'"},
      {{"--listen"}, {}, "--listen"},
      {{"--listen=foo"}, {}, "--listen: cannot listen on 'foo'"},
      {{"--listen=127.0.0.1:1,127.0.0.1:99999"}, {}, "its port must be a number"},
      {{"--max_pairs=many"}, {}, "--max_pairs"},
      {{"--max_pairs=0"}, {}, "--max_pairs"},
      {{"--shutdown_grace=soon"}, {}, "'shutdown_grace'; must be a duration such as 10s"},
      {{"--shutdown_grace=nan"}, {}, "'shutdown_grace'; must be a duration such as 10s"},
      {{"--shutdown_grace=-1"}, {}, "--shutdown_grace"},
      {{"--shutdown_grace=-0.5s"}, {}, "--shutdown_grace"},
      {{"--shutdown_grace=inf"}, {}, "--shutdown_grace"},
      {{"--max_hull_vertices=4000001"}, {}, "--max_hull_vertices"},
      {{"--memory_limit=-1"}, {}, "--memory_limit"},
      {{"--upload_silence=0"}, {}, "--upload_silence"},
      {{"--max_upload_time=inf"}, {}, "--max_upload_time"},
      {{"--max_pairs_in_flight=10"}, {}, "--max_pairs_in_flight"},
      {{"--isa=sse9"}, {}, "--isa: must be one of auto, baseline"},
      {{"--isa="}, {}, "--isa: must be one of auto, baseline"},
      {{}, {"FARPOINTD_ISA=AVX2"}, "'AVX2'"},
      {{}, {"FARPOINTD_FROB=1"}, "FARPOINTD_FROB"},
      {{}, {"FARPOINTD_MAX_PAIRS=many"}, "FARPOINTD_MAX_PAIRS"},
      {{"--flagfile=" + path_}, {}, path_ + ":2"},
      {{"--flagfile=" + path_ + "_none"}, {}, path_ + "_none"},
  };
  for (const auto& wrong : kWrongs) {
    absl::FlagSaver saver;
    const absl::Status status = OptionsFromFlags(wrong.arguments, wrong.environment).status();
    EXPECT_FALSE(status.ok()) << wrong.names;
    EXPECT_THAT(std::string(status.message()), HasSubstr(wrong.names));
  }
}

TEST_F(FlagsTest, HelpNamesEveryFlagThatItTakes) {
  EXPECT_THAT(HelpText(), HasSubstr("--listen=127.0.0.1:50051"));
  EXPECT_THAT(HelpText(), HasSubstr("--memory_limit=4GiB"));
}

TEST(ByteCount, ReadsAndWritesUnits) {
  const std::pair<std::string, int64_t> kGood[] = {
      {"1", 1}, {"1000", 1000}, {"16KiB", 16 << 10}, {"5MiB", 5 << 20}, {"2TiB", int64_t{2} << 40}};
  for (const auto& [text, bytes] : kGood) {
    ByteCount count;
    std::string error;
    ASSERT_TRUE(AbslParseFlag(text, &count, &error)) << text;
    EXPECT_EQ(count.bytes, bytes);
    EXPECT_EQ(AbslUnparseFlag(count), text);
  }
  for (const std::string text : {"", "0", "-1", "1.5GiB", "GiB", "1GB", "9000000TiB"}) {
    ByteCount count;
    std::string error;
    EXPECT_FALSE(AbslParseFlag(text, &count, &error)) << text;
    EXPECT_FALSE(error.empty());
  }
}

}  // namespace
}  // namespace farpoint
