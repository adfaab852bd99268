// SPDX-License-Identifier: MIT
// Rows of anybody's tables: measured, forecast again, or why not.
#include "truth/judged_row.h"

#include <gtest/gtest.h>

#include <map>

#include "base/files.h"
#include "catalog/catalog.h"
#include "truth/error_groups.h"

namespace wgf::truth {
namespace {

const std::string training_columns =
    "id,source,gpu,gpus,model,params_b,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,"
    "precision,dp,tp,pp,micro_batch,global_batch,recompute,flash_attention,metric,value,unit,"
    "notes\n";
const std::string memory_columns =
    "id,source,gpu,gpus,model,params_b,layers,hidden,heads,kv_heads,seq_len,batch,precision,"
    "parallelism,recompute,optimizer,phase,value_gib,notes\n";
const std::string serving_columns =
    "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,"
    "input_len,output_len,metric,value,unit,notes\n";

struct Training {
  std::string id, value = "4.2", unit = "s", gpu = "H100 SXM 80GB", metric = "iteration_time",
                  notes;
};
std::string to_row(const Training& one) {
  return one.id + ",nobody/knows file.md," + one.gpu +
         ",8,Llama 3 8B,8.03,32,4096,14336,32,8,128256,8192,bf16,8,1,1,1,8,full,yes," + one.metric +
         "," + one.value + "," + one.unit + "," + one.notes + "\n";
}

JudgedFile judged(const std::string& csv) {
  return judge({"table.csv", csv}, catalog::embedded_catalog(), MemoryReadings());
}

// By id, or by line where there is none.
std::map<std::string, JudgedRow> judged_rows(const std::string& csv) {
  std::map<std::string, JudgedRow> rows;
  for (const JudgedRow& row : judged(csv).rows)
    rows[row.prediction.id.empty() ? std::to_string(row.line) : row.prediction.id] = row;
  return rows;
}

TEST(JudgedRows, OfASourceNobodyHasSeenAreScoredAsTheirCellsSay) {
  auto rows = judged_rows(
      training_columns + to_row({"a"}) +
      to_row(
          {.id = "b", .value = "2000", .unit = "tokens/s/GPU", .metric = "tokens_per_s_per_gpu"}) +
      to_row({.id = "c", .value = "4200", .unit = "ms", .gpu = "A100 SXM 80GB"}) +
      to_row({.id = "d", .value = "4200", .unit = "ms/iter"}));
  const JudgedRow& a = rows["a"];
  EXPECT_TRUE(a.is_used());
  EXPECT_EQ(a.line, 2);
  EXPECT_EQ(a.quantity, Quantity::training);
  EXPECT_EQ(a.gpu, "h100-sxm");
  EXPECT_EQ(a.precision, "bf16");
  EXPECT_EQ(a.prediction.group, "nobody/knows");
  EXPECT_EQ(a.prediction.truth, 4.2);
  EXPECT_LE(a.prediction.low, a.prediction.predicted);
  EXPECT_NEAR(rows["b"].prediction.truth, 8.0 * 8192 / (2000 * 8), 1e-5);  // over the rate
  EXPECT_EQ(rows["b"].prediction.predicted, a.prediction.predicted);
  EXPECT_NEAR(rows["c"].prediction.truth, 4.2, 1e-12);
  EXPECT_GT(rows["c"].prediction.predicted, 1.5 * a.prediction.predicted);
  EXPECT_NEAR(rows["d"].prediction.truth, 4.2, 1e-12);
}

TEST(JudgedRows, ThatCannotBeReadHaveAReasonAndLoseNoOther) {
  auto rows = judged_rows(training_columns + to_row({"good"}) + "too,few\n" +
                          to_row({"word", "fast"}) + "\"no end," + to_row({"quote"}) +
                          to_row({.id = "card", .gpu = "Voodoo 3"}) + to_row({"minus", "-1"}) +
                          to_row({"huge", "1e400"}) + to_row({"unit", "4.2", "s per 100 steps"}) +
                          to_row({.id = "laptop", .gpu = "RTX 4090 (laptop)"}) + to_row({"last"}));
  const std::map<std::string, std::string> reasons = {{"3", "more or fewer fields than columns"},
                                                      {"word", "no value"},
                                                      {"5", "a quote that does not end"},
                                                      {"card", "GPU not in the catalogue"},
                                                      {"minus", "value not positive"},
                                                      {"unit", "unit not known"},
                                                      {"laptop", "a laptop's card"}};
  for (const auto& [id, reason] : reasons) EXPECT_EQ(rows[id].reason, reason) << id;
  EXPECT_FALSE(rows["huge"].is_used());
  EXPECT_TRUE(rows["good"].is_used() && rows["last"].is_used());
}

TEST(JudgedRows, OfServingAreReadBesideOnesThatSayNothing) {
  auto rows =
      judged_rows(serving_columns +
                  "s,x/y,vLLM 0.12,H100 SXM 80GB,4,4,1,Llama 3.1 70B,70.554,fp8,16,1024,512,"
                  "tpot,12,ms,aggregated\nt,x/y,vLLM,H100 SXM 80GB,4,0,-3,,,,,,,tpot,12,ms,\n");
  EXPECT_TRUE(rows["s"].is_used());
  EXPECT_EQ(rows["s"].quantity, Quantity::tpot);
  EXPECT_FALSE(rows["t"].is_used());
}

TEST(JudgedRows, FilesThatAreNoneOfMeasurementsAreToldApart) {
  EXPECT_EQ(judged("a,b\n1,2\n").kind, TruthKind::none);
  const JudgedFile empty = judged("");
  ASSERT_EQ(empty.rows.size(), 1u);
  EXPECT_EQ(empty.rows[0].reason, "no table of comma-separated values");
}

TEST(JudgedRows, ThatBreakPhysicsAreNotUsed) {
  // 64 samples x 8,192 tokens x 6 x 8e9 FLOPs in a millisecond of eight cards.
  auto training = judged_rows(training_columns + to_row({"honest"}) + to_row({"magic", "1", "ms"}));
  EXPECT_TRUE(training["honest"].is_used());
  EXPECT_TRUE(training["magic"].breaks_physics && !training["magic"].is_used());
  auto memory = judged_rows(
      memory_columns +
      "more,x/y,RTX 4090 24GB,1,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,single GPU,none,AdamW,"
      "training peak,60,\n"
      // No peak, and still more than one card has.
      "kept,x/y,A100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,TP8,none,AdamW,"
      "activations per GPU,114,\n"
      "whole,x/y,Titan RTX 24GB,2,Llama 3 8B,8.03,32,4096,32,8,,,bf16,layer split,,,"
      "\"inference weights, total over GPUs\",40,\n");
  EXPECT_TRUE(memory["more"].breaks_physics && memory["kept"].breaks_physics);
  EXPECT_FALSE(memory["whole"].breaks_physics);
  auto products = judged_rows(
      "gpu,dtype,m,n,k,latency_ms_median,latency_ms_min\n"
      "H100 SXM 80GB,bfloat16,8192,8192,8192,0.001,0.001\n"
      "H100 SXM 80GB,bfloat16,8192,8192,8192,1.6,1.5\n");
  EXPECT_TRUE(products["2"].breaks_physics);
  EXPECT_TRUE(products["3"].is_used());
}

TEST(JudgedRows, CloseToThePeakAreDoubtfulAndBreakNoPhysics) {
  // LoRA on an RTX A6000, 4,699 tokens/s: above 90 % of its peak, which a claim may be.
  const std::string table = read_file(WGF_SOURCE_DIR "/data/truth/training.csv");
  const std::size_t at = table.find("\ntune-0004,") + 1;
  const std::string row = table.substr(at, table.find('\n', at) + 1 - at);
  std::string twice = row;
  twice.replace(twice.find(",4699,"), 6, ",9398,").replace(0, 9, "twice");
  auto rows = judged_rows(table.substr(0, table.find('\n') + 1) + row + twice);
  EXPECT_EQ(rows["tune-0004"].reason,
            "above 90 % of the card's peak: card, batch or kind of training doubtful");
  EXPECT_FALSE(rows["tune-0004"].breaks_physics);
  EXPECT_EQ(rows["twice"].reason, "faster than the card multiplies");
  EXPECT_TRUE(rows["twice"].breaks_physics);
}

TEST(JudgedRows, WhatAModelComputedIsNoMeasurement) {
  const auto of = [](const std::string& id, const std::string& notes) {
    return id +
           ",x/y,A100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,TP8,none,AdamW,"
           "activations per GPU,9," +
           notes + "\n";
  };
  auto memory =
      judged_rows(memory_columns + of("paper", "Model-derived; digitised") + of("run", ""));
  auto steps = judged_rows(training_columns +
                           to_row({.id = "step", .notes = "paper figure is model-derived"}));
  for (const JudgedRow& row : {memory["paper"], steps["step"]}) {
    EXPECT_EQ(row.reason, "computed by a model and not measured");
    EXPECT_FALSE(row.breaks_physics);
  }
  EXPECT_TRUE(memory["run"].is_used());
}

TEST(JudgedRows, OfMemoryOfAStrangerAreReadByTheirWords) {
  auto rows = judged_rows(
      memory_columns +
      "w,x/y,H100 SXM 80GB,2,Llama 3.1 70B,70.554,80,8192,64,8,,,bf16,TP2,,,serving: weights per "
      "GPU,65.71,\n"
      "p,x/y,H100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,8192,local 1,bf16,FSDP8,full,AdamW,"
      "training peak,30,\n"
      "u,x/y,H100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,,,bf16,FSDP8,full,AdamW,training "
      "peak,30,\n");
  EXPECT_NEAR(rows["w"].prediction.predicted, 70.553706496 * 2 / 2 / 1.073741824, 0.1);
  EXPECT_GT(rows["p"].prediction.predicted, 16 * 8.03 / 8 / 1.0737);  // fp32 states of 1/8
  EXPECT_EQ(rows["u"].reason, "sequence length not stated");
}

TEST(JudgedRows, AGroupThatIsWorseIsARegression) {
  const std::vector<JudgedFile> files{judged(training_columns + to_row({"a"}) + to_row({"b"}))};
  const ErrorGroups now = error_groups(files);
  EXPECT_TRUE(regressions(now, now).empty());
  ErrorGroups better = now;
  better.begin()->second.median = 0.0001;
  ASSERT_EQ(regressions(now, better).size(), 1u);
  EXPECT_EQ(regressions(now, better)[0].figure, "median");
  ErrorGroups more = now;
  more.begin()->second.rows = 3;
  ASSERT_EQ(regressions(now, more).size(), 1u);
  EXPECT_EQ(regressions(now, more)[0].figure, "rows");
}

}  // namespace
}  // namespace wgf::truth
