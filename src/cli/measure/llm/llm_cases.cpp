// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_cases.h"

#include <algorithm>

#include "base/error.h"
#include "cli/measure/llm/named_model.h"
#include "runner/batch_search.h"
#include "runner/decoder_memory.h"
#include "runner/launch/rank_devices.h"
#include "runner/sequence_search.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Result;

Case with_batch(Case value, std::int64_t batch) {
  value.parameters.set("batch_size", batch);
  return value;
}

bool is_same_but_batch(const Case& a, const Case& b) {
  return with_batch(a, 1).key() == with_batch(b, 1).key();
}

bool is_typed(const LlmWork& work, std::int64_t batch) {
  return std::find(work.batches.begin(), work.batches.end(), batch) != work.batches.end();
}

}  // namespace

std::vector<Case> llm_cases(const LlmWork& work, std::string_view device,
                            const catalog::ModelCatalog& models, const RunCommandLine& line,
                            std::optional<Bytes> free_memory) {
  std::vector<Case> cases;
  const auto add_batches = [&](const Case& value) {
    for (const std::int64_t batch : work.batches) cases.push_back(with_batch(value, batch));
    if (!work.has_largest_batch) return;
    const auto most = free_memory ? runner::most_sequences(value, *free_memory) : std::nullopt;
    const Case largest = with_batch(value, std::max<std::int64_t>(most.value_or(1), 1));
    if (!is_typed(work, largest.parameters.integer("batch_size"))) cases.push_back(largest);
  };
  for (const std::string& name : work.models) {
    const NamedModel model = find_model(name, models);
    const auto add_lengths = [&](const std::string& precision, std::int64_t ranks,
                                 const std::string& sums, std::int64_t depth) {
      for (const TextLengths& lengths : work.lengths) {
        Case value{.benchmark = "llm",
                   .parameters = {{"model", model.name},
                                  {"batch_size", std::int64_t{1}},
                                  {"prompt_tokens", lengths.prompt},
                                  {"new_tokens", lengths.new_tokens},
                                  {"precision", precision}},
                   .device = runner::devices_of_ranks(device, ranks),
                   .model_config = model.config,
                   .seed = line.options.seed,
                   .stopping = line.options.stopping};
        if (!model.weights.empty()) value.parameters.set("weights", model.weights);
        if (ranks > 1) value.parameters.set("tp", ranks);
        if (ranks > 1 && sums != "auto") value.parameters.set("rank_sums", sums);
        if (depth > 0) value.parameters.set("depth", depth);
        if (work.cache != "auto") value.parameters.set("kv_precision", work.cache);
        if (work.kernels != "auto") value.parameters.set("kernels", work.kernels);
        if (work.profiled_steps > 0) value.parameters.set("profiled_steps", work.profiled_steps);
        add_batches(value);
      }
    };
    const std::vector<std::string> own{model.precision};
    for (const std::string& precision : work.precisions.empty() ? own : work.precisions)
      for (const std::int64_t ranks : work.ranks)
        for (const std::string& sums : work.sums) {
          if (ranks == 1 && sums != work.sums.front()) continue;
          for (const std::int64_t depth : work.depths) add_lengths(precision, ranks, sums, depth);
        }
  }
  return cases;
}

void check_text_lengths(const std::vector<Case>& cases) {
  const auto is_possible = [](const Case& value) {
    return runner::text_length(value).is_possible();
  };
  if (cases.empty() || std::any_of(cases.begin(), cases.end(), is_possible)) return;
  const runner::TextLength length = runner::text_length(cases.front());
  const bool is_load = cases.front().benchmark == "llm_load";
  throw Error({is_load ? "tasks.llm_load_text_too_long" : "tasks.llm_text_too_long",
               {{"model", cases.front().parameters.text("model")},
                {"tokens", std::to_string(length.tokens)},
                {"most", std::to_string(length.most)}}},
              ExitCode::usage);
}

std::vector<Case> fitting_cases(std::vector<Case> cases, Bytes free_memory) {
  const auto fits = [&](const Case& value) {
    const auto memory = runner::decoder_memory(value);
    return !memory || memory->total() <= free_memory;
  };
  const std::vector<Case> all = cases;
  std::erase_if(cases, [&](const Case& value) { return !fits(value); });
  if (cases.empty() && !all.empty()) cases.push_back(all.front());
  return cases;
}

std::optional<Case> next_largest_batch(const results::Run& run, const LlmWork& work, Bytes limit) {
  std::vector<Case> searched;
  for (const Result& result : run.results) {
    const Case& value = result.measured_case;
    const bool is_known = std::any_of(searched.begin(), searched.end(), [&](const Case& other) {
      return is_same_but_batch(value, other);
    });
    if (!is_known) searched.push_back(value);
  }
  for (const Case& value : searched) {
    std::vector<runner::TriedSequences> tried;
    bool is_over = false;
    for (const Result& result : run.results) {
      const std::int64_t batch = result.measured_case.parameters.integer("batch_size");
      if (!is_same_but_batch(result.measured_case, value) || is_typed(work, batch)) continue;
      const results::Metric* cache = result.find("memory_cache");
      const bool fits = result.status == results::Status::ok;
      // What ended otherwise says nothing of memory.
      is_over |= !fits && !runner::is_lack_of_memory(result);
      tried.push_back({.sequences = batch,
                       .fits = fits,
                       .memory_gib = results::memory_in_use(result).value_or(0),
                       .cache_gib = cache ? cache->value : 0});
    }
    const auto next = is_over ? std::nullopt : runner::next_sequences(tried, in_gib(limit));
    if (next && !is_typed(work, *next)) return with_batch(value, *next);
  }
  return std::nullopt;
}

}  // namespace wgf::cli
