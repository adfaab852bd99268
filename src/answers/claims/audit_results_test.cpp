// SPDX-License-Identifier: MIT
// Results of an H200 as they were measured, and with one metric changed.
#include "answers/claims/audit_results.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "results/json.h"

namespace wgf::answers {
namespace {

std::vector<results::Result> measured() {
  const std::string file = WGF_SOURCE_DIR "/tests/cli/h200_results.json";
  return results::parse_run(read_file(file), file).results;
}

FileAudit audit_of(const std::vector<results::Result>& results) {
  return {"results.json", audit_results(results, catalog::embedded_catalog())};
}

// The first result whose case begins so has this metric alone of its name.
std::vector<results::Result> with_metric(const std::string& key, const std::string& tag,
                                         double value) {
  std::vector<results::Result> all = measured();
  const auto one = std::find_if(all.begin(), all.end(), [&](const results::Result& result) {
    return result.measured_case.key().starts_with(key);
  });
  std::erase_if(one->metrics, [&](const results::Metric& metric) { return metric.tag == tag; });
  one->metrics.push_back(results::single_metric(tag, value));
  return all;
}

TEST(AuditResults, WhatWasMeasuredIsPossible) {
  // vae (2) has no FLOPs in the catalogue, the products (3) neither rate nor time in this file: by
  // their MFU.
  const FileAudit audit = audit_of(measured());
  EXPECT_EQ(audit.results.size(), 27u);
  EXPECT_EQ(audit.checked(), 27u);
  EXPECT_TRUE(audit.impossible().empty());
  EXPECT_TRUE(
      audit_of(with_metric("train model=resnet50", "throughput", 43000)).impossible().empty());
}

TEST(AuditResults, WhatNoCardCanDoIsAFaultByItsKind) {
  struct Changed {
    const char *key, *tag;
    double value;
    const char* fault;
  };
  // 141 GB of memory and 4,800 GB/s; 3 x 8.18 GFLOP an image of at most 1,070 TFLOP/s: 43,600
  // images/s. 128 tokens where no length is named: 2.2 and 5.3 times what an H200 can.
  const Changed changes[] = {
      {"train model=resnet50", "throughput", 50000, "audit.rate_above_peak"},
      {"train model=gpt2", "throughput", 25000, "audit.rate_above_peak"},
      {"infer model=bert-base", "throughput", 200000, "audit.rate_above_peak"},
      {"train model=resnet50", "step_time", 0.01, "audit.rate_above_peak"},  // 128 in 1 ms
      {"matmul m=8192", "mfu", 120, "audit.share_above_peak"},
      {"train model=vae", "mfu", 4455, "audit.share_above_peak"},
      {"train model=resnet50", "memory_device_peak", 150, "audit.memory_above_card"},
      {"train model=resnet50", "flops", 1100, ""},  // the limits that a run is checked with
  };
  for (const Changed& one : changes) {
    const FileAudit audit = audit_of(with_metric(one.key, one.tag, one.value));
    const auto faults = audit.impossible();
    ASSERT_EQ(faults.size(), 1u) << one.key << " " << one.tag;
    EXPECT_TRUE(faults[0]->name.starts_with(one.key));
    if (*one.fault != '\0') {
      EXPECT_EQ(faults[0]->fault->key, one.fault) << one.key << " " << one.tag;
    }
  }
}

// Llama-3.1-8B: 15.1 GB a token; 7,700 GFLOP a prompt of 512.
TEST(AuditResults, ALanguageModelIsHeldByItsTimesAndItsTokens) {
  const auto faults_with = [](const char* tag, double value) {
    results::Result result = measured().front();
    result.measured_case = {.benchmark = "llm",
                            .parameters = {{"model", std::string("llama-3.1-8b")},
                                           {"batch_size", std::int64_t{1}},
                                           {"prompt_tokens", std::int64_t{512}},
                                           {"precision", std::string("bf16")}},
                            .device = "cuda:0"};
    result.math_mode.reset();
    result.metrics.clear();
    for (const auto& [name, number] : {std::pair{"prefill.step_time", 13.0},
                                       {"prefill.flops_per_step", 7700.0},
                                       {"decode.step_time", 4.0},
                                       {"decode.token_throughput", 250.0},
                                       {"decode.bytes_per_step", 15.1}})
      result.metrics.push_back(
          results::single_metric(name, std::string_view(name) == tag ? value : number));
    const FileAudit audit = audit_of({result});
    EXPECT_EQ(audit.checked(), 1u);
    return audit.impossible().size();
  };
  EXPECT_EQ(faults_with("", 0), 0u);
  EXPECT_EQ(faults_with("decode.token_throughput", 400), 1u);  // 6 TB/s of 4.8
  EXPECT_EQ(faults_with("decode.step_time", 2.5), 1u);
  EXPECT_EQ(faults_with("prefill.step_time", 5), 1u);  // 1,540 TFLOP/s
}

// Bytes are a rank's, the cards' bandwidth that of both.
TEST(AuditResults, RanksOfALanguageModelReadAsFastAsTheirCardsTogether) {
  const auto faults_with = [](double milliseconds) {
    results::Result result = measured().front();
    result.measured_case = {.benchmark = "llm",
                            .parameters = {{"model", std::string("llama-3.1-8b")},
                                           {"batch_size", std::int64_t{1}},
                                           {"tp", std::int64_t{2}},
                                           {"precision", std::string("bf16")}},
                            .device = "cuda:0,cuda:1"};
    result.devices.resize(1);
    result.devices.push_back(result.devices.front());
    result.math_mode.reset();
    result.metrics = {results::single_metric("decode.step_time", milliseconds),
                      results::single_metric("decode.bytes_per_step", 7.55)};
    return audit_of({result}).impossible().size();
  };
  EXPECT_EQ(faults_with(1.8), 0u);  // 4.2 TB/s each of 4.8
  EXPECT_EQ(faults_with(1.3), 1u);  // 5.8
}

TEST(AuditResults, WhatHasNoLimitOrNoCardIsUnread) {
  std::vector<results::Result> all = measured();
  for (results::Result& result : all)
    if (result.measured_case.benchmark != "train")
      std::erase_if(result.metrics,
                    [](const results::Metric& metric) { return metric.tag != "gpu_utilization"; });
  const FileAudit audit = audit_of(all);
  EXPECT_EQ(audit.results.size() - audit.checked(), 16u);
  for (const AuditedResult& one : audit.results) {
    EXPECT_TRUE(!one.unread || one.unread->key == "audit.no_limit") << one.name;
  }
  for (results::Result& result : all) result.devices.at(0) = {.id = "cuda:0", .name = "Voodoo 2"};
  const FileAudit unknown = audit_of(all);
  EXPECT_EQ(unknown.checked(), 0u);
  EXPECT_EQ(unknown.results[0].unread->key, "audit.unknown_device");
  const auto json = audit_json(unknown, messages::Language::english);
  EXPECT_EQ(json["not_checked"].size(), 1u);
  EXPECT_EQ(json["not_checked_rows"].size(), unknown.results.size());
}

}  // namespace
}  // namespace wgf::answers
