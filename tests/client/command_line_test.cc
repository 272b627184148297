// The binaries as a script runs them: output, exit status, and nothing on standard output on
// error.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "src/geometry_id/geometry_id.h"
#include "tests/client/temp_dir.h"

namespace farpoint {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Starts a program with its streams tied to files; the process id.
pid_t Spawn(std::vector<std::string> words, const std::string& in, const std::string& out,
            const std::string& err) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  const auto tie = [](const std::string& path, int flags, int stream) {
    const int file = open(path.c_str(), flags, 0600);
    if (file < 0 || dup2(file, stream) < 0) _exit(126);
  };
  tie(in, O_RDONLY, STDIN_FILENO);
  tie(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  tie(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(127);
}

int Wait(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Result {
  int code;
  std::string out, err;
};

class CommandLine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dir_ = new TempDir;
    address_ = "unix:" + dir_->Path("s");
    server_ = Spawn({FARPOINTD, "--listen=" + address_, "--max_vertices=1000"}, "/dev/null",
                    dir_->Path("server.out"), dir_->Path("server.err"));
    for (int i = 0; i < 100 && Run({"health"}).code != 0; ++i) usleep(50'000);
  }
  static void TearDownTestSuite() {
    kill(server_, SIGTERM);
    EXPECT_EQ(Wait(server_), 0) << ReadFile(dir_->Path("server.err"));
    delete dir_;
  }

  // Runs `farpoint` against the server.
  static Result Run(std::vector<std::string> words, const std::string& in = "") {
    words.insert(words.begin(), FARPOINT_CLI);
    if (words.size() > 1 && words[1] != "--help") words.push_back("--server=" + address_);
    return RunExactly(words, in);
  }
  static Result RunExactly(const std::vector<std::string>& words, const std::string& in = "") {
    dir_->Write("in", in);
    const int code = Wait(Spawn(words, dir_->Path("in"), dir_->Path("out"), dir_->Path("err")));
    return {code, ReadFile(dir_->Path("out")), ReadFile(dir_->Path("err"))};
  }

  static TempDir* dir_;
  static std::string address_;
  static pid_t server_;
};

TempDir* CommandLine::dir_;
std::string CommandLine::address_;
pid_t CommandLine::server_;

constexpr char kCube[] = "OFF\n8 0 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
constexpr char kIdentity[] = "[0,0,0,0,0,0,1]";

std::string Question(const std::string& a, const std::string& pose_a, const std::string& b,
                     const std::string& pose_b) {
  return R"({"a":)" + a + R"(,"pose_a":)" + pose_a + R"(,"b":)" + b + R"(,"pose_b":)" + pose_b +
         "}\n";
}

const std::string kSpheres =
    Question(R"({"sphere":{"radius":1}})", kIdentity,
             R"({"sphere":{"radius":1},"swept_sphere_radius":0.25})", "[3,0,0,0,0,0,1]");

TEST_F(CommandLine, HealthAndInfo) {
  const Result health = Run({"health"});
  EXPECT_EQ(health.code, 0);
  EXPECT_EQ(health.out, "SERVING\n");
  const Result info = Run({"info", "--json"});
  EXPECT_EQ(info.code, 0) << info.err;
  const auto json = nlohmann::json::parse(info.out);
  for (const char* counter : {"calls", "pairs", "geometries", "bytes", "devices_lost"}) {
    EXPECT_TRUE(json["counters"][counter].is_number_integer()) << counter;
  }
  EXPECT_THAT(Run({"info"}).out, HasSubstr("counters.pairs: "));
}

TEST_F(CommandLine, HealthOfAService) {
  for (const char* service : {"farpoint.devices", "farpoint.v1.CollisionService", ""}) {
    const Result health = Run({"health", std::string("--service=") + service});
    EXPECT_EQ(health.code, 0) << service << ": " << health.err;
    EXPECT_EQ(health.out, "SERVING\n");
  }
  const Result unknown = Run({"health", "--service=farpoint.device"});
  EXPECT_EQ(unknown.code, 4);
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(unknown.err, HasSubstr("--service: the server has none named 'farpoint.device'"));
}

TEST_F(CommandLine, UploadListDelete) {
  const std::string cube = dir_->Write("cube.off", kCube);
  const Result upload = Run({"upload", "--scale=1,1,2", "--json", cube});
  ASSERT_EQ(upload.code, 0) << upload.err;
  const auto json = nlohmann::json::parse(upload.out);
  EXPECT_EQ(json["vertices_given"], 8);
  EXPECT_EQ(json["hull_vertices"], 8);
  EXPECT_NEAR(json["volume"].get<double>(), 2, 1e-12);
  EXPECT_EQ(json["file"], cube);
  EXPECT_TRUE(json["non_convexity"].is_null()) << "the file has no faces";
  const std::string id = json["id"];
  const Result text = Run({"upload", "--scale", "1,1,2", cube});
  EXPECT_THAT(text.out, StartsWith(id));
  EXPECT_THAT(text.out, HasSubstr("vertices 8  hull vertices 8"));
  EXPECT_THAT(Run({"list"}).out, HasSubstr(id));
  EXPECT_EQ(Run({"delete", id}).out, id + "  deleted\n");
  const Result again = Run({"delete", id});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, id + "  was not there\n");
  EXPECT_THAT(Run({"list", "--json"}).out, testing::Not(HasSubstr(id)));
}

TEST_F(CommandLine, UploadTellsHowFarFromConvexAFileIs) {
  const std::string dented =
      dir_->Write("dented.off", "OFF 5 1 0\n0 0 0\n4 0 0\n0 4 0\n0 0 4\n1 1 0.5\n3 0 1 4\n");
  EXPECT_THAT(Run({"upload", dented}).out, HasSubstr("  non-convexity 0.5 m  " + dented));
  EXPECT_NEAR(
      nlohmann::json::parse(Run({"upload", "--json", dented}).out)["non_convexity"].get<double>(),
      0.5, 1e-12);
  const std::string points = dir_->Write("points.off", "OFF 2 0 0 0 0 0 1 0 0\n");
  EXPECT_TRUE(
      nlohmann::json::parse(Run({"upload", "--json", points}).out)["non_convexity"].is_null());
}

TEST_F(CommandLine, UploadNamesEveryBadFileAndUploadsNothing) {
  const std::string good = dir_->Write("good.off", "OFF 1 0 0 12.5 0 0");
  const std::string text = dir_->Write("letter.stl", "Dear robot,\n");
  const std::string empty = dir_->Write("empty.off", "OFF 0 0 0\n");
  const std::string before = Run({"list"}).out;
  const Result result = Run({"upload", good, text, empty});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr(text + ": is not an STL file"));
  EXPECT_THAT(result.err, HasSubstr(empty + ": the mesh is empty"));
  EXPECT_EQ(Run({"list"}).out, before);
}

TEST_F(CommandLine, UploadPrintsWhatIsResidentThoughTheServerRefusesAnother) {
  const std::string good = dir_->Write("good.off", "OFF 1 0 0 77.5 0 0");
  std::string vertices = "OFF 1001 0 0";
  for (int i = 0; i < 1001; ++i) vertices += " " + std::to_string(i) + " 0 0";
  const std::string large = dir_->Write("large.off", vertices);
  ASSERT_EQ(Run({"upload", good}).code, 0);
  for (const std::vector<std::string>& files :
       {std::vector{good, large}, std::vector{large, good}}) {
    std::vector<std::string> words = {"upload", "--json"};
    words.insert(words.end(), files.begin(), files.end());
    const Result result = Run(words);
    EXPECT_EQ(result.code, 1);
    EXPECT_THAT(result.err, HasSubstr(large + ": "));
    EXPECT_EQ(nlohmann::json::parse(result.out)["file"], good);
  }
}

TEST_F(CommandLine, QueryAnswersInOrder) {
  dir_->Write("cube.off", kCube);
  std::string in = kSpheres;
  in += Question(R"({"mesh":{"file":"cube.off"}})", kIdentity, R"({"sphere":{"radius":0.5}})",
                 "[0.5,0.5,3,0,0,0,1]");
  const std::string halfspace = R"({"halfspace":{"normal":[0,0,1],"offset":0}})";
  in += Question(halfspace, kIdentity, halfspace, kIdentity);
  const Result result = Run({"query", "--root=" + dir_->Path("")}, in);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");  // progress is for terminals
  std::istringstream lines(result.out);
  std::string line;
  std::vector<nlohmann::json> answers;
  while (std::getline(lines, line)) answers.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_NEAR(answers[0]["distance"].get<double>(), 0.75, 1e-12);
  EXPECT_NEAR(answers[0]["normal"][0].get<double>(), 1, 1e-12);
  EXPECT_NEAR(answers[1]["distance"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(answers[1]["status"], "OK");
  EXPECT_TRUE(answers[2]["distance"].is_null());
  EXPECT_TRUE(answers[2]["point_b"][1].is_null());
  EXPECT_EQ(answers[2]["status"], "UNBOUNDED");
}

TEST_F(CommandLine, QueryTakesEveryWayToSolve) {
  const std::string cube = R"({"box":{"size":[1,1,1]}})";
  const std::string in = Question(cube, kIdentity, cube, "[0.75,0,0,0,0,0,1]") + kSpheres;
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "query");
    const Result result = Run(words, in);
    EXPECT_EQ(result.code, 0) << testing::PrintToString(words) << result.err;
    std::istringstream lines(result.out);
    std::string first, second;
    std::getline(lines, first);
    std::getline(lines, second);
    return std::pair(nlohmann::json::parse(first), nlohmann::json::parse(second));
  };
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--field=exact_cells"},
                                             {"--field=latlong", "--resolution=90"},
                                             {"--field=lat_long"},
                                             {"--field=scan", "--gjk=plain"},
                                             {"--field", "hill_climbing", "--gjk", "nesterov"},
                                             {"--gjk=polyak", "--overlap=exact"}}) {
    const auto [overlap, apart] = ask(words);
    const double bound = overlap["error_bound"];
    EXPECT_NEAR(overlap["distance"].get<double>(), -0.25, bound) << testing::PrintToString(words);
    const bool exact = words[0].find("lat") == std::string::npos;
    EXPECT_LT(bound, exact ? 1e-9 : 0.25) << testing::PrintToString(words);
    EXPECT_NEAR(apart["distance"].get<double>(), 0.75, 1e-9) << testing::PrintToString(words);
    EXPECT_FALSE(apart.contains("iterations"));
  }
  EXPECT_LE(ask({"--overlap=estimated"}).first["distance"].get<double>(), -0.25 + 1e-9);
  const auto [overlap, apart] = ask({"--iterations", "--overlap=sign"});
  EXPECT_TRUE(overlap["iterations"].is_number_unsigned());
  EXPECT_NEAR(apart["distance"].get<double>(), 0.75, 1e-9);
}

TEST_F(CommandLine, SupportAnswersInOrderFromEverySource) {
  const std::string cube = dir_->Write("cube.off", kCube);
  const std::string in = "[1, -1e-3, 2]\n{\"direction\": [-1, 1, 1], \"note\": 1}\n[1,1,1]\n\n";
  const Result file = Run({"support", cube}, in);
  ASSERT_EQ(file.code, 0) << file.err;
  EXPECT_EQ(file.out,
            "{\"point\":[1.0,0.0,1.0],\"index\":5}\n"
            "{\"point\":[0.0,1.0,1.0],\"index\":6}\n"
            "{\"point\":[1.0,1.0,1.0],\"index\":7}\n");
  const std::string id = Run({"upload", cube}).out.substr(0, 71);
  EXPECT_EQ(Run({"support", "--id=" + id}, in).out, file.out);
  const std::string shape = R"(--shape={"mesh":{"file":")" + cube + R"("}})";
  EXPECT_EQ(Run({"support", shape, "--field=scan"}, in).out, file.out);
  const Result counted = Run({"support", cube, "--count", "--tie_tolerance=0.01"}, in);
  EXPECT_TRUE(
      nlohmann::json::parse(counted.out.substr(0, counted.out.find('\n'))).contains("count"));
  EXPECT_EQ(Run({"support", cube}, "\n").out, "");
}

TEST_F(CommandLine, ARefusedDirectionLeavesNoOutput) {
  for (const char* bad : {"[1, 2]", "[0, 0, 0]", "[1, 2, \"3\"]", "{\"dir\": [1, 2, 3]}",
                          "nonsense", "", "[1e-200, 0, 0]", "[1e300, 0, 0]"}) {
    const Result result = Run({"support", R"(--shape={"box":{"size":[1,1,1]}})"},
                              std::string("[1,0,0]\n") + bad + "\n[0,1,0]\n");
    EXPECT_EQ(result.code, 4) << bad;
    EXPECT_EQ(result.out, "") << bad;
    EXPECT_THAT(result.err, StartsWith("farpoint: line 2: ")) << bad;
  }
  const Result unknown = Run({"support", "--id=sha256-0"}, "[1,0,0]");
  EXPECT_EQ(unknown.code, 4);
  EXPECT_THAT(unknown.err, HasSubstr("--id: sha256-0 is not resident; upload"));
  EXPECT_EQ(Run({"support", "nowhere.off"}, "[1,0,0]").code, 4);
  const Result halfspace =
      Run({"support", R"(--shape={"halfspace":{"normal":[0,0,1],"offset":0}})"}, "[1,0,0]");
  EXPECT_EQ(halfspace.code, 4);
  EXPECT_THAT(halfspace.err, StartsWith("farpoint: --shape: must not be a halfspace"));
  EXPECT_THAT(Run({"support", R"(--shape={"box":{"size":[1,1,1]}})"}, "[1,0,0]\n\n[1,0,0]").err,
              StartsWith("farpoint: line 2: is empty"));
}

TEST_F(CommandLine, SupportOfAHundredThousandDirectionsIsSplit) {
  std::string in;
  for (int i = 0; i < 100'001; ++i) in += "[" + std::to_string(i - 50'000) + ",1,1]\n";
  const Result result = Run({"support", R"(--shape={"box":{"size":[2,2,2]}})"}, in);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 100'001);
  EXPECT_THAT(result.out, StartsWith("{\"point\":[-1.0,1.0,1.0]"));
  EXPECT_THAT(result.out.substr(result.out.size() - 60), HasSubstr("{\"point\":[1.0,1.0,1.0]"));
}

TEST_F(CommandLine, ARefusedQuestionLeavesNoOutput) {
  for (const std::string& bad :
       {std::string("{}\n"), std::string("nonsense\n"),
        Question(R"({"sphere":{"radius":-1}})", kIdentity, R"({"sphere":{"radius":1}})", kIdentity),
        Question(R"({"mesh":{"file":"nowhere.stl"}})", kIdentity, R"({"sphere":{"radius":1}})",
                 kIdentity)}) {
    const Result result = Run({"query"}, kSpheres + bad + kSpheres);
    EXPECT_EQ(result.code, 4) << bad;
    EXPECT_EQ(result.out, "") << bad;
    EXPECT_THAT(result.err, StartsWith("farpoint: line 2: ")) << bad;
  }
}

TEST_F(CommandLine, QueryKeepsItsShapesForAWhileOnly) {
  const auto ask = [](const std::string& radius, std::vector<std::string> words) {
    const std::string sphere = R"({"sphere":{"radius":)" + radius + "}}";
    words.insert(words.begin(), "query");
    const Result result = Run(words, Question(sphere, kIdentity, sphere, kIdentity));
    EXPECT_EQ(result.code, 0) << result.err;
  };
  // How long from now the lease of a sphere lasts.
  const auto lease = [](double radius) {
    const std::string id = GeometryId(Sphere{radius});
    std::istringstream lines(Run({"list", "--json"}).out);
    for (std::string line; std::getline(lines, line);) {
      const auto json = nlohmann::json::parse(line);
      if (json["id"] != id || !json["expire_time"].is_string()) continue;
      absl::Time end;
      EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, json["expire_time"].get<std::string>(), &end,
                                  nullptr));
      return absl::ToDoubleMinutes(end - absl::Now());
    }
    return std::nan("");
  };
  ask("71.5", {});
  EXPECT_NEAR(lease(71.5), 60, 5);
  ask("72.5", {"--ttl=3h"});
  EXPECT_NEAR(lease(72.5), 180, 5);
}

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
