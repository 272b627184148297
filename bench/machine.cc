#include "bench/machine.h"

#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace farpoint::bench {
namespace {

std::string CpuModel() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string Today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

}  // namespace

nlohmann::ordered_json DescribeMachine() {
  return {{"date", Today()},
          {"cpu", CpuModel()},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", FARPOINT_BENCH_COMPILER}};
}

}  // namespace farpoint::bench
