// SPDX-License-Identifier: MIT
#include "advisor/serving/serving_case.h"

#include <string>
#include <utility>

#include "base/text.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view names[] = {"trtllm",  "vllm", "sglang",      "llama.cpp",
                                      "exllama", "mlc",  "transformers"};
static_assert(std::size(names) == serving_software_count);

// A word in a source's own name of the software; the first found counts.
constexpr std::pair<std::string_view, ServingSoftware> words[] = {
    {"sglang", ServingSoftware::sglang},
    {"vllm", ServingSoftware::vllm},
    {"tensorrt", ServingSoftware::trtllm},
    {"trtllm", ServingSoftware::trtllm},
    {"trt-llm", ServingSoftware::trtllm},
    {"fastertransformer", ServingSoftware::trtllm},
    {"llama.cpp", ServingSoftware::llama_cpp},
    {"llama-bench", ServingSoftware::llama_cpp},
    {"ollama", ServingSoftware::llama_cpp},
    {"exllama", ServingSoftware::exllama},
    {"mlc", ServingSoftware::mlc},
    {"transformers", ServingSoftware::transformers},
    {"torchao", ServingSoftware::transformers},
};

}  // namespace

std::string_view to_text(ServingSoftware software) {
  return names[static_cast<std::size_t>(software)];
}

bool is_for_one_user(ServingSoftware software) {
  return software != ServingSoftware::trtllm && software != ServingSoftware::vllm &&
         software != ServingSoftware::sglang;
}

bool cuts_layers_only(ServingSoftware software) {
  return software == ServingSoftware::llama_cpp || software == ServingSoftware::exllama ||
         software == ServingSoftware::transformers;
}

bool shares_experts(ServingSoftware software) {
  return !is_for_one_user(software);
}

std::optional<ServingSoftware> parse_serving_software(std::string_view text) {
  const std::string lower = lower_case(text);
  for (const auto& [word, software] : words) {
    const std::size_t at = lower.find(word);
    // not in another's name, as "ktransformers" is
    const bool is_word =
        at == 0 || (at != std::string::npos && !(lower[at - 1] >= 'a' && lower[at - 1] <= 'z'));
    if (is_word) return software;
  }
  return std::nullopt;
}

}  // namespace wgf::advisor
