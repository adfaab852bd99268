// SPDX-License-Identifier: MIT
#include "truth/row_words.h"

#include <gtest/gtest.h>

#include "truth/judged_row.h"
#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

TEST(RowWords, PrecisionsOfManySpellings) {
  for (const char* text : {"FP8-CS", "MXFP8", "float8 rowwise", "fp8 e4m3 matmul, bf16 states"})
    EXPECT_EQ(compute_type_of(text), advisor::ComputeType::fp8) << text;
  for (const char* text : {"amp_bf16", "fp16 mixed", "bf16 (states bf16)", ""})
    EXPECT_EQ(compute_type_of(text), advisor::ComputeType::bf16) << text;
  EXPECT_EQ(compute_type_of("NVFP4"), advisor::ComputeType::fp4);
  EXPECT_EQ(compute_type_of("TF32"), advisor::ComputeType::tf32);
}

TEST(RowWords, PrecisionsThatAreDeniedOrNotKnown) {
  for (const char* text : {"BF16 (no FP8)", "bf16, fp8 off", "bf16 without fp8", "mixed", "16-bit",
                           "16-true", "w16a16"})
    EXPECT_EQ(compute_type_of(text), advisor::ComputeType::bf16) << text;
  EXPECT_EQ(compute_type_of("e4m3"), advisor::ComputeType::fp8);
  EXPECT_EQ(compute_type_of("32-bit"), advisor::ComputeType::fp32);
  for (const char* text : {"posit", "int8"}) EXPECT_THROW(compute_type_of(text), Unreadable);
}

TEST(RowWords, KernelsOfAttention) {
  for (const char* cell : {"", "yes", "FA2", "FlashAttention-2", "SDPA", "xformers", "cuDNN", "FA3",
                           "True", "yes (SDPA v2)"})
    EXPECT_TRUE(has_flash_attention(cell)) << cell;
  for (const char* cell : {"no", "No", "False", "off", "math SDPA", "eager", "no flash attention"})
    EXPECT_FALSE(has_flash_attention(cell)) << cell;
  EXPECT_THROW(has_flash_attention("ours"), Unreadable);
  for (const char* cell : {"FA3", "FA4 beta", "cuDNN", "FlashAttention-3"})
    EXPECT_TRUE(names_newest_attention(cell)) << cell;
  for (const char* cell : {"yes", "FA2", "no cuDNN"})
    EXPECT_FALSE(names_newest_attention(cell)) << cell;
}

TEST(RowWords, KernelsBeforeFlashAttention2) {
  for (const char* cell : {"FA1", "FlashAttention 1", "Triton", "yes (flash attn 1)"})
    EXPECT_TRUE(names_first_attention(cell)) << cell;
  for (const char* cell : {"", "yes", "FA2", "FlashAttention-2", "SDPA", "FA3"})
    EXPECT_FALSE(names_first_attention(cell)) << cell;
}

TEST(RowWords, ReleasesOfContainersAndRounds) {
  EXPECT_NEAR(*release_of("NVIDIA/dgxc-benchmarking nemotron/README.md (NeMo 25.04.01)"), 2025.29,
              0.01);
  EXPECT_NEAR(*release_of("docs/performance_summary.md [NeMo 24.07, DGX-H100]"), 2024.54, 0.01);
  EXPECT_NEAR(*release_of("MLPerf Training v5.0 closed, mlcommons"), 2025.42, 0.01);
  EXPECT_FALSE(release_of("arXiv 2104.04473, table 12.05"));
}

TEST(RowWords, AdaptersAreNamedAndNotDenied) {
  for (const char* words : {"Llama 2 70B LoRA; ", "LORA r=16", "x; lora rank 16"})
    EXPECT_EQ(adapters_of(words), advisor::Task::lora) << words;
  for (const char* words : {"full fine-tuning, no LoRA", "not LoRA", "(LoRA not used)",
                            "hyper-parameter exploration run", ""})
    EXPECT_FALSE(adapters_of(words)) << words;
  for (const char* words : {"QLoRA", "qlora", "QLORA r=8", "PEFT"})
    EXPECT_THROW(adapters_of(words), Unreadable) << words;
}

TEST(RowWords, SoftwareBySourceAndNotes) {
  EXPECT_EQ(software_of("NVIDIA-NeMo/Megatron-Bridge docs/performance-summary.md", ""),
            advisor::Software::transformer_engine);
  EXPECT_EQ(software_of("arXiv:2205.05198 Table 5", ""), advisor::Software::megatron);
  EXPECT_EQ(software_of("IST-DASLab/llmq benchmarks/4090x1.md", ""), advisor::Software::native);
  EXPECT_EQ(software_of("foundation-model-stack/fms-fsdp README", "torch.compile; MFU 0.68"),
            advisor::Software::compiled);
  EXPECT_EQ(software_of("MLPerf Training v5.1 closed, mlcommons/training_results_v5.1", "PyTorch"),
            advisor::Software::transformer_engine);
  EXPECT_EQ(software_of("mosaicml/llm-foundry scripts", ""), advisor::Software::pytorch);
}

TEST(RowWords, SoftwareOfNewerSources) {
  EXPECT_EQ(software_of("NVIDIA/dgxc-benchmarking maxtext/README_70b.md (JAX MaxText)", ""),
            advisor::Software::compiled);
  EXPECT_EQ(software_of("FlagOpen/FlagPerf llama3_8B-megatron", "megatron-core core_v0.6.0"),
            advisor::Software::transformer_engine);
  EXPECT_EQ(software_of("pytorch/torchtitan benchmarks/llama3_h100.md", "FSDP + torch.compile"),
            advisor::Software::compiled);
  EXPECT_EQ(software_of("pytorch/torchtitan benchmarks/llama3_h100.md", "FSDP"),
            advisor::Software::pytorch);
  for (const char* eager :
       {"no torch.compile", "torch.compile off", "numbers compiled by us", "torch.compile: off",
        "torch.compile=False", "w/ torch.compile disabled"})
    EXPECT_EQ(software_of("pytorch/torchtitan", eager), advisor::Software::pytorch) << eager;
  EXPECT_EQ(software_of("arXiv:2402.15627 Table 2", "Megatron-LM"),
            advisor::Software::transformer_engine);
  EXPECT_EQ(software_of("NVIDIA-NeMo/Automodel docs", "TE + DeepEP"),
            advisor::Software::transformer_engine);
  EXPECT_EQ(software_of("NVIDIA-NeMo/Automodel docs", ""), advisor::Software::pytorch);
}

TEST(RowWords, SchedulesAndOverlap) {
  EXPECT_EQ(virtual_stages_of("AsyncTP; Interleaved 1F1B"), 2);
  EXPECT_EQ(virtual_stages_of("non-interleaved 1F1B"), 1);
  EXPECT_TRUE(names_schedule("1F1B"));
  EXPECT_TRUE(names_schedule("model TFLOP/s/GPU 158; VP n/a"));
  EXPECT_FALSE(names_schedule("BF16 model FLOPs"));
  EXPECT_TRUE(overlaps_tensor("torch.compile; AsyncTP"));
  EXPECT_FALSE(overlaps_tensor("EP overlap on"));
  EXPECT_FALSE(overlaps_tensor("torch.compile, no AsyncTP"));
  EXPECT_EQ(zero_stage_of("no FSDP"), 0);
  EXPECT_TRUE(names_data_parallelism("FSDP2"));
  EXPECT_FALSE(names_data_parallelism(""));
  EXPECT_FALSE(names_data_parallelism("No FSDP"));
  EXPECT_TRUE(names_data_parallelism("none (DDP)"));
}

TEST(RowWords, Recomputation) {
  EXPECT_EQ(recompute_of("full").recompute, advisor::Recompute::full);
  EXPECT_EQ(recompute_of("activation checkpointing").recompute, advisor::Recompute::full);
  EXPECT_EQ(recompute_of("selective activation checkpointing").recompute,
            advisor::Recompute::attention);
  for (const char* none : {"without activation checkpointing", "checkpointing disabled",
                           "activation checkpointing: none", "activation checkpointing off"})
    EXPECT_EQ(recompute_of(none).recompute, advisor::Recompute::none) << none;
  for (const char* full : {"full (use_reentrant=False)", "full without offload", "full: norms"})
    EXPECT_EQ(recompute_of(full).recompute, advisor::Recompute::full) << full;
  EXPECT_EQ(recompute_of("no recompute").recompute, advisor::Recompute::none);
  EXPECT_EQ(recompute_of("selective (attention core)").recompute, advisor::Recompute::attention);
  EXPECT_EQ(recompute_of("selective (per-op)").recompute, advisor::Recompute::per_operator);
  EXPECT_EQ(recompute_of("core_attn").recompute, advisor::Recompute::attention);
  const RecomputeWords both = recompute_of("mlp+core_attn");
  EXPECT_TRUE(both.feed_forward);
  EXPECT_EQ(both.recompute, advisor::Recompute::attention);
}

TEST(RowWords, ShardingStagesAndReleases) {
  EXPECT_EQ(zero_stage_of("FSDP FULL_SHARD"), 3);
  EXPECT_EQ(zero_stage_of("FSDP SHARD_GRAD_OP"), 2);
  EXPECT_EQ(zero_stage_of("DDP/dist-opt"), 1);
  EXPECT_EQ(zero_stage_of("DDP"), 0);
  EXPECT_EQ(zero_stage_of("DeepSpeed ZeRO stage 2"), 2);
  EXPECT_EQ(virtual_stages_of("model TFLOP/s/GPU 1635; VP 8; dropless"), 8);
  EXPECT_EQ(virtual_stages_of("core_attn recompute baseline; VPP 5"), 5);
  EXPECT_EQ(virtual_stages_of("VP n/a"), 1);
  EXPECT_NEAR(*release_of("performance-archive.md [26.04.01 NeMo Container]"), 2026.29, 0.01);
  EXPECT_FALSE(release_of("README [H100 80GB]"));
}

TEST(RowWords, WhatUtilisationsSayOfRecomputation) {
  // 0.74 / 0.55 is 4/3 and a little: every layer runs its forward pass again
  EXPECT_DOUBLE_EQ(*recomputed_share_of("MFU 0.55 HFU 0.74 as printed"), 1);
  EXPECT_NEAR(*recomputed_share_of("MFU 0.43 HFU 0.46."), 0.209, 0.001);
  EXPECT_FALSE(recomputed_share_of("MFU 0.68"));
}

TEST(RowWords, FlagsAddedOneByOneAreCompiledOnceTheyWere) {
  const char* readme = "pytorch/torchtune README (optimization flags table)";
  EXPECT_EQ(software_of(readme, "cumulative: +packed"), advisor::Software::pytorch);
  EXPECT_EQ(software_of(readme, "cumulative: +8-bit AdamW"), advisor::Software::compiled);
}

TEST(JudgedRow, PrecisionsAsOneWord) {
  EXPECT_EQ(precision_label("float8 rowwise"), "fp8");
  EXPECT_EQ(precision_label("Q4_K_M"), "int4");
  EXPECT_EQ(precision_label("NVFP4 weights, FP8 KV"), "fp4");
  EXPECT_EQ(precision_label("bf16, no fp8"), "bf16");
  EXPECT_EQ(precision_label("bf16 (fp8 kv cache)"), "bf16");
  EXPECT_EQ(precision_label("AWQ"), "int4");
  EXPECT_EQ(precision_label("q4f16_1"), "int4");
  EXPECT_EQ(precision_label("amp_bf16"), "bf16");
  EXPECT_EQ(precision_label("16"), "fp16");
  EXPECT_EQ(precision_label(""), "not stated");
}

}  // namespace
}  // namespace wgf::truth
