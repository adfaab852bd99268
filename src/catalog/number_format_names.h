// SPDX-License-Identifier: MIT
#pragma once
// Names of quantised checkpoints end in how their weights are stored: "Qwen3-32B-FP8",
// "…-quantized.w8a8", "…-GPTQ-Int4", "…-Q4_K_M-GGUF". The network is that of the name before it.

#include <optional>
#include <string>
#include <string_view>

namespace wgf::catalog {

struct NumberFormatInName {
  std::string rest;            // the name without its owner and these words: "qwen3-32b"
  std::string words;           // "fp8-static-pertensor"
  std::string_view precision;  // as --precision calls it, or int1 to int3; empty: open ("gguf")
};

// Nothing where no word of the name is a number format, or nothing else is left of it.
std::optional<NumberFormatInName> number_format_in(std::string_view typed);

}  // namespace wgf::catalog
