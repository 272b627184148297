// The real program: it starts, it says where, it stops, and it survives clients that do not say
// goodbye.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

// A program that runs; killed at the latest by the destructor.
class Process {
 public:
  Process(std::vector<std::string> command, std::vector<std::string> environment = {}) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    std::vector<char*> argv;
    for (std::string& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<char*> envp;
    for (std::string& entry : environment) envp.push_back(entry.data());
    for (char** entry = environ; *entry != nullptr; ++entry) envp.push_back(*entry);
    envp.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      execve(argv[0], argv.data(), envp.data());
      _exit(127);
    }
    close(ends[1]);
    output_ = fdopen(ends[0], "r");
  }
  ~Process() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    fclose(output_);
  }
  void Signal(int signal) { kill(pid_, signal); }
  /// The next line of its output, "" at the end.
  std::string Line() {
    char line[4096];
    if (fgets(line, sizeof line, output_) == nullptr) return "";
    return line;
  }
  /// The exit code, or minus the signal that killed it; waits for the end.
  int Wait(std::string* rest = nullptr) {
    for (std::string line; !(line = Line()).empty();) {
      if (rest != nullptr) *rest += line;
    }
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  FILE* output_ = nullptr;
};

std::unique_ptr<Process> Start(const std::string& listen, std::string* address,
                               std::vector<std::string> environment = {}) {
  auto process =
      std::make_unique<Process>(std::vector<std::string>{FARPOINTD_PATH, "--listen=" + listen,
                                                         "--backend=cpu", "--threads=2"},
                                environment);
  const std::string kPrefix = "farpointd: listening on ";
  EXPECT_THAT(process->Line(), testing::StartsWith("farpointd: backend cpu ("));
  const std::string line = process->Line();
  EXPECT_THAT(line, testing::StartsWith(kPrefix));
  if (line.size() > kPrefix.size())
    *address = line.substr(kPrefix.size(), line.size() - kPrefix.size() - 1);
  return process;
}

v1::DistanceRequest RequestOf(Stubs& stubs, int pairs) {
  grpc::ClientContext context;
  v1::CreateGeometryRequest upload;
  *upload.mutable_shape() = BoxShape(1, 2, 3);
  v1::CreateGeometryResponse uploaded;
  EXPECT_TRUE(stubs.geometry->CreateGeometry(&context, upload, &uploaded).ok());
  v1::DistanceRequest request;
  const std::string& id = uploaded.geometry().id();
  *request.mutable_batch() = RowOf({id, id}, {0, 0.5});
  for (int i = 0; i < pairs; ++i) AddPair(*request.mutable_batch(), 0, 1);
  return request;
}

bool Serves(const std::string& address) {
  Stubs stubs(ChannelTo(address));
  const v1::DistanceRequest request = RequestOf(stubs, 2);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
  v1::DistanceResponse response;
  const grpc::Status status = stubs.collision->Distance(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.pair_count() == 2;
}

TEST(Farpointd, ServesUntilSigtermAndExitsCleanly) {
  for (const int signal : {SIGTERM, SIGINT}) {
    std::string address;
    auto server = Start("127.0.0.1:0", &address);
    EXPECT_TRUE(Serves(address));
    server->Signal(signal);
    EXPECT_EQ(server->Wait(), 0);
  }
}

TEST(Farpointd, KeepsFieldsInAsMuchMemoryAsItsFlagSays) {
  for (const auto& [environment, bytes] :
       {std::pair{std::vector<std::string>(), int64_t{1} << 30},
        {std::vector<std::string>{"FARPOINTD_FIELD_MEMORY=3MiB"}, int64_t{3} << 20}}) {
    std::string address;
    auto server = Start("127.0.0.1:0", &address, environment);
    grpc::ClientContext context;
    v1::GetServerInfoResponse info;
    ASSERT_TRUE(Stubs(ChannelTo(address)).server->GetServerInfo(&context, {}, &info).ok());
    EXPECT_EQ(info.limits().field_memory_bytes(), bytes);
  }
}

TEST(Farpointd, AnswersTheCallThatRunsWhenSigtermComes) {
  std::string address;
  auto server = Start("127.0.0.1:0", &address);
  Stubs stubs(ChannelTo(address));
  const v1::DistanceRequest request = RequestOf(stubs, 50'000);
  std::thread stop([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    server->Signal(SIGTERM);
  });
  grpc::ClientContext context;
  v1::DistanceResponse response;
  const grpc::Status status = stubs.collision->Distance(&context, request, &response);
  stop.join();
  // Either it had begun, and is answered whole, or it had not, and is refused whole: by the server,
  // or by gRPC if it arrives while gRPC stops listening.
  EXPECT_TRUE(status.ok() || status.error_code() == grpc::StatusCode::UNAVAILABLE ||
              status.error_code() == grpc::StatusCode::CANCELLED)
      << status.error_message();
  if (status.ok()) {
    EXPECT_EQ(response.answers_f64().distance_size(), 50'000);
  }
  EXPECT_EQ(server->Wait(), 0);
}

TEST(Farpointd, ASecondServerOnAnAddressExitsNamingIt) {
  const std::string path = testing::TempDir() + "farpointd_" + std::to_string(getpid()) + ".sock";
  for (const std::string& listen : {std::string("127.0.0.1:0"), "unix:" + path}) {
    std::string address, output;
    auto first = Start(listen, &address);
    Process second({FARPOINTD_PATH, "--listen=" + address});
    EXPECT_EQ(second.Wait(&output), 1);
    EXPECT_THAT(output, testing::HasSubstr("cannot listen on '" + address + "'"));
    EXPECT_TRUE(Serves(address));
    first->Signal(SIGTERM);
    EXPECT_EQ(first->Wait(), 0);
  }
  // The path of a server that was killed is free for the next.
  std::string address;
  auto killed = Start("unix:" + path, &address);
  killed->Signal(SIGKILL);
  EXPECT_EQ(killed->Wait(), -SIGKILL);
  auto next = Start("unix:" + path, &address);
  EXPECT_TRUE(Serves(address));
  next->Signal(SIGTERM);
  EXPECT_EQ(next->Wait(), 0);
  unlink((path + ".lock").c_str());
}

TEST(Farpointd, WrongFlagsAndVariablesAreNamed) {
  std::string output;
  EXPECT_EQ(Process({FARPOINTD_PATH, "--frob=1"}).Wait(&output), 2);
  EXPECT_THAT(output, testing::HasSubstr("--frob"));
  EXPECT_EQ(Process({FARPOINTD_PATH}, {"FARPOINTD_FROB=1"}).Wait(&output), 2);
  EXPECT_THAT(output, testing::HasSubstr("FARPOINTD_FROB"));
  EXPECT_EQ(Process({FARPOINTD_PATH, "--isa=sse9"}).Wait(&output), 2);
  EXPECT_THAT(output, testing::HasSubstr("--isa: must be one of auto, baseline"));
  EXPECT_EQ(Process({FARPOINTD_PATH, "--help"}).Wait(&output), 0);
  EXPECT_THAT(output, testing::HasSubstr("--listen"));
  EXPECT_EQ(Process({FARPOINTD_PATH, "--version"}).Wait(), 0);
}

// 2: the flag is wrong on every machine; 1: this one, or this build, cannot do it.
TEST(Farpointd, ABackendThatCannotBeIsNamed) {
  std::string output;
  EXPECT_EQ(Process({FARPOINTD_PATH, "--backend=gpu"}).Wait(&output), 2);
  EXPECT_THAT(output, testing::HasSubstr("--backend: must be auto, cpu, cuda or cuda_host"));
  output.clear();
  EXPECT_EQ(Process({FARPOINTD_PATH, "--cuda_devices=one"}).Wait(&output), 2);
  EXPECT_THAT(output, testing::HasSubstr("cuda_devices"));
  output.clear();
  // No device is visible, so that none is there.
  EXPECT_EQ(Process({FARPOINTD_PATH, "--backend=cuda"}, {"CUDA_VISIBLE_DEVICES="}).Wait(&output),
            1);
  EXPECT_THAT(output, testing::StartsWith("farpointd: --backend: cuda: "));
}

TEST(Farpointd, AutoServesWhereThereIsNoDevice) {
  Process server({FARPOINTD_PATH, "--listen=127.0.0.1:0", "--threads=2", "--isa=baseline"},
                 {"CUDA_VISIBLE_DEVICES="});
  EXPECT_EQ(server.Line(), "farpointd: backend cpu (baseline), 2 threads\n");
  EXPECT_THAT(server.Line(), testing::StartsWith("farpointd: listening on "));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
}

TEST(Farpointd, TakesFlagsFromTheEnvironment) {
  std::string address;
  auto server = Start("127.0.0.1:0", &address, {"FARPOINTD_MAX_PAIRS=77"});
  Stubs stubs(ChannelTo(address));
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(stubs.server->GetServerInfo(&context, {}, &info).ok());
  EXPECT_EQ(info.limits().max_pairs(), 77);
}

TEST(Farpointd, AnswersWithTheInstructionSetOfItsFlag) {
  std::string address;
  auto server = Start("127.0.0.1:0", &address, {"FARPOINTD_ISA=baseline"});
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(Stubs(ChannelTo(address)).server->GetServerInfo(&context, {}, &info).ok());
  EXPECT_EQ(info.instruction_set(), "baseline");
  EXPECT_TRUE(Serves(address));
}

// Not a test: the client that the next test kills. It asks until it dies.
TEST(Victim, DISABLED_Asks) {
  Stubs stubs(ChannelTo(std::getenv("FARPOINT_TEST_ADDRESS")));
  const v1::DistanceRequest request = RequestOf(stubs, 100'000);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (;;) {
        grpc::ClientContext context;
        v1::DistanceResponse response;
        stubs.collision->Distance(&context, request, &response);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Farpointd, SurvivesClientsKilledInMidCall) {
  std::string address;
  auto server = Start("127.0.0.1:0", &address);
  for (int i = 0; i < 5; ++i) {
    Process victim({"/proc/self/exe", "--gtest_also_run_disabled_tests", "--gtest_filter=Victim.*"},
                   {"FARPOINT_TEST_ADDRESS=" + address});
    std::this_thread::sleep_for(std::chrono::milliseconds(150 + 70 * i));
    victim.Signal(SIGKILL);
    EXPECT_EQ(victim.Wait(), -SIGKILL);
    EXPECT_TRUE(Serves(address));
  }
  server->Signal(SIGTERM);
  EXPECT_EQ(server->Wait(), 0);
}

}  // namespace
}  // namespace farpoint
