// SPDX-License-Identifier: MIT
#include "base/sweep.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace wgf {
namespace {

using testing::ElementsAre;

std::string error_key(std::string_view text, std::int64_t minimum = 1) {
  try {
    parse_sweep("-b", text, minimum);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_EQ(error.message().args[0].second, "-b");
    return error.message().key;
  }
  return "";
}

TEST(ParseSweep, ReadsListsInTheOrderTyped) {
  EXPECT_THAT(parse_sweep("-b", "1,8,32"), ElementsAre(1, 8, 32));
  EXPECT_THAT(parse_sweep("-b", "32, 1"), ElementsAre(32, 1));
}

TEST(ParseSweep, MultipliesAndSteps) {
  EXPECT_THAT(parse_sweep("-b", "1-64*2"), ElementsAre(1, 2, 4, 8, 16, 32, 64));
  EXPECT_THAT(parse_sweep("-b", "3-50*4"), ElementsAre(3, 12, 48));
  EXPECT_THAT(parse_sweep("-b", "512-2048+512"), ElementsAre(512, 1024, 1536, 2048));
  EXPECT_THAT(parse_sweep("-b", "10-25+10"), ElementsAre(10, 20));
}

TEST(ParseSweep, MixesPartsWithoutRepeats) {
  EXPECT_THAT(parse_sweep("-b", "8,1-16*2,100"), ElementsAre(8, 1, 2, 4, 16, 100));
}

TEST(ParseSweep, DoesNotOverflow) {
  EXPECT_THAT(parse_sweep("-b", "4611686018427387904-9223372036854775807*2"),
              ElementsAre(4611686018427387904));
}

TEST(ParseSweep, RefusesWhatIsNoSweep) {
  for (const char* text : {"abc", "", "1,,2", "1-8", "8-1*2", "1-8*1", "1-8+0", "1-8/2", "1.5"})
    EXPECT_EQ(error_key(text), "runner.bad_sweep") << text;
}

TEST(ParseSweep, RefusesValuesBelowTheMinimum) {
  EXPECT_EQ(error_key("0"), "runner.value_too_small");
  EXPECT_EQ(error_key("8,-4"), "runner.value_too_small");
  EXPECT_THAT(parse_sweep("-w", "0", 0), ElementsAre(0));
}

TEST(ParseSweep, RefusesThousandsOfValues) {
  EXPECT_EQ(error_key("1-1000000+1"), "runner.sweep_too_long");
}

}  // namespace
}  // namespace wgf
