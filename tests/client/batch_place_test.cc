// A refused field of a part is named as in the batch that the caller gave.

#include "client/batch_place.h"

#include <gtest/gtest.h>

#include "client/error.h"

namespace farpoint {
namespace {

const client::Part kPart{100, 110, false, {40, 20, 30}, {5, 3}};

TEST(BatchPlace, NamesTheFieldInTheWhole) {
  const auto in_whole = [](const char* field) { return client::FieldInWhole(field, kPart); };
  EXPECT_EQ(in_whole("batch.objects.poses_f64.position_xyz[5]"),
            "batch.objects.poses_f64.position_xyz[62]");
  EXPECT_EQ(in_whole("batch.objects.poses_f64.orientation_xyzw[9]"),
            "batch.objects.poses_f64.orientation_xyzw[121]");
  EXPECT_EQ(in_whole("batch.objects.padding[0]"), "batch.objects.padding[40]");
  EXPECT_EQ(in_whole("batch.objects.geometry_ids[1]"), "batch.objects.geometry_ids[3]");
  EXPECT_EQ(in_whole("batch.index_pairs.b[7]"), "batch.index_pairs.b[107]");
  EXPECT_EQ(in_whole("results"), "results");
  EXPECT_EQ(in_whole("batch.objects.padding[9]"), "batch.objects.padding[9]");
}

TEST(BatchPlace, FindsObjectAndPair) {
  const auto object = FindBatchPlace("batch.objects.poses_f64.orientation_xyzw[13]");
  ASSERT_TRUE(object.has_value());
  EXPECT_EQ(object->array, BatchPlace::Array::kObjects);
  EXPECT_EQ(object->index, 3u);
  const auto pair = FindBatchPlace("batch.index_pairs.a[8]");
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->array, BatchPlace::Array::kPairs);
  EXPECT_EQ(pair->index, 8u);
  for (const char* field : {"", "margin", "x[", "batch.pairs", "batch.index_pairs.a[x]", "[3]"}) {
    EXPECT_FALSE(FindBatchPlace(field).has_value()) << field;
  }
}

TEST(BatchPlace, CountsRowsAndColumnsOfAProductInTheWhole) {
  client::Part part{100, 110, false, {40, 20, 30}, {5, 3}};
  part.block = client::Part::Block{7, 9, 1000, 1005};
  EXPECT_EQ(client::FieldInWhole("batch.product.a[1]", part), "batch.product.a[8]");
  EXPECT_EQ(client::FieldInWhole("batch.product.b[3]", part), "batch.product.b[1003]");
  EXPECT_EQ(client::FieldInWhole("batch.objects.padding[0]", part), "batch.objects.padding[40]");
  EXPECT_EQ(client::FieldInWhole("batch.product.b", part), "batch.product.b");
  ASSERT_TRUE(FindBatchPlace("batch.product.b[3]").has_value());
  EXPECT_EQ(FindBatchPlace("batch.product.b[3]")->array, BatchPlace::Array::kGroupB);
}

TEST(BatchPlace, CountsDirectionsInTheWhole) {
  const auto in_whole = [](const char* field) {
    return client::DirectionFieldInWhole(field, kPart);
  };
  EXPECT_EQ(in_whole("directions_f64.direction_xyz[5]"), "directions_f64.direction_xyz[305]");
  EXPECT_EQ(in_whole("geometry_index[5]"), "geometry_index[105]");
  EXPECT_EQ(in_whole("geometry_ids[1]"), "geometry_ids[1]");
  EXPECT_EQ(in_whole("directions"), "directions");
  EXPECT_EQ(FindDirection("directions_f64.direction_xyz[305]"), 101u);
  EXPECT_EQ(FindDirection("geometry_index[105]"), 105u);
  EXPECT_FALSE(FindDirection("batch.objects.geometry_index[1]").has_value());
}

}  // namespace
}  // namespace farpoint
