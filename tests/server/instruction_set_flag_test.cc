// --isa: what it takes, and that a server with it says so and answers.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "absl/flags/reflection.h"
#include "server/flags.h"
#include "src/batch/cpu/cpu_backend.h"
#include "src/batch/cpu/instruction_set.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

TEST(InstructionSetFlag, TakesEverySetOfTheMachineFromEverySource) {
  const std::string path = testing::TempDir() + "farpoint_isa_" + std::to_string(getpid());
  std::vector<std::string> names = {"auto"};
  for (const InstructionSet& set : InstructionSets()) names.push_back(set.name);
  for (const std::string& name : names) {
    std::ofstream(path) << "--isa=" << name << "\n";
    const std::pair<std::vector<std::string>, std::vector<std::string>> kSources[] = {
        {{"--isa=" + name}, {"FARPOINTD_ISA=sse9"}},
        {{}, {"FARPOINTD_ISA=" + name}},
        {{"--flagfile=" + path}, {}}};
    for (const auto& [arguments, environment] : kSources) {
      absl::FlagSaver saver;
      const absl::Status status = OptionsFromFlags(arguments, environment).status();
      EXPECT_TRUE(status.ok()) << status;
      EXPECT_EQ(BackendOptionsFromFlags().cpu.isa, name);
    }
  }
  std::remove(path.c_str());
}

TEST(InstructionSetFlag, RefusesOthersNamingThoseThereAre) {
  absl::FlagSaver saver;
  const absl::Status status = OptionsFromFlags({"--isa=sse9"}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("--isa"));
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("'sse9'"));
  for (const InstructionSet& set : InstructionSets()) {
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(set.name));
  }
}

v1::DistanceResponse Distances(TestServer& server) {
  std::vector<std::string> ids;
  std::vector<double> places;
  for (int i = 0; i < 12; ++i) {
    ids.push_back(server.Upload(BoxShape(1 + 0.1 * i, 1, 0.3)));
    places.push_back(0.7 * i);
  }
  v1::DistanceRequest request;
  *request.mutable_batch() = RowOf(ids, places);
  for (uint32_t a = 0; a < 12; ++a) {
    for (uint32_t b = 0; b < a; ++b) AddPair(*request.mutable_batch(), a, b);
  }
  request.mutable_results()->set_witness_points(true);
  request.mutable_results()->set_normals(true);
  v1::DistanceResponse response;
  grpc::ClientContext context;
  const grpc::Status status = server.stubs().collision->Distance(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

TEST(InstructionSetFlag, TheServerNamesItAndAnswersEquallyEveryTime) {
  for (const InstructionSet& set : InstructionSets()) {
    TestServer server({}, MakeCpuBackend({.threads = 2, .isa = set.name}));
    v1::GetServerInfoResponse info;
    grpc::ClientContext context;
    ASSERT_TRUE(server.stubs().server->GetServerInfo(&context, {}, &info).ok());
    EXPECT_EQ(info.instruction_set(), set.name);
    const std::string once = Distances(server).answers_f64().SerializeAsString();
    EXPECT_FALSE(once.empty());
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(Distances(server).answers_f64().SerializeAsString(), once);
    }
  }
}

TEST(InstructionSetFlag, AutoIsTheWidest) {
  EXPECT_EQ(MakeCpuBackend({})->instruction_set(), InstructionSets().back().name);
}

}  // namespace
}  // namespace farpoint
