// SPDX-License-Identifier: MIT
#pragma once
// What several results of llm say together: throughput against latency over batches, and which
// model to take.

#include <cstdint>
#include <string>
#include <vector>

#include "results/result.h"

namespace wgf::report {

struct LlmPoint {
  const results::Result* result = nullptr;
  std::int64_t sequences = 1;
  double tokens_per_s = 0;  // of all sequences
  double token_ms = 0;      // a sequence waits for its next token
};

// Results that differ in their batch alone, the smallest first.
struct LlmCurve {
  std::string label;  // "llama-3.1-8b"
  std::vector<LlmPoint> points;
  std::size_t fastest = 0;
  std::size_t knee = 0;  // the smallest batch within 5 % of the fastest
};

// "512 + 128 @ 4096": prompt, answer, and what was in the cache before.
std::string llm_lengths(const results::Result& result);

// Of two batches and more.
std::vector<LlmCurve> llm_curves(const results::Run& run);

// A token in 50 ms: the limit of MLPerf Inference for a reader in a hurry; people read 5 to 10 a
// second.
inline constexpr double fluent_tokens_per_s = 20;

struct LlmChoice {
  const results::Result* result = nullptr;  // nullptr: fewer than two models answered
  double tokens_per_s = 0;                  // of one request
  bool is_fluent = false;                   // else the fastest
};
LlmChoice largest_fluent_model(const results::Run& run);

}  // namespace wgf::report
