// What the commands answer before a server does: exit status, usage, help.

#include "tests/client/command_line.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace farpoint {
namespace {

using testing::HasSubstr;

TEST_F(CommandLine, EmptyInputNeedsNoServer) {
  const Result result = RunExactly({FARPOINT_CLI, "query", "--server=unix:/nowhere"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out + result.err, "");
}

TEST_F(CommandLine, UnreachableServerIsThree) {
  for (const char* command : {"health", "info", "list"}) {
    const Result result =
        RunExactly({FARPOINT_CLI, command, "--server=unix:/nowhere", "--deadline=3s"});
    EXPECT_EQ(result.code, 3) << command;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("unix:/nowhere"));
  }
}

TEST_F(CommandLine, ADeadlineThatPassesWhileConnectingIsFive) {
  // Somebody is there, and never says a word.
  const std::string path = dir_->Path("silent");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const int silent = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(silent, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(silent, 10), 0);
  for (const char* command : {"health", "list", "query"}) {
    const Result result =
        RunExactly({FARPOINT_CLI, command, "--deadline=200ms", "--server=unix:" + path}, kSpheres);
    EXPECT_EQ(result.code, 5) << command << ": " << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("unix:" + path));
  }
  close(silent);
}

TEST_F(CommandLine, AnAddressThatIsNoneIsTwo) {
  for (const char* address :
       {"", "localhost", "localhost:", "localhost:0", "localhost:65536", ":50051",
        "http://localhost:50051", "::1:50051", "unix:", "localhost:http"}) {
    const Result result = RunExactly({FARPOINT_CLI, "list", std::string("--server=") + address});
    EXPECT_EQ(result.code, 2) << address;
    EXPECT_THAT(result.err, HasSubstr("--server: '" + std::string(address) + "': "));
  }
}

TEST_F(CommandLine, Version) {
  const Result result = RunExactly({FARPOINT_CLI, "--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("farpoint [0-9.]+\n"));
}

TEST_F(CommandLine, WrongUsageIsTwo) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"fly"},
                                             {"upload"},
                                             {"upload", "--scal=1", "x.stl"},
                                             {"upload", "--scale=0", "x.stl"},
                                             {"list", "x"},
                                             {"query", "x"},
                                             {"query", "--tolerance=tight"},
                                             {"query", "--tolerance=0"},
                                             {"query", "--tolerance=-1"},
                                             {"query", "--max_distance=-1"},
                                             {"query", "--ttl=0"},
                                             {"query", "--field=cells"},
                                             {"query", "--field"},
                                             {"query", "--gjk=fast"},
                                             {"query", "--overlap=depth"},
                                             {"query", "--resolution=180"},
                                             {"query", "--field=scan", "--resolution=180"},
                                             {"query", "--field=latlong", "--resolution=1"},
                                             {"query", "--field=latlong", "--resolution=1025"},
                                             {"query", "--field=latlong", "--resolution=9.5"},
                                             {"query", "--iterations=3"},
                                             {"support"},
                                             {"support", "a.off", "b.off"},
                                             {"support", "a.off", "--id=x"},
                                             {"support", "--id=x", "--shape={}"},
                                             {"support", "--shape=sphere"},
                                             {"support", "--shape={}"},
                                             {"support", R"(--shape={"sphere":{"radius":-1}})"},
                                             {"support", "--id=x", "--tie_tolerance=-1"},
                                             {"support", "--id=x", "--field=voronoi"},
                                             {"support", "--id=x", "--overlap=sign"},
                                             {"delete"},
                                             {"health", "--deadline=never"}}) {
    const Result result = Run(words);
    EXPECT_EQ(result.code, 2) << testing::PrintToString(words);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err, "");
  }
}

TEST_F(CommandLine, HelpHasExamplesForEverySubcommand) {
  EXPECT_EQ(Run({"--help"}).code, 0);
  for (const char* command : {"upload", "query", "support", "list", "info", "delete", "health"}) {
    const Result result = Run({command, "--help"});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, HasSubstr("Examples:\n  "));
    EXPECT_THAT(result.out, HasSubstr("Exit status:"));
  }
}

}  // namespace
}  // namespace farpoint
