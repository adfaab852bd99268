// SPDX-License-Identifier: MIT
#pragma once
// What a number format means to the software that serves and the card it serves on.

#include <optional>
#include <span>
#include <string_view>

#include "advisor/network/network.h"
#include "advisor/serving/serving_case.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// "bf16", "fp16", "fp8", "int8", "int4", "fp4", the widest first.
std::span<const std::string_view> service_precisions();

// fp8: products in fp8, with one scale a block where there are experts; where the card lacks the
// arithmetic, weights of one byte multiplied in 16 bits. int8, int4: such weights (W8A16, W4A16; of
// llama.cpp Q8_0 and Q4_K_M). fp4: NVFP4, or four-bit weights alone where the card lacks it.
// GPT-OSS keeps its MXFP4 experts in every format. Caches as the recipes have them that the fit
// rests on: 8 bits with narrow weights on TensorRT-LLM and vLLM where the card computes in fp8,
// else 16. Nothing: the software does not run the format.
std::optional<ServingPrecision> service_precision(std::string_view name, ServingSoftware software,
                                                  const Network& network, const catalog::Gpu& gpu);

}  // namespace wgf::advisor
