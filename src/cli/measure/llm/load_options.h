// SPDX-License-Identifier: MIT
#pragma once
// llm under a load of requests: what is typed of it, and the cases it means.

#include <string>
#include <vector>

#include "cli/command.h"
#include "results/case.h"

namespace wgf::cli {

struct LoadOptions {
  std::string requests, rate, concurrency, input_tokens, output_tokens, turn_tokens;
  std::vector<std::string> limits;  // --slo

  // Any of them asks for a load.
  bool is_given() const;
};

void add_load_options(Command& command, const Context& context, LoadOptions& options);

// Of cases of a model, a precision and kernels those of them under each rate, or number of users,
// and each number of slots (-b; empty: as many as there are users, 16 at most). Throws
// Error(usage).
std::vector<results::Case> under_loads(const std::vector<results::Case>& cases,
                                       const LoadOptions& options, const std::string& slots,
                                       bool is_cpu);

}  // namespace wgf::cli
