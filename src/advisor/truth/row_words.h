// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row mean: sources say precision, software, recomputation and
// sharding each in their own way.

#include <optional>
#include <string_view>

#include "advisor/training/training_case.h"
#include "advisor/truth/said_words.h"

namespace wgf::advisor {

// "FP8-CS", "MXFP8", "float8 rowwise" are fp8; "NVFP4" fp4; "amp_bf16", "fp16 mixed" bf16 (16
// bits).
ComputeType compute_type_of(std::string_view precision);

// By names in the row's source and notes: NeMo, Megatron-Bridge and SimuMax run on Transformer
// Engine, and so do the language models of MLPerf; papers and tables of Megatron-LM to 2022 on
// Megatron, those since on Megatron-Core; llmq, llm.c native; DeepSpeed; "torch.compile"
// compiled, unless it is said to be off; else PyTorch as it is, NeMo AutoModel too.
Software software_of(std::string_view source, std::string_view notes);

// "full", "activation checkpointing", "selective (attention core)", "core_attn+layernorm",
// "recompute-block", "mlp", "none …";
// "selective (per-op)" is torchtitan's. Rows name what runs again, whatever their software.
struct RecomputeWords {
  Recompute recompute = Recompute::none;
  bool feed_forward = false;
};
RecomputeWords recompute_of(std::string_view words);

// 0 to 3: "FSDP", "FULL_SHARD", "HSDP", "ZeRO-3", "ZeRO stage 3" 3; "SHARD_GRAD_OP", "ZeRO-2" 2;
// "ZeRO-1", "distributed optimizer", "dist-opt" 1.
int zero_stage_of(std::string_view words);

// The year of the software release a source names: "[26.04 NeMo Container" is 2026.29.
std::optional<double> release_of(std::string_view source);

// Virtual pipeline stages: "VP 5", "VPP 8", "interleave 4"; "interleaved" alone 2; 1 where none is
// named.
int virtual_stages_of(std::string_view notes);

// Whether they say how the stages of a pipeline take turns: "1F1B", "VP n/a", "interleave 1".
bool names_schedule(std::string_view notes);

// "FSDP", "DDP/dist-opt", "ZeRO-1": without a layout beside it, all GPUs are data-parallel ranks.
bool names_data_parallelism(std::string_view sharding);

// "AsyncTP", "TP comm overlap": the exchanges of tensor parallelism lie beside its products.
bool overlaps_tensor(std::string_view notes);

// "grad accum 4": micro-steps of one step.
std::optional<double> accumulation_of(std::string_view notes);

// "batch 0.5M tok", "global batch 524,288 tokens", "4M tokens per step": tokens of one step.
std::optional<double> batch_tokens_of(std::string_view notes);

// "global batch 512", "GBS=512": sequences of one step.
std::optional<double> batch_sequences_of(std::string_view notes);

// "MFU 0.55 HFU 0.74": what the hardware does beyond the model is forward passes run again, of this
// share of the layers. Nothing where the notes do not name both.
std::optional<double> recomputed_share_of(std::string_view notes);

}  // namespace wgf::advisor
