// SPDX-License-Identifier: MIT
#include "advisor/truth/row_words.h"

#include <gtest/gtest.h>

#include "advisor/truth/judged_row.h"
#include "advisor/truth/memory_words.h"
#include "advisor/truth/row_network.h"
#include "advisor/truth/training_rows.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

TEST(RowWords, PrecisionsOfManySpellings) {
  for (const char* text : {"FP8-CS", "MXFP8", "float8 rowwise", "fp8 e4m3 matmul, bf16 states"})
    EXPECT_EQ(compute_type_of(text), ComputeType::fp8) << text;
  for (const char* text : {"amp_bf16", "fp16 mixed", "bf16 (states bf16)", ""})
    EXPECT_EQ(compute_type_of(text), ComputeType::bf16) << text;
  EXPECT_EQ(compute_type_of("NVFP4"), ComputeType::fp4);
  EXPECT_EQ(compute_type_of("TF32"), ComputeType::tf32);
}

TEST(RowWords, SoftwareBySourceAndNotes) {
  EXPECT_EQ(software_of("NVIDIA-NeMo/Megatron-Bridge docs/performance-summary.md", ""),
            Software::transformer_engine);
  EXPECT_EQ(software_of("arXiv:2205.05198 Table 5", ""), Software::megatron);
  EXPECT_EQ(software_of("IST-DASLab/llmq benchmarks/4090x1.md", ""), Software::native);
  EXPECT_EQ(software_of("foundation-model-stack/fms-fsdp README", "torch.compile; MFU 0.68"),
            Software::compiled);
  EXPECT_EQ(software_of("MLPerf Training v5.1 closed, mlcommons/training_results_v5.1", "PyTorch"),
            Software::transformer_engine);
  EXPECT_EQ(software_of("mosaicml/llm-foundry scripts", ""), Software::pytorch);
}

TEST(RowWords, Recomputation) {
  EXPECT_EQ(recompute_of("full").recompute, Recompute::full);
  EXPECT_EQ(recompute_of("no recompute").recompute, Recompute::none);
  EXPECT_EQ(recompute_of("selective (attention core)").recompute, Recompute::attention);
  EXPECT_EQ(recompute_of("selective (per-op)").recompute, Recompute::per_operator);
  EXPECT_EQ(recompute_of("core_attn").recompute, Recompute::attention);
  const RecomputeWords both = recompute_of("mlp+core_attn");
  EXPECT_TRUE(both.feed_forward);
  EXPECT_EQ(both.recompute, Recompute::attention);
}

TEST(RowWords, ShardingStagesAndReleases) {
  EXPECT_EQ(zero_stage_of("FSDP FULL_SHARD"), 3);
  EXPECT_EQ(zero_stage_of("FSDP SHARD_GRAD_OP"), 2);
  EXPECT_EQ(zero_stage_of("DDP/dist-opt"), 1);
  EXPECT_EQ(zero_stage_of("DDP"), 0);
  EXPECT_EQ(virtual_stages_of("model TFLOP/s/GPU 1635; VP 8; dropless"), 8);
  EXPECT_EQ(virtual_stages_of("core_attn recompute baseline; VPP 5"), 5);
  EXPECT_EQ(virtual_stages_of("VP n/a"), 1);
  EXPECT_NEAR(*release_of("performance-archive.md [26.04.01 NeMo Container]"), 2026.29, 0.01);
  EXPECT_FALSE(release_of("README [H100 80GB]"));
}

TEST(RowWords, WhatNotesSayOfBatchesAndRecomputation) {
  EXPECT_EQ(accumulation_of("NVIDIA; grad accum 4; median throughput"), 4);
  EXPECT_FALSE(accumulation_of("no accumulation"));
  EXPECT_EQ(batch_tokens_of("batch 0.5M tok; GPT-3 paper shapes"), 5e5);
  EXPECT_FALSE(batch_tokens_of("batch 4"));
  // 0.74 / 0.55 is 4/3 and a little: every layer runs its forward pass again
  EXPECT_DOUBLE_EQ(*recomputed_share_of("MFU 0.55 HFU 0.74 as printed"), 1);
  EXPECT_NEAR(*recomputed_share_of("MFU 0.43 HFU 0.46."), 0.209, 0.001);
  EXPECT_FALSE(recomputed_share_of("MFU 0.68"));
}

TEST(RowWords, FlagsAddedOneByOneAreCompiledOnceTheyWere) {
  const char* readme = "pytorch/torchtune README (optimization flags table)";
  EXPECT_EQ(software_of(readme, "cumulative: +packed"), Software::pytorch);
  EXPECT_EQ(software_of(readme, "cumulative: +8-bit AdamW"), Software::compiled);
}

// Ten layers of attention (4 x 1024^2), a router, norms and experts of 3 x 1024 x 512 each; tables
// of 1,000 words. With eight experts 169.9 million, with two of them 74.5 million.
TEST(RowNetwork, AMixtureFromItsTwoSizes) {
  RowShape row{"Unheard 0.17B", 0.169923584, 0.074527744, 10, 1024, 512, 16, 16, 1000};
  const catalog::ModelCatalog none;
  const std::optional<Network> network = network_of_row(row, none);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->layers[0].feed_forward.experts, 8);
  EXPECT_EQ(network->layers[0].feed_forward.experts_per_token, 2);
  row.model = "Nemotron Unheard";  // of that family every second layer is another one
  EXPECT_FALSE(network_of_row(row, none));
  row = {"Unheard", 1e9, 1, 10, 1024, 512, 16, 16, 1000};  // a billion experts
  EXPECT_FALSE(network_of_row(row, none));
  row = {"Unheard", 1, {}, 900'000'000, 900'000'000, 512, 16, 16, 1000};
  EXPECT_FALSE(network_of_row(row, none));
}

TrainingRow training_row(const std::string& cells) {
  const std::string columns =
      "id,source,gpu,gpus,gpus_per_node,model,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_"
      "len,precision,dp,tp,pp,cp,ep,global_batch,metric,value,unit,notes\n";
  const TrainingRows read =
      read_training_rows(columns + cells + "\n", "rows.csv", catalog::embedded_catalog());
  EXPECT_EQ(read.rows.size(), 1U) << (read.unread.empty() ? "" : read.unread[0].reason);
  return read.rows.at(0);
}

// Sixteen ranks share a network: on cards of 80 GB by four tensor ranks, on larger ones as few as
// hold its 140 GB.
TEST(RowCase, LayoutsThatMlperfLeavesOut) {
  const auto layout = [](const std::string& gpu) {
    return training_row("a,MLPerf Training v4.1," + gpu +
                        ",64,8,Llama 2 70B LoRA,80,8192,28672,64,8,32000,8192,,,,,,,8,samples_per_"
                        "s,14.5,s,grad accum 2")
        .one.work.layout;
  };
  EXPECT_EQ(layout("H100 SXM 80GB").tp, 4);
  EXPECT_EQ(layout("H100 SXM 80GB").cp, 4);
  EXPECT_EQ(layout("H200 SXM 141GB").tp, 1);
}

TEST(RowCase, MlperfIsIn8BitsWhereNothingIsStated) {
  const auto one = [](const std::string& gpu, const std::string& precision) {
    return training_row("a,MLPerf Training v5.1," + gpu +
                        ",8,8,Llama 2 70B LoRA,80,8192,28672,64,8,32000,8192," + precision +
                        ",,,,,,8,iteration_time,1.3,s,grad accum 1")
        .one;
  };
  EXPECT_EQ(one("B200 180GB", "").matrices, ComputeType::fp8);
  EXPECT_EQ(one("B200 180GB", "NVFP4").matrices, ComputeType::fp4);
  EXPECT_TRUE(one("B200 180GB", "").has_narrow_attention);
}

TEST(RowCase, ShortenedMixturesKeepTheirExperts) {
  const TrainingRow row = training_row(
      "a,pytorch/ao README,B200 180GB,4,8,Llama 4 16e (2 layers),2,5120,8192,40,8,202048,8192,bf16,"
      "4,1,1,1,4,32,tokens_per_s_per_gpu,49381,tokens/s/GPU,depth reduced; torch.compile");
  ASSERT_EQ(row.network.layer_count(), 2);
  EXPECT_EQ(row.network.layers[0].feed_forward.experts, 16);
}

TEST(RowCase, TorchtuneKeepsEverythingIn16Bits) {
  const TrainingRow row = training_row(
      "a,pytorch/torchtune README,RTX A6000 48GB,1,1,Llama 3.1 8B,32,4096,14336,32,8,128256,2048,"
      "bf16,1,1,1,1,1,2,tokens_per_s,2579,tokens/s,full finetune");
  EXPECT_EQ(row.one.work.recipe, Recipe::pure);
}

TEST(MemoryWords, WhatWasMeasured) {
  EXPECT_EQ(memory_metric_of("serving: weights per GPU", "x"), "weights");
  EXPECT_EQ(memory_metric_of("params+grads+optimizer per GPU", "x"), "states");
  EXPECT_EQ(memory_metric_of("training peak", "pytorch/ao"), "reserved");
  EXPECT_EQ(memory_metric_of("training peak", "NVIDIA/Megatron-LM"), "allocated");
  EXPECT_EQ(memory_metric_of("training peak reserved", "NVIDIA/Megatron-LM"), "reserved");
  EXPECT_THROW(memory_metric_of("serving: compute buffer", "x"), Unreadable);
}

TEST(JudgedRow, PrecisionsAsOneWord) {
  EXPECT_EQ(precision_label("float8 rowwise"), "fp8");
  EXPECT_EQ(precision_label("Q4_K_M"), "int4");
  EXPECT_EQ(precision_label("NVFP4 weights, FP8 KV"), "fp4");
  EXPECT_EQ(precision_label("amp_bf16"), "bf16");
  EXPECT_EQ(precision_label(""), "not stated");
}

}  // namespace
}  // namespace wgf::advisor
