// SPDX-License-Identifier: MIT
#pragma once
// How large a step is against what such networks are trained with.

#include <cstddef>
#include <string_view>

namespace wgf::advisor {

enum class BatchSize { small, usual, large };

// Tokens of one step of GPT-like networks of 1 to 175 billion parameters: 0.5 to 3.2 million in
// GPT-3 (arXiv 2005.14165, table 2.1), 4 million in Llama 2 (arXiv 2307.09288, section 2.2): 2^22
// tokens, which are 4.2 million. Beyond the critical batch (arXiv 1812.06162) more tokens a step
// cost more tokens in all.
inline constexpr double least_usual_tokens = 0.5e6, most_usual_tokens = 4.2e6;

inline BatchSize batch_size_of(double tokens_a_step) {
  if (tokens_a_step < least_usual_tokens) return BatchSize::small;
  return tokens_a_step > most_usual_tokens ? BatchSize::large : BatchSize::usual;
}

inline std::string_view to_text(BatchSize size) {
  constexpr std::string_view names[] = {"below the usual", "usual", "above the usual"};
  return names[static_cast<std::size_t>(size)];
}

}  // namespace wgf::advisor
