// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row of serving mean: number formats and layouts.

#include <optional>
#include <string>
#include <string_view>

#include "advisor/network/network.h"
#include "advisor/serving/serving_case.h"
#include "catalog/gpu.h"

namespace wgf::truth {

// Bits of a weight of a GGUF file by the name of its format, in lower case: "q4_k_m", "gguf q8_0",
// "q4_k - medium", and Ollama's "q4". Nothing for others, and for mixtures whose size is not known.
std::optional<double> ggml_bits(std::string text);

// "nvfp4", "fp8 block", "Q4_K_M", "Q8_0", "EXL2 4.0bpw", "GPTQ 4bit g128", "AWQ", "w8a8", "F16";
// 16 bits where a server's row is silent. Mixtures of experts in fp8 have one scale a block, and
// cards without fp8 multiply such weights in 16 bits where the software is known to run them there;
// GPT-OSS keeps its MXFP4 experts whatever a table's heading says.
// Caches: 8 bits where the row says so; where it is silent, with narrow weights on TensorRT-LLM and
// vLLM, as their published recipes set it; else 16.
std::optional<advisor::ServingPrecision> precision_of(std::string_view words,
                                                      std::string_view cache,
                                                      advisor::ServingSoftware software,
                                                      const advisor::Network& network,
                                                      const catalog::Gpu& gpu);

}  // namespace wgf::truth
