// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

TEST(Text, NamesFoldCaseSpacesDashesAndUnderscores) {
  EXPECT_EQ(fold_name("RTX 4090"), "rtx4090");
  EXPECT_EQ(fold_name("mobilenet_v2"), fold_name("MobileNet-V2"));
}

TEST(Text, NearestNamesOffersTheTypedWordsNeighbours) {
  const std::vector<std::string> names{"resnet18", "resnet50", "bert-base", "vgg16"};
  EXPECT_EQ(nearest_names("resnet5", names).front(), "resnet50");
  EXPECT_EQ(nearest_names("bret-base", names).front(), "bert-base");
  EXPECT_TRUE(nearest_names("zzzzzzzz", names).empty());
}

TEST(Text, NearestNamesOffersThoseThatContainTheWordEachOnce) {
  const std::vector<std::string> names{"rtx-3090-ti", "rtx-3090", "b300", "rtx-3090"};
  EXPECT_EQ(nearest_names("3090", names), (std::vector<std::string>{"rtx-3090", "rtx-3090-ti"}));
}

// 8 letters allow two edits, 12 allow four; what is further away is another word.
TEST(Text, NearestNamesOffersNothingThatIsFarAway) {
  const std::vector<std::string> names{"compare", "quick", "list-models", "list-devices", "info"};
  EXPECT_TRUE(nearest_names("gpu-ids", names).empty());
  EXPECT_TRUE(nearest_names("recommend", names).empty());
  EXPECT_TRUE(nearest_names("x", names).empty());
  EXPECT_TRUE(nearest_names("", names).empty());
  EXPECT_EQ(nearest_names("list-modles", names), std::vector<std::string>{"list-models"});
  const std::vector<std::string> sizes{"bert-tiny", "bert-mini", "bert-small", "bert-base"};
  EXPECT_EQ(nearest_names("bert", sizes).size(), 3u);
}

TEST(Text, AMessageWithoutNearNamesSaysOnlyWhereTheListIs) {
  const std::vector<std::string> names{"vgg16", "resnet50"};
  const Message message{"area.unknown", {{"name", "x"}}};
  EXPECT_EQ(with_nearest(message, "resnet5", names),
            (Message{"area.unknown", {{"name", "x"}, {"nearest", "resnet50"}}}));
  EXPECT_EQ(with_nearest(message, "zebra", names),
            (Message{"area.unknown_alone", {{"name", "x"}}}));
}

TEST(Text, ChineseTakesTwoColumns) {
  EXPECT_EQ(display_width("显存 GiB"), 8u);
  EXPECT_EQ(pad_right("显存", 6), "显存  ");
  EXPECT_EQ(display_width("5.2 µs ±"), 8u);
  EXPECT_EQ(display_width("✅ 8"), 4u);
  EXPECT_EQ(display_width("❌ 8"), 4u);
}

TEST(Text, NumbersParseWholeOrNotAtAll) {
  EXPECT_EQ(parse_integer("32"), 32);
  EXPECT_FALSE(parse_integer("32x"));
  EXPECT_FALSE(parse_integer(""));
  EXPECT_DOUBLE_EQ(parse_duration("10m")->value, 600);
  EXPECT_DOUBLE_EQ(parse_duration("250ms")->value, 0.25);
  EXPECT_DOUBLE_EQ(parse_duration("1.5h")->value, 5400);
  EXPECT_FALSE(parse_duration("ten"));
  EXPECT_FALSE(parse_duration("-5s"));
}

TEST(Text, NumbersKeepSignificantDigits) {
  EXPECT_EQ(format_number(1234567.0), "1,234,567");
  EXPECT_EQ(format_number(41.337), "41.34");
  EXPECT_EQ(format_number(0.0123456), "0.01235");
  EXPECT_EQ(format_number(-1500.0), "-1,500");
  EXPECT_EQ(format_number(0.0), "0");
  EXPECT_EQ(format_number(2658455991569831.0), "2,658,455,991,569,831");
  EXPECT_EQ(format_number(0x1p121), "2.658e+36");  // a double has no more digits
}

TEST(Text, BytesAndDurations) {
  EXPECT_EQ(format_bytes(Bytes(3 * gibi / 2)), "1.50 GiB");
  EXPECT_EQ(format_bytes(Bytes(512)), "512 B");
  EXPECT_EQ(format_duration(Seconds(65)), "1m 05s");
  EXPECT_EQ(format_duration(Seconds(0.0451)), "45.1 ms");
  EXPECT_EQ(format_duration(Seconds(7260)), "2h 01m");
  EXPECT_EQ(format_duration(Seconds(7e24)), "1,000 years");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(trim("  x \n"), "x");
}

TEST(Text, IsShortenedToColumns) {
  EXPECT_EQ(shortened("us-east-1", 9), "us-east-1");
  EXPECT_EQ(shortened("us-east-1", 6), "us-ea…");
  EXPECT_EQ(shortened("显卡价格", 5), "显卡…");
  EXPECT_EQ(shortened("显卡价格", 4), "显…");
}

TEST(Text, IsWrappedAtBlanksAndBetweenWideCharacters) {
  EXPECT_EQ(wrapped("one two three", 8, 2), "one two\n  three");
  EXPECT_EQ(wrapped("https://a.very.long/address x", 10), "https://a.very.long/address\nx");
  EXPECT_EQ(wrapped("显卡价格", 4), "显卡\n价格");
  // No line begins with a closing mark; behind it one may.
  EXPECT_EQ(wrapped("显卡，价格", 4), "显\n卡，\n价格");
  EXPECT_EQ(wrapped("区间。--model", 5), "区\n间。\n--model");
  EXPECT_EQ(wrapped("", 10), "");
}

TEST(Text, ATimeEnds) {
  EXPECT_EQ(parse_duration("24h"), Seconds(86400));
  for (const char* text : {"inf", "nan", "1e308h", "1e10", "-1"})
    EXPECT_FALSE(parse_duration(text));
}

}  // namespace
}  // namespace wgf
