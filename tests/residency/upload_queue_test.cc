#include "server/residency/upload_queue.h"

#include <gmock/gmock.h>

#include <future>
#include <random>

#include "absl/time/clock.h"
#include "server/residency/memory_store.h"
#include "server/residency/refusal.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

using Result = absl::StatusOr<Uploaded>;

class UploadQueueTest : public testing::Test {
 protected:
  std::future<Result> Submit(UploadQueue& queue, double radius,
                             absl::Time deadline = absl::InfiniteFuture(), bool cancelled = false) {
    auto promise = std::make_shared<std::promise<Result>>();
    queue.Submit({Sphere{radius}}, deadline, std::make_shared<CancelFlag>(cancelled), Principal(),
                 [promise](Result result) { promise->set_value(std::move(result)); });
    return promise->get_future();
  }

  FakeClock clock_;
  Registry registry_{std::make_unique<MemoryStore>(1 << 20), GeometryLimits(), clock_};
};

TEST_F(UploadQueueTest, BuildsAndReportsErrors) {
  UploadQueue queue(registry_, {}, clock_);
  const Result built = Submit(queue, 1).get();
  ASSERT_TRUE(built.ok());
  EXPECT_TRUE(registry_.Get("default", built->resident.id).ok());
  EXPECT_EQ(Submit(queue, -1).get().status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(UploadQueueTest, DropsWhatIsCancelledOrLate) {
  UploadQueue queue(registry_, {}, clock_);
  EXPECT_EQ(Submit(queue, 1, absl::InfiniteFuture(), true).get().status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(Submit(queue, 1, clock_.Now()).get().status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(registry_.built(), 0);
}

// With one thread that is held in the callback of an upload, others wait.
TEST_F(UploadQueueTest, BoundsWhatWaitsAndDrains) {
  UploadQueueOptions options;
  options.threads = 1;
  options.max_bytes_waiting = 2 * sizeof(Shape);
  UploadQueue queue(registry_, options, clock_);
  std::promise<void> started, release;
  queue.Submit({Sphere{9}}, absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
               Principal(), [&](const Result&) {
                 started.set_value();
                 release.get_future().wait();
               });
  started.get_future().wait();
  auto first = Submit(queue, 1), second = Submit(queue, 2);
  EXPECT_EQ(RefusalOf(Submit(queue, 3).get().status()).reason, kQueueFull);
  queue.Drain();
  EXPECT_EQ(Submit(queue, 4).get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(queue.AwaitIdle(clock_.Now()));
  release.set_value();
  EXPECT_TRUE(queue.AwaitIdle(absl::InfiniteFuture()));
  EXPECT_TRUE(first.get().ok());
  EXPECT_TRUE(second.get().ok());
}

TEST_F(UploadQueueTest, AnswersWhatWaitsWhenItEnds) {
  std::future<Result> waiting;
  std::promise<void> started, release;
  std::thread destroyer;
  {
    UploadQueueOptions options;
    options.threads = 1;
    auto queue = std::make_unique<UploadQueue>(registry_, options, clock_);
    queue->Submit({Sphere{9}}, absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
                  Principal(), [&](const Result&) {
                    started.set_value();
                    release.get_future().wait();
                  });
    started.get_future().wait();
    waiting = Submit(*queue, 1);
    destroyer = std::thread([queue = std::move(queue)]() mutable { queue = nullptr; });
  }
  EXPECT_EQ(waiting.get().status().code(), absl::StatusCode::kUnavailable);
  release.set_value();
  destroyer.join();
}

// A ball whose hull takes a while.
Mesh MonstrousMesh() {
  Mesh mesh;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  while (mesh.vertices.size() < 400'000) {
    const Vec3d v{normal(random), normal(random), normal(random)};
    const double scale = 1 / scalar::Norm(v);
    mesh.vertices.push_back({v.x * scale, v.y * scale, v.z * scale});
  }
  return mesh;
}

class RunningUpload : public UploadQueueTest {
 protected:
  RunningUpload() {
    GeometryLimits limits;
    limits.max_hull_vertices = 1'000'000;
    large_ = std::make_unique<Registry>(std::make_unique<MemoryStore>(int64_t{1} << 40), limits,
                                        SystemClock());
  }
  // The result of a monstrous upload that `end` cuts short, which must not take long.
  absl::Status CutShort(UploadQueue& queue, absl::Time deadline,
                        const std::function<void(CancelFlag&)>& end) {
    std::promise<Result> promise;
    auto cancel = std::make_shared<CancelFlag>(false);
    queue.Submit({MonstrousMesh()}, deadline, cancel, Principal(),
                 [&](Result result) { promise.set_value(std::move(result)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    end(*cancel);
    std::future<Result> result = promise.get_future();
    EXPECT_EQ(result.wait_for(std::chrono::seconds(2)), std::future_status::ready);
    return result.get().status();
  }

  std::unique_ptr<Registry> large_;
};

TEST_F(RunningUpload, EndsWhenItIsCancelled) {
  UploadQueue queue(*large_, {}, SystemClock());
  EXPECT_EQ(CutShort(queue, absl::InfiniteFuture(), [](CancelFlag& c) { c = true; }).code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(CutShort(queue, absl::InfiniteFuture(), [&](CancelFlag&) { queue.CancelAll(); }).code(),
            absl::StatusCode::kCancelled);
  EXPECT_TRUE(queue.AwaitIdle(absl::Now() + absl::Seconds(2)));
}

TEST_F(RunningUpload, EndsAtItsDeadline) {
  UploadQueue queue(*large_, {}, SystemClock());
  EXPECT_EQ(CutShort(queue, absl::Now() + absl::Milliseconds(600), [](CancelFlag&) {}).code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST_F(UploadQueueTest, MeasuresNonConvexityOfWhatHasTriangles) {
  UploadQueue queue(registry_, {}, clock_);
  const Mesh mesh{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 0.5}}};
  for (const bool resident : {false, true}) {
    std::promise<Result> promise;
    queue.Submit({mesh, std::nullopt, {{0, 1, 4}}}, absl::InfiniteFuture(),
                 std::make_shared<CancelFlag>(false), Principal(),
                 [&](Result result) { promise.set_value(std::move(result)); });
    const Result result = promise.get_future().get();
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->built, !resident);
    ASSERT_TRUE(result->non_convexity.has_value());
    EXPECT_NEAR(*result->non_convexity, 0.5, 1e-12);
  }
  EXPECT_FALSE(Submit(queue, 1).get()->non_convexity.has_value());
}

TEST_F(UploadQueueTest, BoundsWhatArrives) {
  UploadQueueOptions options;
  options.max_bytes_arriving = 100;
  UploadQueue queue(registry_, options, clock_);
  EXPECT_TRUE(queue.Arrive(1'000).ok()) << "alone";
  const Refusal refusal = RefusalOf(queue.Arrive(1));
  EXPECT_EQ(refusal.reason, kQueueFull);
  EXPECT_TRUE(refusal.retry_after.has_value());
  queue.Leave(1'000);
  EXPECT_TRUE(queue.Arrive(60).ok());
  EXPECT_TRUE(queue.Arrive(40).ok());
  EXPECT_FALSE(queue.Arrive(1).ok());
  queue.Drain();
  EXPECT_EQ(queue.Arrive(0).code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace farpoint
