// SPDX-License-Identifier: MIT
#include "answers/calibrate/calibrate.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/test_surroundings.h"

namespace wgf::answers::calibrate_test {
namespace {

results::Result product(double teraflops, const std::string& gpu = "h100-sxm") {
  results::Result result;
  result.measured_case = {.benchmark = "matmul",
                          .parameters = {{"m", std::int64_t{8192}},
                                         {"n", std::int64_t{8192}},
                                         {"k", std::int64_t{8192}},
                                         {"precision", std::string("bf16")}}};
  result.devices = {{.id = "cuda:0", .catalog_id = gpu}};
  result.metrics = {results::single_metric("flops", teraflops)};
  return result;
}

NamedRun run_of(std::vector<results::Result> results) {
  NamedRun one{.file = "results.json", .run = {}};
  one.run.started_at = "2026-01-02T03:04:05Z";
  one.run.results = std::move(results);
  return one;
}

Outcome<CalibrateAnswer> ask(std::vector<results::Result> results) {
  return calibrate({run_of(std::move(results))}, surroundings_of_tests());
}

std::string refusal(const Outcome<CalibrateAnswer>& outcome, ExitCode code) {
  if (!outcome.refusal) return "";
  EXPECT_EQ(outcome.refusal->exit_code(), code);
  EXPECT_FALSE(outcome.answer);
  return outcome.refusal->message().key;
}

TEST(Calibrate, ProductsMoveTheForecastTowardsWhatWasMeasured) {
  const auto outcome = ask({product(500), product(505)});
  ASSERT_FALSE(outcome.refusal);
  const CalibrateAnswer& answer = *outcome.answer;
  EXPECT_EQ(answer.kept.gpu, "h100-sxm");
  ASSERT_TRUE(answer.kept.training);
  EXPECT_EQ(answer.kept.training->results, 2);
  EXPECT_LT(answer.kept.training->found.error.after, answer.kept.training->found.error.before);
  EXPECT_FALSE(answer.kept.serving);
  for (const advisor::CalibratedResult& one : answer.results)
    EXPECT_LE(std::abs(one.after / one.measured - 1), std::abs(one.before / one.measured - 1));
}

TEST(Calibrate, WhatPhysicsForbidsIsLeftOutAndNamed) {
  const auto outcome = ask({product(500), product(5000)});
  ASSERT_FALSE(outcome.refusal);
  EXPECT_EQ(outcome.answer->kept.training->results, 1);
  ASSERT_EQ(outcome.answer->impossible.size(), 1U);
  ASSERT_EQ(outcome.notes.size(), 1U);
  EXPECT_EQ(outcome.notes[0].key, "calibration.impossible");
}

TEST(Calibrate, SmallProductsAndOtherStatesSayNothing) {
  results::Result small = product(500);
  small.measured_case.parameters.set("m", std::int64_t{512});
  results::Result failed = product(500);
  failed.status = results::Status::failed;
  EXPECT_EQ(refusal(ask({small}), ExitCode::not_supported), "calibration.no_results");
  EXPECT_EQ(refusal(ask({failed}), ExitCode::not_supported), "calibration.no_card");
}

results::Result batch(std::int64_t sequences, double step_ms) {
  results::Result result;
  result.measured_case = {
      .benchmark = "llm",
      .parameters = {{"model", std::string("llama-3.2-1b")},
                     {"batch_size", sequences},
                     {"prompt_tokens", std::int64_t{512}},
                     {"new_tokens", std::int64_t{128}},
                     {"precision", std::string("bf16")}},
      .model_config =
          R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192,
              "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8,
              "vocab_size": 128256, "tie_word_embeddings": true})"};
  result.devices = {{.id = "cuda:0", .catalog_id = "h100-sxm"}};
  result.metrics = {results::single_metric("decode.step_time", step_ms)};
  return result;
}

TEST(Calibrate, BatchesOfLlmMoveServicesUnlessLibTorchsOperatorsRanThem) {
  results::Result foreign = batch(4, 20), other = batch(2, 30);
  foreign.warnings.push_back({"engine.no_kernels_for_shape", {{"family", "llama"}}});
  other.measured_case.parameters.set("kernels", std::string("library"));
  const auto outcome = ask({batch(1, 1.5), batch(16, 1.7), foreign, other});
  ASSERT_FALSE(outcome.refusal);
  ASSERT_TRUE(outcome.answer->kept.serving);
  EXPECT_FALSE(outcome.answer->kept.training);
  EXPECT_EQ(outcome.answer->kept.serving->results, 2);
  ASSERT_EQ(outcome.notes.size(), 1U);
  EXPECT_EQ(outcome.notes[0].key, "calibration.by_library");
  EXPECT_EQ(outcome.notes[0].args.at(0).second, "2");
  EXPECT_EQ(refusal(ask({foreign}), ExitCode::not_supported), "calibration.no_results");
}

results::Result load(std::int64_t users, const char* input_tokens) {
  results::Result result = batch(1, 1);
  result.measured_case.benchmark = "llm_load";
  result.measured_case.parameters = {{"model", std::string("llama-3.2-1b")},
                                     {"concurrency", users},
                                     {"input_tokens", std::string(input_tokens)},
                                     {"output_tokens", std::string("128")},
                                     {"precision", std::string("bf16")}};
  result.metrics = {results::single_metric("tpot", 1.5)};
  return result;
}

// A step of one sequence of 512 tokens and 128 new ones, whichever way it was asked for.
TEST(Calibrate, ALoadOfOneUserIsABatchOfOne) {
  const auto of_load = ask({load(1, "512")}), of_batch = ask({batch(1, 1.5)});
  ASSERT_TRUE(of_load.answer && of_batch.answer && of_load.answer->kept.serving);
  EXPECT_EQ(of_load.answer->kept.serving->found.error.after,
            of_batch.answer->kept.serving->found.error.after);
  EXPECT_EQ(refusal(ask({load(2, "512")}), ExitCode::not_supported), "calibration.no_results");
  EXPECT_EQ(refusal(ask({load(1, "256-512")}), ExitCode::not_supported), "calibration.no_results");
}

TEST(Calibrate, TwoCardsAreNotMixed) {
  EXPECT_EQ(refusal(ask({product(500), product(200, "a100-sxm-80gb")}), ExitCode::usage),
            "calibration.two_cards");
}

TEST(Calibrate, JsonNamesWhereItIsKept) {
  const auto outcome = ask({product(500)});
  const auto json = calibrate_json(*outcome.answer, "/x/h100.json", messages::Language::english);
  EXPECT_EQ(json.at("path"), "/x/h100.json");
  EXPECT_EQ(json.at("each_result").size(), 1U);
}

}  // namespace
}  // namespace wgf::answers::calibrate_test
