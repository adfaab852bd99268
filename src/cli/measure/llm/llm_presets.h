// SPDX-License-Identifier: MIT
#pragma once
// What language models are asked in everyday uses: one visible table.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wgf::cli {

struct LlmPreset {
  std::string_view name;
  std::int64_t prompt = 0, new_tokens = 0, depth = 0;
  std::int64_t batch = 1;
  std::string_view source;
};

std::span<const LlmPreset> llm_presets();

// Throws Error(usage) with the nearest names.
const LlmPreset& llm_preset(const std::string& typed);

}  // namespace wgf::cli
