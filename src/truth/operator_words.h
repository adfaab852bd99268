// SPDX-License-Identifier: MIT
#pragma once
// What the words in rows of single operators mean, in the many ways to spell them.

#include <optional>
#include <string>
#include <string_view>

#include "advisor/operators/attention.h"
#include "advisor/operators/collective.h"
#include "advisor/operators/expert_product.h"
#include "advisor/operators/matrix_type.h"

namespace wgf::truth {

// Nothing for other words, of all of these.

// "bfloat16", "fp8_e4m3", "fp8 blockwise", "sq" (int8 both sides), "w4a16", "int8_wo", "NVFP4".
std::optional<advisor::MatrixType> matrix_type_named(std::string_view format);

// "bf16", "auto" and an empty cell are 16 bits; "fp8_e4m3".
std::optional<advisor::CacheType> cache_type_named(std::string_view format);

// Whether a phase is that of the prompt: "context", "prefill"; else "generation", "decode".
std::optional<bool> is_prompt_phase(std::string_view phase);

// "balanced", "uniform"; "power_law_1.01", whose exponent is about 1.
std::optional<advisor::ExpertLoad> expert_load_named(std::string_view distribution);

// "all_reduce", "AllGather", "ncclReduceScatter", "all2all", "all_reduce_perf".
std::optional<advisor::Collective> collective_named(std::string_view operation);

// "NCCL", "nccl 2.27.3", "nccl-tests"; where the kernel is not stated the library. Not what single
// frameworks do in its place.
bool is_nccl(std::string_view kernel, std::string_view library);

// Bytes of an element: 2 of "half".
std::optional<double> element_bytes_of(std::string_view format);

// Throws Unreadable where the notes say of other work than the plain operator: backward passes,
// sparse weights, attention of all pairs.
void require_plain_operator(const std::string& notes);

}  // namespace wgf::truth
