// The options of the command line.

#include "client/cli/arguments.h"

#include <gtest/gtest.h>

namespace farpoint::cli {
namespace {

const Arguments::Accepted kAccepted = {{"server", true}, {"json", false}, {"help", false}};

TEST(Arguments, BothFormsOfAValueAndOperands) {
  const auto args =
      Arguments::Parse({"a.stl", "--server", "x:1", "--json", "-", "--", "--server=y"}, kAccepted);
  ASSERT_TRUE(args.ok());
  EXPECT_EQ(args->Value("server"), "x:1");
  EXPECT_TRUE(args->Has("json"));
  EXPECT_EQ(args->operands(), (std::vector<std::string>{"a.stl", "-", "--server=y"}));
  EXPECT_EQ(Arguments::Parse({"--server=a", "--server=b=c"}, kAccepted)->Value("server"), "b=c");
  EXPECT_TRUE(Arguments::Parse({"-h"}, kAccepted)->Has("help"));
}

TEST(Arguments, MistakesAreNamed) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--sever=x"}, "unknown option --sever"},
           {{"-x"}, "unknown option -x"},
           {{"-json"}, "unknown option -json"},
           {{"--json=1"}, "--json takes no value"},
           {{"--server"}, "--server needs a value"}}) {
    EXPECT_EQ(Arguments::Parse(words, kAccepted).status().message(), message);
  }
}

TEST(Arguments, DurationsAndNumbers) {
  const auto duration = [](const std::string& text) {
    return Arguments::Parse({"--server=" + text}, kAccepted)->Duration("server", absl::Seconds(1));
  };
  EXPECT_EQ(*duration("500ms"), absl::Milliseconds(500));
  EXPECT_EQ(*duration("2m"), absl::Minutes(2));
  EXPECT_EQ(*duration("1.5"), absl::Milliseconds(1500));
  for (const char* bad : {"", "0", "-1s", "soon", "nan", "5 parsecs"}) {
    EXPECT_FALSE(duration(bad).ok()) << bad;
  }
  EXPECT_EQ(*Arguments::Parse({}, kAccepted)->Duration("server", absl::Seconds(7)),
            absl::Seconds(7));
  std::optional<double> number;
  EXPECT_TRUE(Arguments::Parse({"--server=1e-7"}, kAccepted)->Number("server", &number).ok());
  EXPECT_EQ(number, 1e-7);
  EXPECT_FALSE(Arguments::Parse({"--server=inf"}, kAccepted)->Number("server", &number).ok());
}

}  // namespace
}  // namespace farpoint::cli
