// What the commands print: nothing on standard output on error.

#include "tests/client/command_line.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

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

}  // namespace
}  // namespace farpoint
