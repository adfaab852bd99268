// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row mean: sources say precision, software, recomputation and
// sharding each in their own way.

#include <optional>
#include <string_view>

#include "advisor/training/training_case.h"
#include "truth/pipeline_words.h"
#include "truth/recompute_words.h"
#include "truth/said_words.h"
#include "truth/sharding_words.h"

namespace wgf::truth {

// "FP8-CS", "MXFP8", "float8 rowwise" are fp8; "NVFP4" fp4; "amp_bf16", "fp16 mixed" bf16 (16
// bits), and so is an empty cell. What is denied does not count ("BF16 (no FP8)"). Throws
// Unreadable for other words.
advisor::ComputeType compute_type_of(std::string_view precision);

// "yes", "FA2", "SDPA", "cuDNN", "xformers" and an empty cell; not "no", "off", "math SDPA". Throws
// Unreadable for other words.
bool has_flash_attention(std::string_view words);

// FlashAttention 3 or 4, cuDNN: kernels written for the card.
bool names_newest_attention(std::string_view words);

// FlashAttention 1 or its Triton kernel.
bool names_first_attention(std::string_view words);

// LoRA where it is named and not denied; throws Unreadable for QLoRA and for other adapters.
std::optional<advisor::Task> adapters_of(std::string_view words);

// By names in the row's source and notes: NeMo, Megatron-Bridge and SimuMax run on Transformer
// Engine, and so do the language models of MLPerf; papers and tables of Megatron-LM to 2022 on
// Megatron, those since on Megatron-Core; llmq, llm.c native; DeepSpeed; "torch.compile"
// compiled, unless it is said to be off; else PyTorch as it is, NeMo AutoModel too.
advisor::Software software_of(std::string_view source, std::string_view notes);

// The year of the software release a source names: "[26.04 NeMo Container" is 2026.29.
std::optional<double> release_of(std::string_view source);

// "MFU 0.55 HFU 0.74": what the hardware does beyond the model is forward passes run again, of this
// share of the layers. Nothing where the notes do not name both.
std::optional<double> recomputed_share_of(std::string_view notes);

}  // namespace wgf::truth
