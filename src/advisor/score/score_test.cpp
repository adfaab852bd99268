// SPDX-License-Identifier: MIT
#include "advisor/score/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "advisor/score/score_match.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

using results::Result;
using results::Run;

// Training 0.4, inference 0.4, memory 0.2; the cases of an area weigh the same.
constexpr const char* definition_text = R"(
version = 7
date = "2026-01-01"
reference = "best"
[[area]]
id = "training"
weight = 0.4
[[area]]
id = "inference"
weight = 0.4
[[area]]
id = "memory"
weight = 0.2
[[case]]
id = "train_net"
area = "training"
weight = 1
benchmark = "train"
model = "net"
optimizer = "sgd"
kind = "convolutional"
gflop = 1
traffic_mb = 1
unit = "samples/s"
reference = 1000
[[case]]
id = "infer_net"
area = "inference"
weight = 1
benchmark = "infer"
model = "net"
kind = "convolutional"
gflop = 1
traffic_mb = 1
unit = "samples/s"
reference = 1000
[[case]]
id = "memory_bandwidth"
area = "memory"
weight = 1
benchmark = "bandwidth"
operation = "copy"
kind = "bandwidth"
unit = "GB/s"
reference = 1000
[[case]]
id = "memory_capacity"
area = "memory"
weight = 1
kind = "capacity"
unit = "GiB"
reference = 100
)";

const ScoreDefinition& definition() {
  static const ScoreDefinition parsed = parse_score_definition(definition_text, "test.toml");
  return parsed;
}

Result network(const std::string& benchmark, std::int64_t batch, double throughput) {
  Result result;
  result.measured_case.benchmark = benchmark;
  result.measured_case.parameters = {{"model", std::string("net")},
                                     {"batch_size", batch},
                                     {"precision", std::string("bf16")},
                                     {"launch", std::string("eager")}};
  if (benchmark == "train") result.measured_case.parameters.set("optimizer", std::string("sgd"));
  result.metrics = {results::single_metric("throughput", throughput)};
  result.devices.front().id = "cuda:0";
  return result;
}

Result copy(double bandwidth, std::int64_t size_mib = 1024) {
  Result result;
  result.measured_case.benchmark = "bandwidth";
  result.measured_case.parameters = {{"operation", std::string("copy")}, {"size_mib", size_mib}};
  result.metrics = {results::single_metric("bandwidth", bandwidth)};
  result.devices.front().id = "cuda:0";
  return result;
}

// 100 of 1000, 400 of 1000, 250 of 1000 GB/s, 25 of 100 GiB.
Run full_run() {
  Run run;
  run.devices = {{.id = "cuda:0", .name = "Test card", .memory = Bytes(25 * gibi)}};
  run.results = {network("train", 8, 50), network("train", 64, 100), network("infer", 64, 400),
                 copy(250)};
  return run;
}

std::optional<Score> score(const Run& run) {
  static const Efficiencies no_efficiencies;
  static const KnownRates no_rates;
  return score_of(run, {}, definition(), no_efficiencies, no_rates);
}

TEST(Score, IsTheWeightedGeometricMeanOfTheRatios) {
  const auto found = score(full_run());
  ASSERT_TRUE(found);
  // 100 x 0.1^0.4 x 0.4^0.4 x 0.25^0.1 x 0.25^0.1 = 20.9127910510...
  EXPECT_NEAR(found->total, 20.912791051825, 1e-9);
  EXPECT_EQ(found->version, 7);
  EXPECT_FALSE(found->is_partial());
}

TEST(Score, SubScoresAreThoseOfTheirCasesAlone) {
  const auto found = score(full_run());
  ASSERT_TRUE(found);
  ASSERT_EQ(found->areas.size(), 3U);
  EXPECT_NEAR(*found->areas[0].value, 10, 1e-9);
  EXPECT_NEAR(*found->areas[1].value, 40, 1e-9);
  EXPECT_NEAR(*found->areas[2].value, 25, 1e-9);
}

TEST(Score, TheFastestBatchSizeCounts) {
  const auto found = score(full_run());
  EXPECT_EQ(found->cases[0].rate, 100);
  EXPECT_THAT(found->cases[0].measured_as, testing::HasSubstr("batch_size=64"));
}

TEST(Score, AMissingCaseMakesItPartialAndNamesTheCase) {
  results::Run run = full_run();
  run.results.erase(run.results.begin() + 2);
  const auto found = score(run);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_partial());
  EXPECT_THAT(found->missing(), testing::ElementsAre("infer_net"));
  EXPECT_FALSE(found->areas[1].value);
  // Over what there is: 100 x exp((0.4 ln 0.1 + 0.2 ln 0.25) / 0.6) = 13.5720880829...
  EXPECT_NEAR(found->total, 13.572088082975, 1e-9);
}

TEST(Score, ARateAboveTheReferenceCountsAsTheReference) {
  results::Run run = full_run();
  run.results = {network("train", 8, 5000), network("infer", 8, 5000), copy(5000)};
  run.devices[0].memory = Bytes(4096 * gibi);
  EXPECT_DOUBLE_EQ(score(run)->total, 100);
}

TEST(Score, OnlyValidMeasuredRatesOfTheSameWorkCount) {
  results::Run run = full_run();
  run.results = {network("train", 64, 100)};
  const auto add = [&](auto&& change) {
    Result result = network("train", 128, 900);
    change(result);
    run.results.push_back(result);
  };
  add([](Result& r) { r.status = results::Status::invalid; });
  add([](Result& r) { r.provenance = results::Provenance::predicted; });
  add([](Result& r) { r.measured_case.parameters.set("image_size", std::int64_t{32}); });
  add([](Result& r) { r.measured_case.parameters.set("pure", true); });
  add([](Result& r) { r.measured_case.parameters.set("optimizer", std::string("adamw")); });
  add([](Result& r) { r.measured_case.parameters.set("model", std::string("other")); });
  add([](Result& r) { r.devices.front().id = "cuda:1"; });
  add([](Result& r) { r.devices.push_back({.id = "cuda:1"}); });
  add([](Result& r) { r.metrics[0].value = std::numeric_limits<double>::quiet_NaN(); });
  add([](Result& r) { r.metrics[0].value = std::numeric_limits<double>::infinity(); });
  add([](Result& r) { r.metrics[0].value = -1; });
  add([](Result& r) { r.metrics.clear(); });
  run.results.push_back(copy(900, 64));  // a cache's bandwidth
  const auto found = score(run);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cases[0].rate, 100);
  EXPECT_FALSE(found->cases[2].rate);
}

TEST(Score, MemoryAloneIsNoScore) {
  results::Run run = full_run();
  run.results.clear();
  EXPECT_FALSE(score(run));
}

TEST(Score, IsTheSameToTheLastDigitFromAFile) {
  const auto first = score(full_run());
  const auto again = score(full_run());
  EXPECT_EQ(*first, *again);
}

// 10 samples/s and 10 GB/s of everything in proportion: rates are exactly the known ones.
catalog::Gpu card(const std::string& id, const std::string& vendor = "NVIDIA") {
  catalog::Gpu gpu{.id = id, .vendor = vendor, .architecture = "Test"};
  gpu.memory_gb = 25;
  gpu.memory_usable_gib = 25;
  return gpu;
}

KnownRates rates_of(const std::string& gpu, double network_rate, double bandwidth) {
  return {{.gpu = gpu, .case_id = "train_net", .value = network_rate},
          {.gpu = gpu, .case_id = "infer_net", .value = network_rate},
          {.gpu = gpu, .case_id = "memory_bandwidth", .value = bandwidth},
          {.gpu = gpu, .case_id = "memory_capacity", .value = 25}};
}

TEST(Rank, CountsTheGpusThatScoreMore) {
  const std::vector<catalog::Gpu> gpus{card("slow"), card("fast"), card("own"), card("unheard-of"),
                                       card("tpu", "Google")};
  KnownRates known;
  for (const auto& [gpu, rate] : std::initializer_list<std::pair<const char*, double>>{
           {"slow", 10}, {"fast", 900}, {"own", 950}})
    for (const KnownRate& one : rates_of(gpu, rate, rate)) known.push_back(one);
  results::Run run = full_run();
  run.devices[0].catalog_id = "own";
  const Efficiencies none;
  const auto found = score_of(run, gpus, definition(), none, known);
  ASSERT_TRUE(found);
  // "fast" is before this machine, "slow" behind; "own" is the same card and no rival.
  EXPECT_EQ(found->rank, 2);
  EXPECT_EQ(found->ranked, 3);
  ASSERT_EQ(found->ranking.size(), 3U);
  EXPECT_EQ(found->ranking[0].gpu, "own");
  EXPECT_EQ(found->ranking[0].kind, results::RateKind::measured);
  EXPECT_THAT(found->unranked, testing::ElementsAre("unheard-of"));
}

TEST(Rank, APartialScoreIsComparedOverItsOwnCases) {
  const std::vector<catalog::Gpu> gpus{card("other")};
  const KnownRates known = rates_of("other", 500, 1);
  results::Run run = full_run();
  run.devices[0].memory = Bytes(0);
  run.results = {network("train", 8, 100)};
  const Efficiencies none;
  const auto found = score_of(run, gpus, definition(), none, known);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->ranking[0].total, 50, 1e-9);
  EXPECT_EQ(found->ranking[0].measured, 1);
}

Result llm(std::int64_t batch, double tokens_per_s, const std::string& precision = "bf16") {
  Result result{.measured_case = {.benchmark = "llm",
                                  .parameters = {{"model", std::string("llama-3.2-1b")},
                                                 {"batch_size", batch},
                                                 {"prompt_tokens", std::int64_t{512}},
                                                 {"new_tokens", std::int64_t{128}},
                                                 {"precision", precision}}}};
  result.metrics = {results::single_metric("prefill.token_throughput", 100 * tokens_per_s),
                    results::single_metric("decode.token_throughput", tokens_per_s)};
  return result;
}

TEST(ScoreMatch, OfLlmOneRequestInSixteenBitsCounts) {
  const ScoreDefinition& current = current_score_definition();
  const CaseDefinition &prompt = *current.find("prefill_llama_1b"),
                       &answer = *current.find("decode_llama_1b");
  results::Run run;
  Result deep = llm(1, 9000);
  deep.measured_case.parameters.set("depth", std::int64_t{4096});
  run.results = {llm(1, 900), llm(1, 950, "fp16"), llm(16, 9000), llm(1, 9000, "int4"), deep};
  EXPECT_EQ(best_rate(run, prompt)->value, 95'000);
  EXPECT_EQ(best_rate(run, answer)->value, 950);
}

TEST(ScoreVersion2, OfACpuNoLanguageModelIsAsked) {
  const ScoreDefinition& current = current_score_definition();
  EXPECT_EQ(empty_cases(current).size(), 10U);
  EXPECT_EQ(empty_cases(current, true).size(), 8U);
  EXPECT_EQ(area_scores(empty_cases(current, true), current).size(), current.areas.size() - 1);
}

TEST(ScoreVersions, AreFoundByTheirNumber) {
  EXPECT_EQ(find_score_definition(2), &current_score_definition());
  ASSERT_NE(find_score_definition(1), nullptr);
  EXPECT_EQ(find_score_definition(1)->cases.size(), 8U);
  EXPECT_EQ(find_score_definition(3), nullptr);
}

// The frozen lists themselves.
class ScoreVersion : public testing::TestWithParam<int> {
 protected:
  const ScoreDefinition& list = *find_score_definition(GetParam());
};
INSTANTIATE_TEST_SUITE_P(All, ScoreVersion, testing::Values(1, 2));

TEST_P(ScoreVersion, WeightsAddUpToOneAndEveryReferenceIsSet) {
  const ScoreDefinition& current = list;
  EXPECT_EQ(current.version, GetParam());
  double sum = 0;
  for (const CaseDefinition& value : current.cases) {
    sum += value.weight;
    EXPECT_GT(value.reference, 1) << value.id;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

// Rates measured anew move the forecasts: the reference is frozen again with them, or 100 is no
// GPU's.
TEST_P(ScoreVersion, TheReferenceIsTheForecastOfTheReferenceGpu) {
  const catalog::Catalog catalog;
  const ScoreDefinition& current = list;
  const auto& gpus = catalog.gpus().gpus;
  const Forecaster forecaster(current, gpus, known_efficiencies(), known_rates());
  const auto reference = std::ranges::find(gpus, current.reference, &catalog::Gpu::id);
  ASSERT_NE(reference, gpus.end());
  for (const CaseDefinition& value : current.cases) {
    const auto rate = forecaster.rate(value, *reference);
    ASSERT_TRUE(rate) << value.id;
    EXPECT_NEAR(rate->value / value.reference, 1, 1e-5) << value.id;
  }
}

TEST_P(ScoreVersion, NoGpuOfTheCatalogueIsFasterThanTheReference) {
  const catalog::Catalog catalog;
  const ScoreDefinition& current = list;
  const Forecaster forecaster(current, catalog.gpus().gpus, known_efficiencies(), known_rates());
  const Ranking ranking = rank_gpus(empty_cases(current), catalog.gpus().gpus, current, forecaster);
  ASSERT_GT(ranking.rows.size(), 90U);
  EXPECT_EQ(ranking.rows[0].gpu, current.reference);
  EXPECT_NEAR(ranking.rows[0].total, 100, 0.5);
}

}  // namespace
}  // namespace wgf::advisor
