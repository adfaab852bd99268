// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_cases.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "cli/measure/llm/llm_figures.h"
#include "cli/measure/llm/llm_presets.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Result;
using testing::ElementsAre;

const catalog::ModelCatalog& models() {
  return catalog::embedded_catalog().models();
}

std::vector<std::string> suite_within(std::int64_t gibibytes) {
  const std::vector<Case> all =
      llm_cases(read_llm_work({}, "cuda:0"), "cuda:0", models(), {}, std::nullopt);
  std::vector<std::string> names;
  for (const Case& value : fitting_cases(all, Bytes(gibibytes * gibi)))
    names.push_back(value.parameters.text("model"));
  return names;
}

TEST(LlmSuite, IsWhatTheMemoryHolds) {
  EXPECT_THAT(suite_within(8), ElementsAre("llama-3.2-1b"));
  EXPECT_THAT(suite_within(24), ElementsAre("llama-3.2-1b", "llama-3.2-3b", "mistral-7b-v0.3",
                                            "qwen2.5-7b", "llama-3.1-8b"));
  const auto h100 = suite_within(79);
  EXPECT_EQ(h100.size(), 8u);
  EXPECT_EQ(h100.back(), "qwen2.5-32b");
  EXPECT_EQ(suite_within(180).back(), "qwen2.5-72b");
}

TEST(LlmSuite, WhereNothingFitsTheSmallestSaysWhy) {
  EXPECT_THAT(suite_within(1), ElementsAre("llama-3.2-1b"));
}

std::vector<TextLengths> lengths_of(const LlmOptions& options) {
  return read_llm_work(options, "cuda:0").lengths;
}

TEST(LlmOptions, PairsStandBesideLengthsThatAreTypedAndForThoseThatAreNot) {
  EXPECT_THAT(lengths_of({}), ElementsAre(TextLengths{512, 128}));
  EXPECT_THAT(lengths_of({.pairs = {"256,32", "1024,64"}}),
              ElementsAre(TextLengths{256, 32}, TextLengths{1024, 64}));
  EXPECT_THAT(lengths_of({.prompt = "512", .pairs = {"512,128", "256,32"}}),
              ElementsAre(TextLengths{512, 128}, TextLengths{256, 32}));
  EXPECT_THROW(lengths_of({.pairs = {"256"}}), Error);
  EXPECT_THROW(lengths_of({.prompt = "0", .steps = "0"}), Error);
}

TEST(LlmOptions, APresetIsLengthsDepthAndBatch) {
  const LlmWork agent = read_llm_work({.preset = "agent"}, "cuda:0");
  EXPECT_THAT(agent.depths, ElementsAre(32768));
  EXPECT_THAT(agent.lengths, ElementsAre(TextLengths{512, 256}));
  const LlmWork chat = read_llm_work({.batch = "2,max", .preset = "Chat"}, "cuda:0");
  EXPECT_THAT(chat.batches, ElementsAre(2));
  EXPECT_TRUE(chat.has_largest_batch);
  for (const LlmPreset& preset : llm_presets()) EXPECT_FALSE(preset.source.empty()) << preset.name;
}

TEST(LlmOptions, AModelRunsInThePrecisionItIsPublishedInUnlessAnotherIsTyped) {
  const auto precisions = [](const LlmOptions& options, const char* device) {
    std::vector<std::string> found;
    for (const Case& value :
         llm_cases(read_llm_work(options, device), device, models(), {}, std::nullopt))
      found.push_back(value.parameters.text("precision"));
    return found;
  };
  const LlmOptions both{.models = "llama-3.1-8b,gpt-oss-20b"};
  EXPECT_THAT(precisions(both, "cuda:0"), ElementsAre("bf16", "mxfp4"));
  EXPECT_THAT(precisions(both, "cpu"), ElementsAre("fp32", "fp32"));
  EXPECT_THAT(precisions({.models = "gpt-oss-20b", .precision = "bf16"}, "cuda:0"),
              ElementsAre("bf16"));
}

TEST(LlmOptions, ATextBeyondEveryModelIsRefusedOneBeyondSomeIsNot) {
  const auto cases = [](const char* depth) {
    return llm_cases(read_llm_work({.models = "llama-3.1-8b", .depth = depth}, "cuda:0"), "cuda:0",
                     models(), {}, std::nullopt);
  };
  EXPECT_THROW(check_text_lengths(cases("131072")), Error);
  EXPECT_NO_THROW(check_text_lengths(cases("0,131072")));
}

TEST(LargestBatch, BeginsWithTheForecastAndGoesOnWithWhatWasMeasured) {
  const LlmWork work = read_llm_work({.models = "llama-3.1-8b", .batch = "max"}, "cuda:0");
  const std::vector<Case> cases = llm_cases(work, "cuda:0", models(), {}, Bytes(79 * gibi));
  ASSERT_EQ(cases.size(), 1u);
  const std::int64_t first = cases[0].parameters.integer("batch_size");
  EXPECT_GT(first, 100);
  results::Run run{.plan = cases};
  run.results.push_back({.measured_case = cases[0], .status = results::Status::out_of_memory});
  const auto fewer = next_largest_batch(run, work, Bytes(80 * gibi));
  ASSERT_TRUE(fewer);
  EXPECT_LT(fewer->parameters.integer("batch_size"), first);
  run.results.back().status = results::Status::failed;  // says nothing of memory
  EXPECT_FALSE(next_largest_batch(run, work, Bytes(80 * gibi)));
}

TEST(LargestBatch, OnACpuDoublesFromOneWhileThereIsTime) {
  const LlmWork work = read_llm_work({.models = "smollm2-135m", .batch = "max"}, "cpu");
  const std::vector<Case> cases = llm_cases(work, "cpu", models(), {}, Bytes(32 * gibi));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].parameters.integer("batch_size"), 1);
  results::Run run{.plan = cases};
  run.results.push_back({.measured_case = cases[0]});
  run.results[0].metrics.push_back(results::single_metric("decode.measured_time", 8));
  const auto next = next_largest_batch(run, work, Bytes(32 * gibi));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->parameters.integer("batch_size"), 2);
  run.results.push_back({.measured_case = *next, .metrics = run.results[0].metrics});
  EXPECT_FALSE(next_largest_batch(run, work, Bytes(32 * gibi)));  // 2 * 8 * (1 + 1 + 2) s
  note_largest_in_time(run, Bytes(32 * gibi));
  EXPECT_TRUE(run.results[0].warnings.empty());
  ASSERT_EQ(run.results[1].warnings.size(), 1u);
  EXPECT_EQ(run.results[1].warnings[0].key, "tasks.llm_largest_in_time");
  // Those typed are where it begins.
  const LlmWork typed = read_llm_work({.models = "smollm2-135m", .batch = "4,max"}, "cpu");
  EXPECT_EQ(llm_cases(typed, "cpu", models(), {}, Bytes(32 * gibi)).size(), 1u);
}

TEST(LlmFigures, CostsAndRoomFollowFromRatesAndMemory) {
  Result result{.measured_case = {.benchmark = "llm",
                                  .parameters = {{"model", std::string("llama-3.1-8b")},
                                                 {"batch_size", std::int64_t{4}},
                                                 {"prompt_tokens", std::int64_t{512}},
                                                 {"new_tokens", std::int64_t{128}}},
                                  .device = "cuda:0"}};
  for (const auto& [tag, value] : std::initializer_list<std::pair<const char*, double>>{
           {"decode.token_throughput", 1000}, {"memory_cache", 0.5}, {"memory_device_peak", 20}})
    result.metrics.push_back(results::single_metric(tag, value));
  results::Run run{.results = {result}};
  const results::Device device{.id = "cuda:0", .memory = Bytes(80 * gibi)};
  add_llm_figures(run, device, nullptr, LlmPrice{UsdPerHour(3.6), {"tasks.llm_price_typed", {}}},
                  {});
  const Result& told = run.results[0];
  EXPECT_DOUBLE_EQ(told.find("decode.token_cost")->value, 1);
  // 60.5 GiB for what 0.5 keeps of 2,560 tokens
  EXPECT_DOUBLE_EQ(told.find("cache_capacity")->value, 60.5 / 0.5 * 2560);
  EXPECT_EQ(told.warnings.size(), 1u);
  EXPECT_EQ(told.find("prefill.token_cost"), nullptr);
}

TEST(LlmFigures, ForecastsAreOfWhatCalibrateKept) {
  const LlmWork work = read_llm_work({.models = "llama-3.2-1b"}, "cuda:0");
  const std::vector<Case> cases = llm_cases(work, "cuda:0", models(), {}, std::nullopt);
  const catalog::Gpu* gpu = catalog::embedded_catalog().gpus().find_id("h200-sxm");
  const auto told = [&](const std::optional<answers::KeptFold>& folded) {
    Result result{.measured_case = cases.front()};
    result.metrics.push_back(results::single_metric("decode.step_time", 1));
    results::Run run{.results = {result}};
    add_llm_figures(run, {.id = "cuda:0"}, gpu, {}, folded);
    return run.results.front();
  };
  answers::KeptFold folded{.started_at = "2026-11-27T10:00:00Z", .results = 6, .found = {}};
  folded.found.coefficients = {{"products", 2}, {"kernel", 2}, {"attention", 2}, {"between", 2}};
  const Result plain = told({}), calibrated = told(folded);
  EXPECT_NEAR(calibrated.find("decode.step_forecast")->value,
              2 * plain.find("decode.step_forecast")->value, 1e-9);
  EXPECT_TRUE(plain.warnings.empty());
  ASSERT_EQ(calibrated.warnings.size(), 1u);
  EXPECT_EQ(calibrated.warnings[0].key, "tasks.llm_forecast_calibrated");
}

}  // namespace
}  // namespace wgf::cli
