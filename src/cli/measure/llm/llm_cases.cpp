// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_cases.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "cli/measure/llm/named_model.h"
#include "results/add_missing.h"
#include "runner/batch_search.h"
#include "runner/decoder_memory.h"
#include "runner/default_work.h"
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

std::int64_t batch_of(const Result& result) {
  return result.measured_case.parameters.integer("batch_size");
}

// One of each search: its cases differ in their batch alone.
std::vector<Case> searched_cases(const results::Run& run) {
  std::vector<Case> searched;
  for (const Result& result : run.results)
    if (std::none_of(searched.begin(), searched.end(), [&](const Case& other) {
          return is_same_but_batch(result.measured_case, other);
        }))
      searched.push_back(result.measured_case);
  return searched;
}

// By the forecast.
std::int64_t most_of(const Case& value, Bytes limit) {
  return runner::most_sequences(value, limit).value_or(1);
}

// Weights are made and the numbers checked in about the time of what is measured.
Seconds time_of(const Result& result) {
  Seconds measured;
  for (const char* phase : {"prefill.", "decode."})
    for (const char* tag : {"warmup_time", "measured_time"})
      if (const results::Metric* metric = result.find(std::string(phase) + tag))
        measured += Seconds(metric->value);
  return measured * 2;
}

// On a GPU batches that were typed are no part of the search. Nothing: what ended otherwise than
// for memory says nothing of it, and the search is over.
std::optional<std::vector<runner::TriedSequences>> tried_of(const results::Run& run,
                                                            const Case& value,
                                                            const LlmWork& work) {
  std::vector<runner::TriedSequences> tried;
  for (const Result& result : run.results) {
    const std::int64_t batch = batch_of(result);
    const bool is_of_search = value.is_on_cpu() || !is_typed(work, batch);
    if (!is_of_search || !is_same_but_batch(result.measured_case, value)) continue;
    const results::Metric* cache = result.find("memory_cache");
    const bool fits = result.status == results::Status::ok;
    if (!fits && !runner::is_lack_of_memory(result)) return std::nullopt;
    tried.push_back({.sequences = batch,
                     .fits = fits,
                     .memory_gib = results::memory_in_use(result).value_or(0),
                     .cache_gib = cache ? cache->value : 0,
                     .took = time_of(result)});
  }
  return tried;
}

}  // namespace

std::vector<Case> llm_cases(const LlmWork& work, std::string_view device,
                            const catalog::ModelCatalog& models, const RunCommandLine& line,
                            std::optional<Bytes> free_memory) {
  std::vector<Case> cases;
  const auto add_batches = [&](const Case& value) {
    for (const std::int64_t batch : work.batches) cases.push_back(with_batch(value, batch));
    if (!work.has_largest_batch) return;
    // Memory of a CPU holds more sequences than it answers: it begins with one, or those typed.
    if (device == "cpu" && !work.batches.empty()) return;
    const auto most =
        free_memory && device != "cpu" ? runner::most_sequences(value, *free_memory) : std::nullopt;
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
  for (const Case& value : searched_cases(run)) {
    const auto tried = tried_of(run, value, work);
    if (!tried) continue;
    const auto next = value.is_on_cpu() ? runner::next_sequences_in_time(
                                              *tried, most_of(value, limit), runner::default_time)
                                        : runner::next_sequences(*tried, in_gib(limit));
    if (next && !is_typed(work, *next)) return with_batch(value, *next);
  }
  return std::nullopt;
}

void note_largest_in_time(results::Run& run, Bytes limit) {
  for (const Case& value : searched_cases(run)) {
    Result* largest = nullptr;
    for (Result& result : run.results)
      if (result.status == results::Status::ok && value.is_on_cpu() &&
          is_same_but_batch(result.measured_case, value) &&
          (largest == nullptr || batch_of(result) > batch_of(*largest)))
        largest = &result;
    const std::int64_t most = most_of(value, limit);
    if (largest == nullptr || batch_of(*largest) >= most) continue;
    results::add_missing_warning(*largest, {"tasks.llm_largest_in_time",
                                            {{"time", format_duration(runner::default_time)},
                                             {"most", std::to_string(most)}}});
  }
}

}  // namespace wgf::cli
