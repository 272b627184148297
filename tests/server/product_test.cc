// Products of two groups: the pairs they stand for, in order, and no more of them than allowed.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

class ProductTest : public testing::Test {
 protected:
  explicit ProductTest(const ServerOptions& options = {}) : server_(options) {
    const std::string box = server_.Upload(BoxShape(1, 0.5, 0.25));
    const std::string ball = server_.Upload(SphereShape(0.4));
    batch_ = RowOf({box, ball, box, ball, box}, {0, 0.5, 2, 3.5, 6});
  }

  static v1::PairBatch With(v1::PairBatch batch, const std::vector<uint32_t>& a,
                            const std::vector<uint32_t>& b) {
    batch.mutable_product()->mutable_a()->Add(a.begin(), a.end());
    batch.mutable_product()->mutable_b()->Add(b.begin(), b.end());
    return batch;
  }
  template <class Request, class Response>
  Response Ask(grpc::Status (v1::CollisionService::Stub::*method)(grpc::ClientContext*,
                                                                  const Request&, Response*),
               const v1::PairBatch& batch) {
    grpc::ClientContext context;
    Request request;
    Response response;
    *request.mutable_batch() = batch;
    const grpc::Status status =
        (server_.stubs().collision.get()->*method)(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TestServer server_;
  v1::PairBatch batch_;
};

TEST_F(ProductTest, IsAnsweredLikeItsPairsInOrderByEveryMethod) {
  const std::vector<uint32_t> a = {4, 0, 1, 0}, b = {2, 3, 1};  // groups may share and repeat
  const v1::PairBatch product = With(batch_, a, b);
  v1::PairBatch pairs = batch_;
  for (uint32_t i : a) {
    for (uint32_t j : b) AddPair(pairs, i, j);
  }
  using Stub = v1::CollisionService::Stub;
  const v1::DistanceResponse distance = Ask(&Stub::Distance, product);
  EXPECT_EQ(distance.pair_count(), 12u);
  EXPECT_NE(distance.answers_f64().distance(1), distance.answers_f64().distance(3))
      << "an order that could be mistaken would show nothing";
  EXPECT_EQ(distance.SerializeAsString(), Ask(&Stub::Distance, pairs).SerializeAsString());
  const v1::PenetrationResponse penetration = Ask(&Stub::Penetration, product);
  EXPECT_GT(penetration.overlapping_pair_size(), 0);
  EXPECT_EQ(penetration.SerializeAsString(), Ask(&Stub::Penetration, pairs).SerializeAsString());
  EXPECT_EQ(Ask(&Stub::Collide, product).SerializeAsString(),
            Ask(&Stub::Collide, pairs).SerializeAsString());
}

TEST_F(ProductTest, OfMillionsIsRefusedByItsCount) {
  const std::vector<uint32_t> many(200'000, 0);
  v1::DistanceRequest request;
  *request.mutable_batch() = With(batch_, many, many);
  grpc::ClientContext context;
  v1::DistanceResponse response;
  const grpc::Status status = server_.stubs().collision->Distance(&context, request, &response);
  EXPECT_EQ(FieldOf(status), "batch.pairs");
  EXPECT_THAT(status.error_message(), testing::HasSubstr("40000000000 pairs, at most 100000"));
}

ServerOptions SmallMessages() {
  ServerOptions options;
  options.limits.max_message_bytes = 20'000;
  return options;
}

class SmallMessageProductTest : public ProductTest {
 protected:
  SmallMessageProductTest() : ProductTest(SmallMessages()) {}
};

TEST_F(SmallMessageProductTest, AnAnswerLargerThanItsQuestionIsRefusedBeforeTheWork) {
  v1::CollideRequest request;
  *request.mutable_batch() = With(batch_, std::vector<uint32_t>(200, 0), {1, 2, 3});
  const auto ask = [&] {
    grpc::ClientContext context;
    v1::CollideResponse response;
    return server_.stubs().collision->Collide(&context, request, &response);
  };
  EXPECT_TRUE(ask().ok());
  request.mutable_batch()->mutable_product()->mutable_b()->Resize(100, 4);  // 20000 bytes
  EXPECT_EQ(FieldOf(ask()), "batch.pairs");
  v1::DistanceRequest distance;
  *distance.mutable_batch() = request.batch();
  grpc::ClientContext context;
  v1::DistanceResponse response;
  EXPECT_EQ(FieldOf(server_.stubs().collision->Distance(&context, distance, &response)), "results");
}

}  // namespace
}  // namespace farpoint
