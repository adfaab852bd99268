// SPDX-License-Identifier: MIT
#include "results/json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "messages/message_table.h"
#include "results/protocol.h"

namespace wgf::results {
namespace {

Result sample_result() {
  Result result;
  result.measured_case.benchmark = "train";
  result.measured_case.parameters = {{"model", std::string("resnet50")},
                                     {"batch_size", std::int64_t{32}}};
  result.measured_case.device = "cuda:0";
  result.measured_case.stopping.iterations = 50;
  result.status = Status::invalid;
  result.reason = Message{"limits.flops_above_peak", {{"flops", "1200"}, {"peak", "989"}}};
  result.metrics = {metric_from_samples("step_time", {10.1, 10.3, 10.2}, ThermalState::burst),
                    single_metric("memory_allocated_peak", 1.0 / 3.0)};
  result.warnings = {Message{"warning.throttled", {{"reason", "power_cap"}}}};
  result.math_mode = MathMode{.compute = "bf16",
                              .parameters_dtype = "float32",
                              .autocast = true,
                              .shares = {{"bf16", 0.75}, {"fp32", 0.25}}};
  result.stop_reason = StopReason::fixed_count;
  result.series = {{"step_start", {0, 0.1, 0.2}}};
  result.sensors = {
      {.time_s = 0.1, .sm_clock_mhz = 1980, .power_w = 512.5, .throttle_reasons = {"power_cap"}}};
  result.devices = {{.id = "cuda:0",
                     .name = "NVIDIA H200",
                     .catalog_id = "h200-sxm",
                     .uuid = "GPU-1",
                     .memory = Bytes(150754820096),
                     .facts = {{"ecc", true}}}};
  return result;
}

Run sample_run() {
  Run run;
  run.started_at = "2026-11-21T12:00:00Z";
  run.command = "quick --light";
  run.preset = "light";
  run.environment.sections = {
      {"cpu", {{"model", std::string("AMD EPYC")}, {"cores", std::int64_t{2}}}}};
  run.results = {sample_result()};
  run.plan = {run.results[0].measured_case};
  run.devices = run.results[0].devices;
  run.partial = true;
  return run;
}

TEST(Json, ARunComesBackAsItWas) {
  const results::Run run = sample_run();
  EXPECT_EQ(parse_run(to_json(run).dump(), "run.json"), run);
}

TEST(Json, AMetricOfAPhaseComesBack) {
  results::Run run = sample_run();
  run.results[0].metrics.push_back(single_metric("prefill.step_time", 12));
  EXPECT_EQ(parse_run(to_json(run).dump(), "run.json"), run);
}

TEST(Json, AScoreAndRatingsComeBackToTheLastDigit) {
  results::Run run = sample_run();
  run.results[0].ratings = {{"mfu", "transformer_training", "bf16", "good"}};
  run.score =
      Score{.version = 1,
            .reference = "best",
            .device = "NVIDIA H200",
            .catalog_id = "h200-sxm",
            .total = 200.0 / 3,
            .areas = {{"training", 1.0 / 3, 1, 1}, {"memory", std::nullopt, 0, 1}},
            .cases = {{"train_net", "training", "samples/s", 0.5, 1e3, 1e3 / 3, "train net"},
                      {"copy", "memory", "GB/s", 0.5, 1e3, std::nullopt, ""}},
            .rank = 2,
            .ranked = 3,
            .ranking = {{"best", "Hopper", 100, {}, RateKind::published, 1, 2, 0}},
            .unranked = {"other"}};
  EXPECT_EQ(parse_run(to_json(run).dump(), "run.json"), run);
}

TEST(Json, ARunComesBackAsItWasThroughText) {
  const std::string text = to_json(sample_run()).dump(2);
  EXPECT_EQ(to_json(parse_run(text, "run.json")).dump(2), text);
}

Message fault_of(const std::string& text) {
  try {
    parse_run(text, "bad.json");
  } catch (const Error& error) {
    return error.message();
  }
  return {"read", {}};
}

TEST(Json, AVersionThatIsNoWholeNumberIsRefused) {
  auto json = to_json(sample_run());
  EXPECT_EQ(fault_of(json.dump()).key, "read");
  for (const char* version : {"1.5", "1.0", "true", "\"1\"", "null", "{}"}) {
    json["schema_version"] = nlohmann::json::parse(version);
    EXPECT_EQ(fault_of(json.dump()).key, "results.bad_file") << version;
  }
  // One more than a program that cut it to 32 bits would read as 1.
  for (const char* version : {"0", "-1", "4294967297", "18446744073709551615"}) {
    json["schema_version"] = nlohmann::json::parse(version);
    const Message fault = fault_of(json.dump());
    EXPECT_EQ(fault.key, "results.other_schema_in") << version;
    EXPECT_EQ(fault.args[1].second, version);
  }
}

TEST(Json, ANumberLargerThanAnyIsNamed) {
  EXPECT_EQ(fault_of("{\"schema_version\": 1, \"started_at\": 1e999}"),
            (Message{"results.number_too_large", {{"file", "bad.json"}, {"number", "1e999"}}}));
}

TEST(Json, JsonOfAnotherProgramIsSaidToBeThat) {
  for (const char* text : {"[]", "{}", "7", "null", "{\"name\": \"x\"}"})
    EXPECT_EQ(fault_of(text), (Message{"results.foreign_file", {{"file", "bad.json"}}})) << text;
}

TEST(Json, WhatDoesNotFitIsNamedInThisProgramsWords) {
  auto json = to_json(sample_run());
  json.erase("plan");
  EXPECT_EQ(fault_of(json.dump()),
            (Message{"results.missing_field", {{"file", "bad.json"}, {"name", "plan"}}}));
  json = to_json(sample_run());
  json["command"] = 7;
  EXPECT_EQ(fault_of(json.dump()),
            (Message{"results.wrong_kind",
                     {{"file", "bad.json"}, {"found", "number"}, {"wanted", "string"}}}));
  json = to_json(sample_run());
  json["results"] = nlohmann::ordered_json::parse("[\"one\"]");
  EXPECT_EQ(fault_of(json.dump()),
            (Message{"results.wrong_kind",
                     {{"file", "bad.json"}, {"found", "string"}, {"wanted", "object"}}}));
}

TEST(Json, WordsNobodyKnowsAreNamedInASentence) {
  auto json = to_json(sample_run());
  json["results"][0]["metrics"][0]["tag"] = "speed_of_light";
  EXPECT_EQ(fault_of(json.dump()).args[1].second, "unknown metric \"speed_of_light\"");
  json = to_json(sample_run());
  json["results"][0]["status"] = "splendid";
  EXPECT_EQ(fault_of(json.dump()).args[1].second, "unknown value \"splendid\"");
}

TEST(Json, WhatIsNoJsonIsSaidPlainlyWithItsPlace) {
  EXPECT_EQ(fault_of("{\"plan\":\n[1, 2; 3]}"),
            (Message{"results.not_json", {{"file", "bad.json"}, {"line", "2"}, {"column", "6"}}}));
  for (const char* text : {"", " \n"})
    EXPECT_EQ(fault_of(text), (Message{"results.empty_file", {{"file", "bad.json"}}}));
}

TEST(Json, AFileCutInTwoEndsEarly) {
  const std::string whole = "{\"plan\":\n[1, 2, true, \"three\"]}";
  for (std::size_t length = 9; length < whole.size(); ++length)
    EXPECT_EQ(fault_of(whole.substr(0, length)),
              (Message{"results.ends_early", {{"file", "bad.json"}, {"line", "2"}}}))
        << length;
}

TEST(Json, NumbersOfOtherProgramsThatJsonLacksAreNamed) {
  for (const char* word : {"NaN", "nan", "-Infinity", "Infinity", "inf"})
    EXPECT_EQ(
        fault_of(std::string("{\"a\": 1,\n\"b\": ") + word + "}"),
        (Message{"results.no_number", {{"file", "bad.json"}, {"value", word}, {"line", "2"}}}))
        << word;
}

TEST(Json, ASentenceOfAnotherVersionIsKeptWhereAnArgumentIsMissing) {
  auto json = to_json(sample_run());
  json["results"][0]["warnings"] = nlohmann::ordered_json::parse(
      "[{\"code\": \"warning.throttled\", \"args\": {\"why\": \"heat\"}, "
      "\"text\": \"throttled: heat\"}]");
  const results::Run run = parse_run(json.dump(), "old.json");
  EXPECT_EQ(messages::render(run.results[0].warnings[0], messages::Language::english),
            "throttled: heat");
  EXPECT_EQ(parse_run(to_json(run).dump(), "again.json"), run);
}

TEST(Json, AnIntervalIsTwoNumbers) {
  auto json = to_json(sample_run());
  auto& interval = json["results"][0]["metrics"][0]["interval"];
  ASSERT_EQ(interval.size(), 2u);
  for (const char* wrong : {"[1]", "[]", "[1, 2, 3]", "7", "null"}) {
    interval = nlohmann::ordered_json::parse(wrong);
    EXPECT_EQ(fault_of(json.dump()),
              (Message{"results.bad_file",
                       {{"file", "bad.json"},
                        {"reason", "the interval of step_time is not two numbers, low and high"}}}))
        << wrong;
  }
}

TEST(Json, AnotherSchemaVersionIsRefused) {
  auto json = to_json(sample_run());
  json["schema_version"] = 99;
  EXPECT_THROW(parse_run(json.dump(), "new.json"), Error);
}

TEST(Protocol, LinesComeBackAsTheyWere) {
  const EngineMessage progress = Progress{.phase = "warmup", .done = 3, .total = 10};
  EXPECT_EQ(parse_engine_message(to_line(progress)), progress);
  const EngineMessage result = sample_result();
  EXPECT_EQ(parse_engine_message(to_line(result)), result);
  const EngineMessage hello = Hello{.protocol = protocol_version,
                                    .product_version = "0.3.0",
                                    .torch_version = "2.13.0",
                                    .facts = {{"cuda", false}},
                                    .models = {"resnet50"},
                                    .benchmarks = {"train"}};
  EXPECT_EQ(parse_engine_message(to_line(hello)), hello);
}

TEST(Protocol, GarbageIsNotAMessage) {
  for (const char* line : {"", "segfault", "{}", "{\"type\":\"result\"}", "[1,2]", "{\"type\":5}"})
    EXPECT_FALSE(parse_engine_message(line)) << line;
}

// JSON has no infinity: the rate of a time that may have been nothing keeps its open end, and a run
// read again equals itself.
TEST(Json, AnIntervalWithoutAnUpperEndStaysOne) {
  results::Run run = sample_run();
  run.results[0].metrics.push_back(single_metric("throughput", 12.0));
  run.results[0].metrics.back().interval = Interval{5, std::numeric_limits<double>::infinity()};
  const results::Run read = parse_run(to_json(run).dump(), "x.json");
  EXPECT_EQ(read.results[0].metrics.back().interval->high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(read.results, run.results);
}

TEST(Json, WhatNestsTooDeepIsRefusedAndNoCrash) {
  std::string deep;
  for (int i = 0; i < 50000; ++i) deep += R"({"results":[)";
  try {
    parse_run(deep, "deep.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "json.too_deep");
  }
  EXPECT_FALSE(parse_engine_message(deep));
  EXPECT_FALSE(parse_case(deep));
}

}  // namespace
}  // namespace wgf::results
