// SPDX-License-Identifier: MIT
// What schema 2 adds, and that files of schema 1 are read as the same record.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "results/compared_run.h"
#include "results/json.h"
#include "results/protocol.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& path) {
  std::ifstream file(WGF_SOURCE_DIR "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Result of_two_ranks() {
  Result result;
  result.measured_case = {
      .benchmark = "train", .parameters = {{"model", std::string("resnet50")}}, .device = "cuda:0"};
  result.metrics = {single_metric("step_time", 11), single_metric("throughput", 640)};
  result.series = {{"step_start", {0, 0.01}}, {"ttft", {180, 190.5}}};
  result.devices = {
      {.id = "cuda:0", .name = "NVIDIA H100", .uuid = "GPU-1", .memory = Bytes(80 * gibi)},
      {.id = "cuda:0", .name = "NVIDIA H100", .uuid = "GPU-2", .memory = Bytes(80 * gibi)}};
  result.ranks = {
      {.rank = 0, .node = "node-a", .device = 0, .metrics = {single_metric("step_time", 10)}},
      {.rank = 1, .node = "node-b", .device = 1, .metrics = {single_metric("step_time", 11)}}};
  result.target = Target{.address = "http://host:8000/v1",
                         .server = "vllm",
                         .server_version = "0.11.0",
                         .model = "llama"};
  return result;
}

Run run_of(const Result& result) {
  Run run;
  run.started_at = "2026-11-21T12:00:00Z";
  run.plan = {result.measured_case};
  run.devices = result.devices;
  run.results = {result};
  return run;
}

// The same result as schema 1 has it.
Json in_schema_1(const Run& run) {
  Json json = to_json(run);
  json["schema_version"] = 1;
  for (Json& result : json["results"]) {
    result["device"] = result["devices"][0];
    result["step_start_s"] = Json::array();
    for (const Json& series : result["series"])
      if (series["name"] == "step_start") result["step_start_s"] = series["values"];
    for (const char* added : {"devices", "ranks", "target", "series"}) result.erase(added);
  }
  return json;
}

Message fault_of(const Json& json) {
  try {
    parse_run(json.dump(), "bad.json");
  } catch (const Error& error) {
    return error.message();
  }
  return {"read", {}};
}

TEST(Schema, DevicesRanksSeriesAndTargetComeBackAsTheyWere) {
  const results::Run run = run_of(of_two_ranks());
  EXPECT_EQ(parse_run(to_json(run).dump(2), "run.json"), run);
  const EngineMessage line = of_two_ranks();
  EXPECT_EQ(parse_engine_message(to_line(line)), line);
  const Json result = to_json(run)["results"][0];
  EXPECT_EQ(result["series"][1].dump(), R"({"name":"ttft","unit":"ms","values":[180.0,190.5]})");
  EXPECT_EQ(result["ranks"][1]["device"], 1);
}

TEST(Schema, WhatIsNotThereIsNotWritten) {
  Result result = of_two_ranks();
  result.ranks.clear();
  result.target.reset();
  const Json json = to_json(result);
  EXPECT_FALSE(json.contains("ranks"));
  EXPECT_FALSE(json.contains("target"));
  EXPECT_EQ(json["devices"].size(), 2U);
}

TEST(Schema, AnAddressIsWrittenAndReadWithoutItsSecrets) {
  results::Run run = run_of(of_two_ranks());
  run.results[0].target->address = "http://user:pw@host:8000/v1?api_key=k";
  Json json = to_json(run);
  EXPECT_EQ(json["results"][0]["target"]["address"], "http://host:8000/v1");
  json["results"][0]["target"]["address"] = "http://user:pw@host:8000/v1";
  EXPECT_EQ(parse_run(json.dump(), "x.json").results[0].target->address, "http://host:8000/v1");
}

TEST(Schema, AResultOfSchema1IsTheSameRecord) {
  Result expected = of_two_ranks();
  expected.devices.pop_back();
  expected.ranks.clear();
  expected.target.reset();
  expected.series.pop_back();
  results::Run run = run_of(expected);
  const Json earlier = in_schema_1(run);
  EXPECT_FALSE(earlier["results"][0].contains("devices"));
  const results::Run read = parse_run(earlier.dump(), "old.json");
  EXPECT_EQ(read, run);
  // Written it is of schema 2.
  EXPECT_EQ(to_json(read), to_json(run));
  EXPECT_EQ(to_json(read)["schema_version"], 2);
  EXPECT_EQ(parse_compared_run(earlier.dump(), "old.json").results[0].metrics, expected.metrics);
  // As a line of a journal, which says no version.
  EXPECT_EQ(result_from_json(earlier["results"][0]), expected);
}

TEST(Schema, ACommittedFileOfSchema1IsRead) {
  const std::string text = text_of("tests/cli/h200_results.json");
  const Json json = Json::parse(text);
  ASSERT_EQ(json["schema_version"], 1);
  const results::Run run = parse_run(text, "h200_results.json");
  ASSERT_EQ(run.results.size(), json["results"].size());
  for (const Result& result : run.results) {
    ASSERT_EQ(result.devices.size(), 1U);
    EXPECT_EQ(result.devices[0].name, "NVIDIA H200");
    EXPECT_EQ(result.devices[0].catalog_id, "h200-sxm");
  }
  const std::string written = to_json(run).dump();
  EXPECT_EQ(to_json(parse_run(written, "again.json")).dump(), written);
}

TEST(Schema, WhatDoesNotFitIsNamed) {
  const auto reason = [](const Json& json) { return fault_of(json).args.at(1).second; };
  Json json = to_json(run_of(of_two_ranks()));
  json["results"][0]["devices"] = Json::array();
  EXPECT_EQ(reason(json), "a result names no device");
  json = to_json(run_of(of_two_ranks()));
  json["results"][0].erase("devices");
  EXPECT_EQ(fault_of(json),
            (Message{"results.missing_field", {{"file", "bad.json"}, {"name", "devices"}}}));
  for (const char* wrong : {"2", "-1"}) {
    json = to_json(run_of(of_two_ranks()));
    json["results"][0]["ranks"][1]["device"] = Json::parse(wrong);
    EXPECT_EQ(reason(json),
              std::string("rank 1 is said to be on device ") + wrong + " of a result that has 2");
  }
  json = to_json(run_of(of_two_ranks()));
  json["results"][0]["series"][0]["name"] = "heartbeat";
  EXPECT_EQ(reason(json), "unknown series \"heartbeat\"");
  json = to_json(run_of(of_two_ranks()));
  json["schema_version"] = 3;
  EXPECT_EQ(fault_of(json),
            (Message{"results.other_schema_in",
                     {{"file", "bad.json"}, {"found", "3"}, {"oldest", "1"}, {"newest", "2"}}}));
}

TEST(Series, AreThoseOfTheSchemaAndExplained) {
  const auto series =
      Json::parse(text_of("api/result.schema.json")).at("$defs").at("series").at("properties");
  const std::string explained = text_of("docs/results-format.md");
  std::set<std::string> names, units;
  for (const SeriesInfo& info : all_series()) {
    EXPECT_TRUE(names.emplace(info.name).second) << info.name;
    units.emplace(info.unit);
    EXPECT_NE(explained.find("`" + std::string(info.name) + "`"), std::string::npos) << info.name;
  }
  EXPECT_EQ(series.at("name").at("enum").get<std::set<std::string>>(), names);
  EXPECT_EQ(series.at("unit").at("enum").get<std::set<std::string>>(), units);
}

}  // namespace
}  // namespace wgf::results
