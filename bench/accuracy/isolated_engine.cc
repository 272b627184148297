#include "bench/accuracy/isolated_engine.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

namespace farpoint::bench {
namespace {

// Of this process's time, ten thousand times what an ordinary pair takes; and of everybody's.
constexpr suseconds_t kMicrosecondsAPair = 100000;
constexpr unsigned kSecondsToSetUp = 300, kSecondsAPair = 10;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const EngineAnswer kNone{Verdict::kFailed, kNaN, {}, {}, {}, kNaN};

// What the process writes and this one reads.
struct Progress {
  size_t next;   // the pair being asked
  bool refused;  // the shapes
};

// Memory that a child shares with its parent.
class Shared {
 public:
  explicit Shared(size_t answers)
      : size_(sizeof(Progress) + answers * sizeof(IsolatedAnswer)),
        memory_(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory to share with an engine");
  }
  ~Shared() { munmap(memory_, size_); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  volatile Progress* progress() { return static_cast<volatile Progress*>(memory_); }
  IsolatedAnswer* answers() {
    return reinterpret_cast<IsolatedAnswer*>(static_cast<char*>(memory_) + sizeof(Progress));
  }

 private:
  size_t size_;
  void* memory_;
};

struct Task {
  const MakeEngine& make;
  const std::vector<ConvexShape>& shapes;
  const std::vector<AskedPair>& pairs;
  size_t begin, end;
};

// The shapes of the task's pairs alone: others might be refused.
void SetUp(const Task& task, Engine* engine, std::vector<ConvexShape>* shapes) {
  std::vector<ShapePair> pairs;
  for (size_t i = task.begin; i < task.end; ++i) {
    ShapePair pair = task.pairs[i].pair;
    for (uint32_t* index : {&pair.a, &pair.b}) {
      shapes->push_back(task.shapes[*index]);
      *index = static_cast<uint32_t>(shapes->size() - 1);
    }
    pairs.push_back(pair);
  }
  engine->SetShapes(*shapes);
  engine->SetPairs(pairs);
}

// In the child; never returns. What an engine prints is noise here.
[[noreturn]] void Run(const Task& task, Shared* shared) {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  alarm(kSecondsToSetUp);
  volatile Progress& progress = *shared->progress();
  const std::unique_ptr<Engine> engine = task.make();
  std::vector<ConvexShape> shapes;
  try {
    SetUp(task, engine.get(), &shapes);
  } catch (const std::exception&) {
    progress.refused = true;
    _exit(1);
  }
  for (size_t i = progress.next; i < task.end; i = i + 1) {
    progress.next = i;
    alarm(kSecondsAPair);
    const itimerval limit{{0, 0}, {0, kMicrosecondsAPair}};
    setitimer(ITIMER_VIRTUAL, &limit, nullptr);
    try {
      engine->Answer(task.pairs[i].question, i - task.begin, i - task.begin + 1,
                     &shared->answers()[i].answer);
    } catch (const std::exception&) {
      shared->answers()[i].answer = kNone;
    }
  }
  progress.next = task.end;
  _exit(0);
}

void Answer(const Task& task, Shared* shared) {
  volatile Progress& progress = *shared->progress();
  progress.next = task.begin;
  while (progress.next < task.end) {
    progress.refused = false;
    const size_t before = progress.next;
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process for an engine");
    if (child == 0) Run(task, shared);
    int status = 0;
    waitpid(child, &status, 0);
    if (progress.next >= task.end) return;
    const bool alone = task.end - task.begin == 1;
    const bool not_begun = progress.refused || (WIFEXITED(status) && progress.next == before);
    if (not_begun && !alone) {
      const size_t middle = task.begin + (task.end - task.begin) / 2;
      Answer({task.make, task.shapes, task.pairs, task.begin, middle}, shared);
      Answer({task.make, task.shapes, task.pairs, middle, task.end}, shared);
      return;
    }
    shared->answers()[progress.next] = {kNone, progress.refused};
    progress.next = progress.next + 1;
  }
}

}  // namespace

std::vector<IsolatedAnswer> AnswersOf(const MakeEngine& make,
                                      const std::vector<ConvexShape>& shapes,
                                      const std::vector<AskedPair>& pairs) {
  Shared shared(pairs.size());
  std::fill_n(shared.answers(), pairs.size(), IsolatedAnswer{kNone, false});
  Answer({make, shapes, pairs, 0, pairs.size()}, &shared);
  return {shared.answers(), shared.answers() + pairs.size()};
}

}  // namespace farpoint::bench
