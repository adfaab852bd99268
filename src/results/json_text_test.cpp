// SPDX-License-Identifier: MIT
#include "results/json_text.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

TEST(JsonText, LosesTheBlanksAroundMarksAndNothingElse) {
  EXPECT_EQ(without_blanks(" { \"a b\" : [ 1 ,\r\n\t 2 ] , \"c \\\" ,  d\" : null }\n"),
            R"({"a b":[1,2],"c \" ,  d":null})");
}

TEST(JsonText, NothingBecomesJsonThatIsNone) {
  for (const char* text : {"[1 2]", "[tr ue]", "[\"a\" \"b\"]", "1 2", "[- 1]"})
    EXPECT_EQ(without_blanks(text), text);
}

TEST(JsonText, AStringThatDoesNotEndIsKept) {
  EXPECT_EQ(without_blanks("[ \"a , b"), "[\"a , b");
}

TEST(JsonText, SensorsOfEveryResultAreEmptied) {
  EXPECT_EQ(with_empty_sensors(R"([{"sensors": [{"r": ["]", []]}], "x": 1}, {"sensors" :[2]}])"),
            R"([{"sensors": [], "x": 1}, {"sensors" :[]}])");
}

TEST(JsonText, OnlyListsOfThatKeyAreSensors) {
  for (const char* text : {R"({"sensors": {"a": [1]}})", R"({"a": "sensors", "b": [1]})",
                           R"({"a": "\"sensors\": [1]"})", R"({"sensors": [1, [2])"})
    EXPECT_EQ(with_empty_sensors(text), text);
}

}  // namespace
}  // namespace wgf::results
