// SPDX-License-Identifier: MIT
#include "results/serving.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

TEST(ServingLines, ComeBackAsTheyWereWritten) {
  for (const ServingWish& wish :
       {ServingWish(ServingRequest{7, {1, 128000, 0}, 16, true}), ServingWish(ServingCancel{7})})
    EXPECT_EQ(parse_serving_wish(to_line(wish)), wish);
  const ServedTurn turn{{{7, 42, AnswerEnd::none}, {8, 2, AnswerEnd::end_token}}, 3, 2, 0.5};
  for (const ServingNews& news :
       {ServingNews(ServingReady{128, 16, 4096}), ServingNews(turn), ServingNews(ServedTurn{})})
    EXPECT_EQ(parse_serving_news(to_line(news)), news);
}

TEST(ServingLines, WhatIsNoneIsNothing) {
  for (const char* line :
       {"", "{}", "[]", R"({"ask":1,"prompt":[],"output_tokens":1,"ignores_end":false})",
        R"({"ask":1,"prompt":[1],"output_tokens":0,"ignores_end":false})",
        R"({"ask":1,"prompt":["a"],"output_tokens":1,"ignores_end":false})"})
    EXPECT_FALSE(parse_serving_wish(line)) << line;
  for (const char* line : {"{", R"({"tokens":[[1,2,9]],"running":0,"waiting":0,"cache":0})",
                           R"({"tokens":[[1]],"running":0,"waiting":0,"cache":0})"})
    EXPECT_FALSE(parse_serving_news(line)) << line;
}

}  // namespace
}  // namespace wgf::results
