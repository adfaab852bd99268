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
// Those a network is served in: one published with MXFP4 experts in fp4 alone.
std::span<const std::string_view> service_precisions(const Network& network);
// Programs of one user have no floats of 8 and 4 bits (but the MXFP4 experts of a checkpoint).
// Narrow weights of transformers are those of bitsandbytes, which unpacks them in kernels of its
// own before each product: much slower than 16 bits, and nothing measured describes how much.
bool has_format(ServingSoftware software, std::string_view name);
// What of them a format that is asked for comes to; NF4 is nearest to int4.
std::string_view served_precision(std::string_view name, const Network& network);

// fp8: products in fp8, with one scale a block where there are experts; where the card lacks the
// arithmetic, weights of one byte multiplied in 16 bits. int8, int4: such weights (W8A16, W4A16; of
// llama.cpp Q8_0 and Q4_K_M, of MLC q4f16_1). fp4: NVFP4, or its weights alone where the card lacks
// the arithmetic. MXFP4 experts of a checkpoint stay in every format. Nothing: the software does
// not run the format, or is not known to run it on the card (format_support.h).
std::optional<ServingPrecision> service_precision(std::string_view name, ServingSoftware software,
                                                  const Network& network, const catalog::Gpu& gpu);

// Bits of an entry of the embedding and of the output matrix. llama.cpp's quantize writes the
// latter in blocks of 6 bits (Q6_K) whatever the mixture, of Q8_0 and of MXFP4 checkpoints in 8;
// MLC packs both as all else. The others leave them in 16 bits.
double table_bits_of(const ServingPrecision& precision, ServingSoftware software);

// Caches as the recipes have them that the fit rests on: 8 bits with narrow weights on TensorRT-LLM
// and vLLM where the card computes in fp8, with MXFP4 experts where it computes in fp4, else 16.
CacheType usual_cache(MatrixType matrices, ServingSoftware software, const Network& network,
                      const catalog::Gpu& gpu);

}  // namespace wgf::advisor
