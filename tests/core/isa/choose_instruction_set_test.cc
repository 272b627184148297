#include "src/batch/cpu/instruction_set.h"

#include <gmock/gmock.h>

#include <set>

namespace farpoint {
namespace {

TEST(ChooseInstructionSet, BaselineIsAlwaysThereAndFirst) {
  const std::vector<InstructionSet> sets = InstructionSets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets[0].name, "baseline");
  std::set<std::string> names;
  for (const InstructionSet& set : sets) {
    EXPECT_TRUE(names.insert(set.name).second) << set.name;
  }
}

TEST(ChooseInstructionSet, ByNameAndTheWidestByItself) {
  const std::vector<InstructionSet> sets = InstructionSets();
  for (const InstructionSet& set : sets) {
    const auto chosen = ChooseInstructionSet(set.name);
    ASSERT_TRUE(chosen.ok()) << chosen.status();
    EXPECT_EQ(chosen->name, set.name);
  }
  EXPECT_EQ(ChooseInstructionSet("auto")->name, sets.back().name);
}

TEST(ChooseInstructionSet, RefusesUnknownNamesAndTellsThoseThereAre) {
  for (const std::string name : {"", "scalar", "AVX2", "avx", "avx2 ", "avx1024", "auto,avx2"}) {
    const absl::Status status = ChooseInstructionSet(name).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("'" + name + "'"));
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("auto"));
    for (const InstructionSet& set : InstructionSets()) {
      EXPECT_THAT(std::string(status.message()), testing::HasSubstr(set.name));
    }
  }
}

}  // namespace
}  // namespace farpoint
