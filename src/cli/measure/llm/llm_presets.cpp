// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_presets.h"

#include <vector>

#include "base/choices.h"
#include "base/text.h"

namespace wgf::cli {
namespace {

// Batches are as many as answer together on one card without anybody waiting long; where the source
// is "chosen" so are the lengths.
constexpr LlmPreset presets[] = {
    {"chat", 1024, 128, 0, 8, "median conversation of the Azure LLM trace of 2023 (Splitwise)"},
    {"rag", 4096, 256, 0, 4, "chosen: eight passages of 512 tokens, an answer of a page"},
    {"summarise", 778, 73, 0, 16, "mean of CNN/DailyMail in MLPerf Inference 5.1"},
    {"code", 1500, 13, 0, 4, "median completion of the Azure LLM trace of 2023 (Splitwise)"},
    {"batch", 1024, 1024, 0, 64, "1k/1k of InferenceMAX"},
    {"agent", 512, 256, 32768, 1, "chosen: a tool's answer after a long history that is cached"},
};

}  // namespace

std::span<const LlmPreset> llm_presets() {
  return presets;
}

const LlmPreset& llm_preset(const std::string& typed) {
  std::vector<std::string> names;
  for (const LlmPreset& preset : presets) {
    if (preset.name == lower_case(typed)) return preset;
    names.emplace_back(preset.name);
  }
  check_choice("--preset", lower_case(typed), names);
  return presets[0];
}

}  // namespace wgf::cli
