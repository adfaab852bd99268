// SPDX-License-Identifier: MIT
#include "base/json_text.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf {
namespace {

TEST(JsonText, BracketsInStringsDoNotNest) {
  EXPECT_EQ(too_deep_at(R"({"[[[[\"[[[[":[1]})", 2), std::nullopt);
  EXPECT_EQ(too_deep_at("[[],[[]]]", 2), 5u);
  EXPECT_EQ(too_deep_at("\"[", 0), std::nullopt);
  EXPECT_EQ(too_deep_at("]]]][[", 1), std::nullopt);
}

TEST(JsonText, WhatNestsTooDeepIsRefusedWithItsPlace) {
  std::string text = "\n";
  for (int i = 0; i < 50000; ++i) text += R"({"a":)";
  try {
    check_json_depth(text, "deep.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "json.too_deep");
    EXPECT_EQ(error.message().args.at(2).second, "2");
    EXPECT_EQ(error.message().args.at(3).second, "1001");
  }
}

TEST(JsonText, PlacesAreLinesAndColumns) {
  EXPECT_EQ(line_and_column("a\nbc", 3).line, 2u);
  EXPECT_EQ(line_and_column("a\nbc", 3).column, 2u);
  EXPECT_EQ(line_and_column("", 9).column, 1u);
}

TEST(JsonText, NumbersOfPythonBecomeStrings) {
  const QuotedNumbers quoted = with_quoted_numbers(R"([NaN,"NaN\"Infinity",-Infinity,Infinity])");
  EXPECT_EQ(quoted.json, R"(["NaN","NaN\"Infinity","-Infinity","Infinity"])");
  EXPECT_EQ(quoted.place_before(0), 0u);
  EXPECT_EQ(quoted.place_before(quoted.json.size()), quoted.json.size() - 6);
}

}  // namespace
}  // namespace wgf
