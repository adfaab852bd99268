// SPDX-License-Identifier: MIT
#pragma once
// A run of llm in the definitions of other tools. docs/method/llm.md says which counts what.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

// A test as llama-bench counts it. Our answers follow a prompt, so that they are its tg at the
// depth of that prompt.
struct LlamaBenchTest {
  const results::Result* result = nullptr;
  std::int64_t prompt = 0, generated = 0, depth = 0;
  std::int64_t sequences = 1;
  std::vector<double> seconds;  // of each repetition; an answer is one

  std::string name() const;           // "pp512", "tg128 @ d512", "pp512+tg128"
  std::vector<double> rates() const;  // tokens a second, of all sequences
};

// Of what is ok: prompts, answers, and both together where both were measured.
std::vector<LlamaBenchTest> llama_bench_tests(const results::Run& run);

// "llama-bench", "gpt-fast", "vllm".
std::span<const std::string_view> llm_tools();
// Throws Error(usage) for another.
void check_llm_tool(const std::string& typed);
TitledTable llm_in_definitions(const results::Run& run, std::string_view tool,
                               messages::Language language);
// llama-bench's own columns, in English whatever the language, as programs read them.
Table llama_bench_table(const results::Run& run);

}  // namespace wgf::report
