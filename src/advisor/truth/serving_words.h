// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row of serving mean: number formats and layouts.

#include <optional>
#include <string_view>

#include "advisor/network/network.h"
#include "advisor/serving/serving_case.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// "nvfp4", "fp8 block", "Q4_K_M", "Q8_0", "EXL2 4.0bpw", "GPTQ 4bit g128", "AWQ", "w8a8", "F16";
// 16 bits where a server's row is silent. Mixtures of experts in
// fp8 have one scale a block; GPT-OSS keeps its MXFP4 experts whatever a table's heading says.
// Caches: 8 bits where the row says so; where it is silent, with narrow weights on TensorRT-LLM and
// vLLM, as their published recipes set it; else 16.
std::optional<ServingPrecision> precision_of(std::string_view words, std::string_view cache,
                                             ServingSoftware software, const Network& network,
                                             const catalog::Gpu& gpu);

// The number behind a word: ("aggregated; ep 8", "ep ") is 8.
std::optional<int> number_behind(std::string_view text, std::string_view word);

// "prefill 1x(tp1 adp4 moe_tp1 ep4 bs1); decode 4x(tp8 adp1 moe_tp1 ep8 bs6)".
struct PoolWords {
  ServingLayout layout;
  int engines = 1;
  int most_requests = 0;  // of each attention group; 0: not stated
};
std::optional<PoolWords> pool_of(std::string_view notes, std::string_view word);

}  // namespace wgf::advisor
