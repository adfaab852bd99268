// SPDX-License-Identifier: MIT
#include "answers/parallel/layout_choice.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <tuple>

#include "answers/test_surroundings.h"

namespace wgf::answers {
namespace {

using results::Result;

LayoutQuestion question_of(const char* model, std::int64_t gpus, std::int64_t global_batch) {
  return {.one = {.benchmark = "train_decoder",
                  .parameters = {{"model", std::string(model)},
                                 {"batch_size", std::int64_t{1}},
                                 {"precision", std::string("bf16")},
                                 {"sequence_length", std::int64_t{2048}}}},
          .gpus = gpus,
          .global_batch = global_batch,
          .gpu = "h100-sxm"};
}

std::int64_t count(const results::Case& value, const char* name) {
  return value.parameters.integer(name, 1);
}

TEST(FastestLayouts, UseAllGpusForTheSameBatchAndAreSorted) {
  const auto layouts =
      fastest_layouts(question_of("llama-3.1-8b", 8, 64), surroundings_of_tests(), 4);
  ASSERT_EQ(layouts.size(), 4U);
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> different;
  double before = 0;
  for (const Result& result : layouts) {
    const results::Case& one = result.measured_case;
    EXPECT_EQ(one.ranks(), 8);
    EXPECT_EQ(count(one, "dp") * count(one, "accumulate") * count(one, "batch_size"), 64);
    EXPECT_EQ(one.parameters.flag("sp"), count(one, "tp") > 1);
    EXPECT_GE(result.find("step_time")->value, before);
    before = result.find("step_time")->value;
    different.emplace(count(one, "dp"), count(one, "tp"), count(one, "pp"));
  }
  EXPECT_EQ(different.size(), 4U);
}

// 8 billion parameters with their optimizer are more than one card holds.
TEST(FastestLayouts, ShareOutWhatDoesNotFit) {
  for (const Result& result :
       fastest_layouts(question_of("llama-3.1-8b", 8, 64), surroundings_of_tests(), 99)) {
    const results::Parameters& parameters = result.measured_case.parameters;
    EXPECT_TRUE(parameters.integer("zero", 0) > 0 || count(result.measured_case, "tp") > 1 ||
                count(result.measured_case, "pp") > 1);
  }
  EXPECT_EQ(
      refused(
          [] { fastest_layouts(question_of("llama-3.1-405b", 2, 8), surroundings_of_tests(), 4); },
          ExitCode::not_supported),
      "tasks.parallel_no_layout_fits");
  // Of three sequences four GPUs cannot have whole shares but by stages and tensors.
  for (const Result& result :
       fastest_layouts(question_of("llama-3.2-1b", 4, 3), surroundings_of_tests(), 99))
    EXPECT_EQ(count(result.measured_case, "dp"), 1);
  EXPECT_EQ(
      refused([] { fastest_layouts(question_of("resnet50", 8, 64), surroundings_of_tests(), 4); }),
      "tasks.parallel_no_layout");
}

TEST(RuleOfThumb, GoesByTheSizeOfTheModel) {
  const auto layout = [](const char* model, std::int64_t gpus) {
    const results::Case rule =
        *rule_of_thumb(question_of(model, gpus, 512), surroundings_of_tests());
    return std::tuple(count(rule, "dp"), count(rule, "tp"), count(rule, "pp"));
  };
  EXPECT_EQ(layout("gpt2", 8), std::tuple(8, 1, 1));
  EXPECT_EQ(layout("llama-3.1-8b", 8), std::tuple(2, 4, 1));
  EXPECT_EQ(layout("llama-3.1-8b", 2), std::tuple(1, 2, 1));
  EXPECT_EQ(layout("llama-3.1-70b", 64), std::tuple(2, 4, 8));
  EXPECT_EQ(layout("llama-3.1-405b", 1024), std::tuple(8, 8, 16));
  EXPECT_FALSE(rule_of_thumb(question_of("gpt2", 3, 4), surroundings_of_tests()));
}

// A config.json that the catalogue does not have is laid out and forecast by its shapes.
TEST(LayoutChoice, ReadsAConfigOfItsOwn) {
  LayoutQuestion question = question_of("mine", 4, 32);
  question.one.model_config =
      R"({"model_type":"llama","num_hidden_layers":4,"hidden_size":1024,"intermediate_size":4096,
          "num_attention_heads":8,"num_key_value_heads":2,"vocab_size":32000})";
  const auto rows = fastest_layouts(question, surroundings_of_tests(), 99);
  ASSERT_FALSE(rows.empty());
  for (const Result& row : rows) {
    EXPECT_LE(count(row.measured_case, "tp"), 2);  // of two heads of keys
    EXPECT_GT(row.find("mfu")->value, 0);
  }
  EXPECT_TRUE(rule_of_thumb(question, surroundings_of_tests()));
}

}  // namespace
}  // namespace wgf::answers
