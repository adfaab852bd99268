// SPDX-License-Identifier: MIT
#pragma once
// The cases of llm: those typed, the suite that the memory holds, and the largest batch.

#include <optional>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "cli/measure/llm/llm_options.h"
#include "cli/measure/run_options.h"
#include "results/result.h"

namespace wgf::cli {

// In the order of the options. Of the largest batch, where it is asked for, as many sequences as
// the forecast fits into free_memory, behind the others; on a CPU one, where no others are typed.
std::vector<results::Case> llm_cases(const LlmWork& work, std::string_view device,
                                     const catalog::ModelCatalog& models,
                                     const RunCommandLine& line, std::optional<Bytes> free_memory);

// Throws Error(usage) where every text is longer than its model takes.
void check_text_lengths(const std::vector<results::Case>& cases);

// Of a suite the cases that fit; the smallest where none does, so that the run says why.
std::vector<results::Case> fitting_cases(std::vector<results::Case> cases, Bytes free_memory);

// The next batch of the search for the largest one; nothing: it is over.
std::optional<results::Case> next_largest_batch(const results::Run& run, const LlmWork& work,
                                                Bytes limit);
// Of a CPU, where its time ended the search: with the largest stands what the memory would hold.
void note_largest_in_time(results::Run& run, Bytes limit);

}  // namespace wgf::cli
