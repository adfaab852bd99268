// SPDX-License-Identifier: MIT
#pragma once
// Hugging Face ids decorate the name of an architecture: owner/, -instruct, -hf, -uncased, a date.

#include <string>
#include <string_view>
#include <vector>

namespace wgf::catalog {

// The name as typed, then simpler spellings of it in the order to try them:
// "meta-llama/Meta-Llama-3.1-70B-Instruct" ends in "llama-3.1-70b".
std::vector<std::string> model_spellings(std::string_view typed);

// Without its owner and what stands behind it in brackets, in lower case, cut at dashes,
// underscores, spaces and the colon of Ollama's tags: "Qwen/Qwen3-32B" is qwen3, 32b.
std::vector<std::string> words_of_model_name(std::string_view typed);

}  // namespace wgf::catalog
