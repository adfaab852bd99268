// SPDX-License-Identifier: MIT
#include "results/json_text.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

TEST(JsonText, LosesTheBlanksAroundMarksAndNothingElse) {
  EXPECT_EQ(shortened(" { \"a b\" : [ 1 ,\r\n\t 2 ] , \"c \\\" ,  d\" : null }\n"),
            R"({"a b":[1,2],"c \" ,  d":null})");
}

TEST(JsonText, NothingBecomesJsonThatIsNone) {
  for (const char* text : {"[1 2]", "[tr ue]", "[\"a\" \"b\"]", "1 2", "[- 1]"})
    EXPECT_EQ(shortened(text), text);
}

TEST(JsonText, AStringThatDoesNotEndIsKept) {
  EXPECT_EQ(shortened("[ \"a , b"), "[\"a , b");
}

TEST(JsonText, ListsOfTheKeysAreEmptied) {
  EXPECT_EQ(shortened(R"([{"sensors": [{"r": ["]", []]}], "x": [1]}, {"t" :[ 2 ]}])",
                      {.lists = {"sensors", "t"}}),
            R"([{"sensors":[],"x":[1]},{"t":[]}])");
}

TEST(JsonText, OnlyListsOfThoseKeysAreEmptied) {
  for (const char* text : {R"({"sensors":{"a":[1]}})", R"({"a":"sensors","b":[1]})",
                           R"({"a":"\"sensors\":[1]"})", R"({"sensors":[1,[2])", R"({"sensors)"})
    EXPECT_EQ(shortened(text, {.lists = {"sensors"}}), text);
}

std::string without_unit(std::string_view text) {
  return shortened(text, {.objects = "m", .members = {"unit", "n"}});
}

TEST(JsonText, MembersOfTheObjectsAreDropped) {
  EXPECT_EQ(without_unit(R"({"unit": 1, "m": [{"unit": "a,\"}", "v": 2, "n" : 3 , "s": [4]},
                             {"v": 1, "n": null}, {"n": 1}], "n": 5})"),
            R"({"unit":1,"m":[{"v":2,"s":[4]},{"v":1},{}],"n":5})");
}

TEST(JsonText, OtherMembersStay) {
  for (const char* text :
       {R"({"m":[{"unit":[1]},{"unit":{"a":1}}]})", R"({"m":{"unit":1}})",
        R"({"m":[{"a":"unit"}]})", R"({"m":[{"unit":1,}]})", R"({"m":[{"a":1 "unit":2}]})",
        R"({"m":[{"unit":1 "a":2}]})", R"({"m":[{"unit")", R"({"m":[{"unit":)",
        R"({"m":[{"unit":1)", R"({"m":[{"unit":1,)"})
    EXPECT_EQ(without_unit(text), text);
}

TEST(JsonText, AListIsFoundAndTakenApart) {
  const std::string_view text =
      R"({"a": {"list": [0]}, "b": "\"list\": [", "list" : [{"x": [1, 2]}, "a,]", 3 ], "c": 1})";
  const std::optional<TextList> list = top_level_list(text, "list");
  ASSERT_TRUE(list);
  EXPECT_EQ(text.substr(list->begin, list->end - list->begin), R"([{"x": [1, 2]}, "a,]", 3 ])");
  EXPECT_EQ(list->items, (std::vector<std::string_view>{R"({"x": [1, 2]})", R"( "a,]")", " 3 "}));
  EXPECT_TRUE(top_level_list(R"({"list": [ ]})", "list")->items.empty());
  EXPECT_EQ(top_level_list(R"({"list": [1,]})", "list")->items.size(), 2U);
}

TEST(JsonText, NoListIsNone) {
  for (const char* text : {"", "]]", R"({"list": 1})", R"({"list": [1)", R"({"list": ["a)",
                           R"({"a": "list", "b": [1]})", R"([{"list": [1]}])"})
    EXPECT_FALSE(top_level_list(text, "list")) << text;
}

}  // namespace
}  // namespace wgf::results
