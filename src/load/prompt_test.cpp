// SPDX-License-Identifier: MIT
#include "load/prompt.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "load/trace_file.h"

namespace wgf::load {
namespace {

using nlohmann::json;
using testing::ElementsAre;

json body_of(const LoadPlan& plan, std::size_t number) {
  const std::string bytes = request_bytes(plan, request_sizes(plan)[number], number);
  return json::parse(bytes.substr(bytes.find("\r\n\r\n") + 4));
}

std::size_t words_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
}

TEST(Prompt, WhatAllShareStandsFirstAndNothingElseIsShared) {
  LoadPlan plan{.model = "m", .requests = 3, .input_tokens = {40, 40}};
  plan.shared_tokens = 30;
  const std::string first = body_of(plan, 0)["prompt"], second = body_of(plan, 1)["prompt"];
  EXPECT_EQ(words_in(first), 40u);
  const auto differ = std::mismatch(first.begin(), first.end(), second.begin()).first;
  const auto shared = words_in(std::string(first.begin(), differ));
  EXPECT_TRUE(shared >= 30 && shared <= 32) << shared;
  plan.seed = 2;  // another run shares nothing with this one
  EXPECT_NE(body_of(plan, 0)["prompt"].get<std::string>().substr(0, 40), first.substr(0, 40));
}

// A server that keeps prefixes knows nothing of the load before, whose lengths are the same.
TEST(Prompt, AnotherLoadOfTheSameSeedHasOtherPrompts) {
  LoadPlan plan{.model = "m", .requests = 3, .input_tokens = {30, 50}};
  plan.shared_tokens = 20;
  LoadPlan again = plan;
  again.prompt_salt = 7;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string first = body_of(plan, i)["prompt"], second = body_of(again, i)["prompt"];
    EXPECT_EQ(words_in(first), words_in(second));
    EXPECT_NE(first.substr(0, 40), second.substr(0, 40));
  }
  plan.prompts = again.prompts = {{"a"}, {"b"}, {"c"}, {"d"}};
  again.first_prompt = 3;
  EXPECT_EQ(body_of(plan, 1)["prompt"], "b");
  EXPECT_EQ(body_of(again, 0)["prompt"], "d");
  EXPECT_EQ(body_of(again, 1)["prompt"], "a");
}

TEST(Prompt, IdsAreOfTheirRangeAndAsManyAsAsked) {
  LoadPlan plan{.requests = 2, .input_tokens = {500, 500}};
  plan.token_ids = {10, 19};
  const auto ids = body_of(plan, 0)["prompt"].get<std::vector<int>>();
  EXPECT_EQ(ids.size(), 500u);
  EXPECT_EQ(*std::min_element(ids.begin(), ids.end()), 10);
  EXPECT_EQ(*std::max_element(ids.begin(), ids.end()), 19);
  EXPECT_NE(body_of(plan, 1)["prompt"].get<std::vector<int>>(), ids);
}

TEST(Prompt, ATurnHasAllBeforeItInItsConversation) {
  LoadPlan plan{.api = Api::chat, .requests = 6, .turns = 3};
  plan.input_tokens = {10, 10};
  plan.output_tokens = {4, 4};
  const json first = body_of(plan, 3)["messages"], third = body_of(plan, 5)["messages"];
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(third.size(), 5u);
  EXPECT_EQ(third[0], first[0]);
  EXPECT_EQ(third[1]["role"], "assistant");
  EXPECT_EQ(words_in(third[1]["content"]), 4u);
  EXPECT_EQ(third[4]["role"], "user");
  EXPECT_NE(body_of(plan, 0)["messages"], first);  // another conversation
  plan.api = Api::completions;
  EXPECT_EQ(words_in(body_of(plan, 5)["prompt"]), 3u * 10 + 2 * 4);
}

constexpr const char* trace =
    R"({"timestamp": 1000, "input_length": 600, "output_length": 5, "hash_ids": [7, 8]}
{"timestamp": 1500, "input_length": 520, "output_length": 6, "hash_ids": [7, 9]}

{"timestamp": 1500, "input_length": 3, "output_length": 1})";

TEST(Trace, ComesAsItCameWithTheBlocksThatWereShared) {
  LoadPlan plan{.model = "m", .requests = 3};
  plan.trace = parse_trace(trace, "t");
  ASSERT_EQ(plan.trace.size(), 3u);
  EXPECT_TRUE(plan.is_open());
  plan.trace_speed = 2;
  std::vector<double> times;
  for (const Duration time : arrivals_of(plan)) times.push_back(seconds(time));
  EXPECT_THAT(times, ElementsAre(0, 0.25, 0.25));
  EXPECT_EQ(body_of(plan, 1)["max_tokens"], 6);
  const std::string first = body_of(plan, 0)["prompt"], second = body_of(plan, 1)["prompt"];
  EXPECT_EQ(words_in(first), 600u);
  EXPECT_EQ(words_in(second), 520u);
  EXPECT_EQ(words_in(body_of(plan, 2)["prompt"]), 3u);
  const auto differ = std::mismatch(first.begin(), first.end(), second.begin()).first;
  EXPECT_GE(words_in(std::string(first.begin(), differ)), 512u);
}

TEST(Trace, ASessionGoesOnAfterItsAnswers) {
  const auto read =
      parse_trace(R"({"session_id": "a", "timestamp": 10, "input_length": 4, "output_length": 2}
{"session_id": 7, "timestamp": 20, "input_length": 5, "output_length": 2}
{"session_id": "a", "delay": 250, "input_length": 6, "output_length": 3}
{"timestamp": 30, "input_length": 7, "output_length": 1})",
                  "t");
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0].next, 2u);
  EXPECT_EQ(read[1].next, 0u);
  EXPECT_EQ(read[2].pause, std::chrono::milliseconds(250));
  EXPECT_EQ(read[3].time, std::chrono::milliseconds(20));
}

TEST(Trace, WhatIsNoneIsRefused) {
  for (const char* text :
       {"", "x", R"({"timestamp": 1, "input_length": 0, "output_length": 1})",
        R"({"timestamp": "1", "input_length": 1, "output_length": 1})",
        R"({"timestamp": -1, "input_length": 1, "output_length": 1})",
        R"({"session_id": "a", "delay": 1, "input_length": 1, "output_length": 1})",
        R"({"timestamp": 1e300, "input_length": 1, "output_length": 1})",
        "{\"timestamp\": 2, \"input_length\": 1, \"output_length\": 1}\n"
        "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1}"})
    EXPECT_THROW(parse_trace(text, "t"), Error) << text;
}

}  // namespace
}  // namespace wgf::load
