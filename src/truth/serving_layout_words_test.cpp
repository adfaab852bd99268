// SPDX-License-Identifier: MIT
#include "truth/serving_layout_words.h"

#include <gtest/gtest.h>

#include <string>

#include "truth/serving_rows.h"

namespace wgf::truth {
namespace {

TEST(ServingLayoutWords, TensorAndPipelineRanks) {
  for (const char* notes : {"TP4", "tp=4", "--tensor-parallel-size 4", "tensor_parallel_size=4",
                            "4-way tensor parallel", "tensor parallelism (4)", "TP4PP2", "2x TP4"})
    EXPECT_EQ(serving_layout_words(notes, true).tp, 4) << notes;
  for (const char* notes : {"TP4 PP2", "TP4PP2", "2 pipeline stages", "--pipeline-parallel-size 2"})
    EXPECT_EQ(serving_layout_words(notes, true).pp, 2) << notes;
  for (const char* notes : {"", "moe_tp 4", "measured 2025-10-29", "http 4", "pp n/a"}) {
    EXPECT_FALSE(serving_layout_words(notes, true).tp) << notes;
    EXPECT_FALSE(serving_layout_words(notes, true).pp) << notes;
  }
}

TEST(ServingLayoutWords, Copies) {
  for (const char* notes : {"2 replicas", "TP4, 2 replicas", "2x TP4", "TP4 x 2", "2 copies",
                            "replicas: 2", "2 instances", "TP4DP2", "2-way data parallel"})
    EXPECT_EQ(serving_layout_words(notes, true).copies, 2) << notes;
  EXPECT_FALSE(serving_layout_words("DP8 attention", false).copies);
  for (const char* notes :
       {"V1 engine", "engine max batch 24", "8 x H100 80GB", "TP4", "ep 8; tp*adp=64 with moe 8x8"})
    EXPECT_FALSE(serving_layout_words(notes, true).copies) << notes;
}

TEST(ServingLayoutWords, OfRows) {
  const auto read = [](const std::string& tp, const std::string& notes) {
    return read_serving_rows(
        "id,source,engine,gpu,model,params_b,weight_precision,input_len,output_len,gpus,tp,pp,"
        "batch_or_concurrency,metric,value,unit,notes\na,blog,vLLM,H100 SXM 80GB,Llama 3.1 8B,"
        "8.03,bf16,1024,512,8 GPUs," +
            tp + ",,16,tpot,20,ms,\"" + notes + "\"\n",
        "test.csv", catalog::embedded_catalog());
  };
  for (const auto& [tp, notes] :
       {std::pair("", "TP4, 2 replicas"), {"TP4", ""}, {"4", "DP2"}, {"", "2 copies"}}) {
    const ServingRows found = read(tp, notes);
    ASSERT_EQ(found.rows.size(), 1U) << notes;
    EXPECT_EQ(found.rows[0].one.layout.tp, 4) << notes;
    EXPECT_EQ(found.rows[0].one.engines, 2) << notes;
  }
  const auto reason = [&](const std::string& tp, const std::string& notes) {
    return read(tp, notes).unread.at(0).reason;
  };
  EXPECT_EQ(reason("", "random data"), "layout not stated");
  EXPECT_EQ(reason("8", "TP4"), "layout contradicts its notes");
  EXPECT_EQ(reason("4", "4 replicas"), "layout does not multiply to the GPUs");
  EXPECT_EQ(reason("auto", ""), "a number that is not understood");
}

}  // namespace
}  // namespace wgf::truth
