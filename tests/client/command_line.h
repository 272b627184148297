// The binaries as a script runs them: a server of a suite's own, and `farpoint` against it.

#ifndef FARPOINT_TESTS_CLIENT_COMMAND_LINE_H_
#define FARPOINT_TESTS_CLIENT_COMMAND_LINE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/client/temp_dir.h"

namespace farpoint {

inline std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Starts a program with its streams tied to files; the process id.
inline pid_t Spawn(std::vector<std::string> words, const std::string& in, const std::string& out,
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

inline int Wait(pid_t pid) {
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

  inline static TempDir* dir_;
  inline static std::string address_;
  inline static pid_t server_;
};

inline constexpr char kCube[] =
    "OFF\n8 0 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
inline constexpr char kIdentity[] = "[0,0,0,0,0,0,1]";

inline std::string Question(const std::string& a, const std::string& pose_a, const std::string& b,
                            const std::string& pose_b) {
  return R"({"a":)" + a + R"(,"pose_a":)" + pose_a + R"(,"b":)" + b + R"(,"pose_b":)" + pose_b +
         "}\n";
}

inline const std::string kSpheres =
    Question(R"({"sphere":{"radius":1}})", kIdentity,
             R"({"sphere":{"radius":1},"swept_sphere_radius":0.25})", "[3,0,0,0,0,0,1]");

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CLIENT_COMMAND_LINE_H_
