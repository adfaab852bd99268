// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "messages/message_table.h"
#include "runner/doctor/tuning_advice.h"
#include "runner/doctor/tuning_test.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;

TEST_F(Tuning, AWellTunedCaseHasNoWarning) {
  const auto findings = tuning_checklist(run_, 0, catalog_.gpus());
  EXPECT_EQ(findings.size(), all_tuning_checks().size());
  for (const Finding& finding : findings)
    EXPECT_TRUE(finding.verdict == Verdict::ok || finding.verdict == Verdict::not_looked_at)
        << finding.check;
}

TEST_F(Tuning, AForecastIsNotJudged) {
  run_.results[0].provenance = results::Provenance::predicted;
  EXPECT_TRUE(tuning_checklist(run_, 0, catalog_.gpus()).empty());
}

TEST_F(Tuning, UtilizationOf80PercentIsWanted) {
  set("gpu_utilization", 80);
  EXPECT_EQ(verdict("gpu_utilization"), Verdict::ok);
  set("gpu_utilization", 62);
  EXPECT_EQ(verdict("gpu_utilization"), Verdict::warning);
  EXPECT_EQ(argument(look("gpu_utilization").seen, "percent"), "62.0");
}

TEST_F(Tuning, MfuIsJudgedByTheRatingOfTheRun) {
  EXPECT_EQ(look("mfu").seen.key, "tuning.mfu_good");
  run_.results[0].ratings[0].level = "poor";
  EXPECT_EQ(verdict("mfu"), Verdict::warning);
  // A transformer in bf16: neither precision nor memory format is left to try.
  EXPECT_EQ(look("mfu").advice,
            (Message{"tuning.advice_mfu", {{"steps", "-b 64, --launch graph"}}}));
  run_.results[0].ratings.clear();
  EXPECT_EQ(verdict("mfu"), Verdict::not_looked_at);
}

TEST_F(Tuning, LaunchGapsComeFromTheEnginesOwnWarning) {
  EXPECT_EQ(argument(look("launch_gaps").seen, "percent"), "1.0");
  run_.results[0].warnings = {{"engine.launch_bound", {{"launch", "2.9"}, {"step", "3"}}}};
  EXPECT_EQ(verdict("launch_gaps"), Verdict::warning);
  EXPECT_EQ(look("launch_gaps").seen.key, "tuning.launch_bound");
}

TEST_F(Tuning, AnOlderEnginesWarningKeepsItsOwnSentence) {
  run_.results[0].warnings = {
      {"engine.launch_bound", {{"share", "3.9"}, {"text", "the GPU waits 3.9 % of the time"}}}};
  const Finding finding = look("launch_gaps");
  EXPECT_EQ(finding.verdict, Verdict::warning);
  EXPECT_EQ(messages::render(finding.seen, messages::Language::english),
            "the GPU waits 3.9 % of the time");
}

// The device's time is 10 ms: 10.9 ms of wall clock are 9 % more, 11.5 ms 15 %.
TEST_F(Tuning, AWallClockMoreThanATenthAboveTheDevicesIsAWarning) {
  set("wall_step_time", 10.9);
  EXPECT_EQ(verdict("launch_gaps"), Verdict::ok);
  set("wall_step_time", 11.5);
  EXPECT_EQ(verdict("launch_gaps"), Verdict::warning);
  EXPECT_EQ(argument(look("launch_gaps").seen, "percent"), "15");
  std::erase_if(run_.results[0].metrics,
                [](const results::Metric& metric) { return metric.tag == "wall_step_time"; });
  EXPECT_EQ(look("launch_gaps").seen.key, "tuning.no_wall_time");
  EXPECT_EQ(verdict("launch_gaps"), Verdict::not_looked_at);
}

TEST_F(Tuning, AdviceLeavesOutWhatTheCaseUsesAlready) {
  Result& result = run_.results[0];
  result.measured_case.parameters.set("precision", std::string("fp32"));
  result.measured_case.parameters.set("memory_format", std::string("contiguous"));
  EXPECT_EQ(options_for_speed(result, nullptr),
            "-p bf16, --memory-format channels_last, -b 64, --launch graph");
  EXPECT_EQ(options_for_memory(result, nullptr), "-b 16, -p bf16");
  result.measured_case.parameters.set("precision", std::string("fp16"));
  result.measured_case.parameters.set("memory_format", std::string("channels_last"));
  result.measured_case.parameters.set("launch", std::string("graph"));
  EXPECT_EQ(options_for_launch(result), "-b 64");
  set("memory_allocated_peak", 71);  // twice that is more than 140 GiB
  EXPECT_EQ(options_for_speed(result, nullptr), "");
  EXPECT_EQ(advice_with_steps("tuning.advice_mfu", "").key, "tuning.advice_mfu_alone");
  result.measured_case.parameters.set("batch_size", std::int64_t{1});
  EXPECT_EQ(options_for_memory(result, nullptr), "");
}

TEST_F(Tuning, AModelFileIsAskedForNothingItHasInside) {
  Result& result = run_.results[0];
  result.measured_case.benchmark = "user_model";
  result.measured_case.parameters = results::Parameters{{"launch", std::string("eager")}};
  EXPECT_EQ(options_for_speed(result, nullptr), "--launch graph");
  result.measured_case.device = result.devices[0].id = "cpu";
  EXPECT_EQ(options_for_speed(result, nullptr), "");
}

TEST_F(Tuning, TheKneeIsWhereNinetyPercentOfTheBestIsReached) {
  EXPECT_EQ(verdict("batch_size"), Verdict::not_looked_at);
  run_.results = {trained(8, 500), trained(32, 950), trained(128, 1000)};
  const Finding small = look("batch_size");
  EXPECT_EQ(small.verdict, Verdict::warning);
  EXPECT_EQ(argument(small.seen, "percent"), "50.0");
  EXPECT_EQ(argument(small.seen, "knee"), "32");
  std::swap(run_.results[0], run_.results[1]);
  EXPECT_EQ(verdict("batch_size"), Verdict::ok);
  // Another precision is another curve.
  run_.results[1].measured_case.parameters.set("precision", std::string("fp32"));
  run_.results[2].measured_case.parameters.set("precision", std::string("fp32"));
  EXPECT_EQ(verdict("batch_size"), Verdict::not_looked_at);
}

TEST_F(Tuning, WhatRanksSendEachOtherShouldBeHidden) {
  Result& result = run_.results[0];
  EXPECT_EQ(look("communication").seen.key, "tuning.no_communication");
  EXPECT_EQ(verdict("overlap"), Verdict::not_looked_at);
  result.measured_case.parameters.set("dp", std::int64_t{2});
  EXPECT_EQ(look("communication").seen.key, "tuning.communication_unknown");
  result.metrics.push_back(results::single_metric("exchange_wait_time", 4));  // of 10 ms
  EXPECT_EQ(argument(look("communication").seen, "percent"), "40.0");
  EXPECT_EQ(verdict("communication"), Verdict::warning);
  result.measured_case.benchmark = "train_decoder";
  result.metrics.push_back(results::single_metric("exposed_share", 5));
  EXPECT_EQ(verdict("communication"), Verdict::ok);
  EXPECT_EQ(verdict("overlap"), Verdict::ok);
  result.metrics.push_back(results::single_metric("exchange_hidden_share", 20));
  EXPECT_EQ(verdict("overlap"), Verdict::ok);  // of 5 % of the step
  for (results::Metric& metric : result.metrics)
    if (metric.tag == "exposed_share") metric.value = 15;
  EXPECT_EQ(verdict("overlap"), Verdict::warning);
  result.measured_case.parameters.set("overlap", std::string("off"));
  EXPECT_EQ(look("overlap").advice->key, "tuning.advice_overlap");
}

// 130 of 140 GiB are 93 %.
TEST_F(Tuning, CheckpointingHelpsWhereActivationsFillTheMemory) {
  EXPECT_EQ(verdict("checkpointing"), Verdict::ok);
  set("memory_allocated_peak", 130);
  EXPECT_EQ(look("checkpointing").advice->key, "tuning.advice_checkpointing");
  set("memory_model_state", 100);
  EXPECT_EQ(look("checkpointing").advice->key, "tuning.advice_sharding");
  run_.results[0].measured_case.benchmark = "infer";
  EXPECT_EQ(verdict("checkpointing"), Verdict::not_looked_at);
}

TEST_F(Tuning, HeadroomBelowFivePercentIsAWarning) {
  EXPECT_EQ(argument(look("memory_headroom").seen, "percent"), "75.0");
  set("memory_device_peak", 137);
  EXPECT_EQ(verdict("memory_headroom"), Verdict::warning);
}

TEST_F(Tuning, ACaseWithoutNumbersIsOneLine) {
  run_.results[0].status = Status::out_of_memory;
  run_.results[0].reason = Message{"engine.out_of_memory", {}};
  const auto findings = tuning_checklist(run_, 0, catalog_.gpus());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].verdict, Verdict::problem);
  run_.results[0].status = Status::skipped;
  EXPECT_EQ(tuning_checklist(run_, 0, catalog_.gpus())[0].verdict, Verdict::not_looked_at);
  run_.results[0].measured_case.benchmark = "matmul";
  EXPECT_TRUE(tuning_checklist(run_, 0, catalog_.gpus()).empty());
}

TEST_F(Tuning, EveryItemHasItsWords) {
  for (const TuningCheck& check : all_tuning_checks()) {
    const std::string key = "doctor.check_" + std::string(check.name);
    EXPECT_NE(messages::render(key, messages::Language::english), key);
  }
}

TEST_F(Tuning, ALanguageModelIsLookedAtByItsTwoLimits) {
  Result& result = run_.results[0];
  result.measured_case = {.benchmark = "llm",
                          .parameters = {{"model", std::string("llama-3.1-8b")},
                                         {"batch_size", std::int64_t{1}},
                                         {"prompt_tokens", std::int64_t{4096}}},
                          .device = "cuda:0"};
  result.metrics = {results::single_metric("limit_share", 89),
                    results::single_metric("prefill.mfu", 30),
                    results::single_metric("decode.token_throughput", 183)};
  EXPECT_EQ(verdict("decode_limit"), Verdict::ok);
  EXPECT_EQ(verdict("prefill_mfu"), Verdict::warning);
  EXPECT_EQ(verdict("batch_size"), Verdict::not_looked_at);
  result.metrics[0].value = 40;
  EXPECT_EQ(verdict("decode_limit"), Verdict::warning);
  result.measured_case.parameters.set("prompt_tokens", std::int64_t{512});
  EXPECT_EQ(verdict("prefill_mfu"), Verdict::ok);  // too short to tell
}

results::Result loaded(std::int64_t users, double rate) {
  results::Result result;
  result.measured_case = {.benchmark = "serve_test",
                          .parameters = {{"model", std::string("m")}, {"concurrency", users}}};
  result.metrics = {results::single_metric("output.token_throughput", rate),
                    results::single_metric("good_share", 98),
                    results::single_metric("failed_requests", 0)};
  return result;
}

// 8 users get 96 % of what 32 do.
TEST_F(Tuning, ALoadInTheProcessIsJudgedAcrossItsSlots) {
  run_.results = {loaded(32, 1000), loaded(8, 960)};
  for (results::Result& result : run_.results) {
    results::Case& value = result.measured_case;
    value.benchmark = "llm_load";
    value.parameters.set("batch_size", value.parameters.integer("concurrency"));
  }
  EXPECT_EQ(look("served_users").verdict, Verdict::warning);
  EXPECT_EQ(look("served_limits").verdict, Verdict::warning);
}

TEST_F(Tuning, OfAServerTheKneeTheLimitsAndTheClientAreLookedAt) {
  run_.results = {loaded(32, 1000), loaded(8, 960), loaded(2, 300)};
  Finding users = look("served_users");
  EXPECT_EQ(users.verdict, Verdict::warning);
  EXPECT_EQ(users.advice, (Message{"tuning.advice_users", {{"knee", "8"}}}));
  EXPECT_EQ(look("served_limits").verdict, Verdict::warning);
  EXPECT_EQ(look("served_client").verdict, Verdict::ok);
  EXPECT_EQ(look("served_failures").verdict, Verdict::ok);
  std::swap(run_.results[0], run_.results[1]);
  EXPECT_EQ(look("served_users").verdict, Verdict::ok);
  run_.results[0].warnings = {{"server.client_late", {{"late", "3"}, {"gap", "5"}}}};
  run_.results[0].metrics[2].value = 2;
  EXPECT_EQ(look("served_client").verdict, Verdict::warning);
  EXPECT_EQ(look("served_failures").verdict, Verdict::problem);
}

}  // namespace
}  // namespace wgf::runner
