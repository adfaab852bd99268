// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_options.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/measure/llm/llm_presets.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::cli {
namespace {

// Llama, Mistral and Qwen, dense, whose layers the engine's own kernels run.
constexpr const char* suite_of_gpu[] = {
    "llama-3.2-1b", "llama-3.2-3b",           "mistral-7b-v0.3", "qwen2.5-7b",    "llama-3.1-8b",
    "qwen2.5-14b",  "mistral-small-24b-2501", "qwen2.5-32b",     "llama-3.1-70b", "qwen2.5-72b"};
// The smallest first: a slow processor has a line of it before the time of the suite is over.
constexpr const char* suite_of_cpu[] = {"smollm2-135m", "qwen2.5-0.5b", "llama-3.2-1b"};
constexpr const char *usual_model = "llama-3.1-8b", *usual_on_cpu = "llama-3.2-1b";

constexpr std::string_view largest = "max";

// Tokens that --profile records; the middle one is shown.
constexpr std::int64_t recorded_steps = 9;

std::vector<std::int64_t> counts(const char* option, const std::string& typed,
                                 std::int64_t fallback, std::int64_t least) {
  if (typed.empty()) return {fallback};
  return parse_sweep(option, typed, least);
}

void add_once(std::vector<TextLengths>& all, TextLengths one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

TextLengths parse_pair(const std::string& typed) {
  const std::vector<std::string> parts = split(typed, ',');
  if (parts.size() != 2) throw Error({"tasks.llm_bad_pair", {{"value", typed}}}, ExitCode::usage);
  return {parse_count("-pg", std::string(trim(parts[0])), 1),
          parse_count("-pg", std::string(trim(parts[1])), 1)};
}

std::vector<TextLengths> lengths_of(const LlmOptions& options, TextLengths usual) {
  std::vector<TextLengths> all;
  const bool has_lengths = !options.prompt.empty() || !options.steps.empty();
  if (has_lengths || options.pairs.empty())
    for (const std::int64_t prompt : counts("-p", options.prompt, usual.prompt, 0))
      for (const std::int64_t steps : counts("-n", options.steps, usual.new_tokens, 0))
        if (prompt + steps > 0) add_once(all, {prompt, steps});
  for (const std::string& pair : options.pairs) add_once(all, parse_pair(pair));
  if (all.empty()) throw Error({"tasks.llm_no_tokens", {}}, ExitCode::usage);
  return all;
}

void read_batches(const std::string& typed, std::int64_t usual, LlmWork& work) {
  std::vector<std::string> numbers;
  if (typed.empty())
    numbers.push_back(std::to_string(usual));
  else
    for (const std::string& part : parse_list("-b", typed))
      if (lower_case(part) == largest)
        work.has_largest_batch = true;
      else
        numbers.push_back(part);
  if (!numbers.empty()) work.batches = parse_sweep("-b", join(numbers, ","));
}

std::string usual_models(const LlmOptions& options, std::string_view device) {
  if (options.is_suite()) return join(llm_suite(device), ",");
  return device == "cpu" ? usual_on_cpu : usual_model;
}

}  // namespace

bool LlmWork::is_of_ranks() const {
  return std::any_of(ranks.begin(), ranks.end(), [](std::int64_t count) { return count > 1; });
}

std::vector<std::string> llm_suite(std::string_view device) {
  if (device == "cpu") return {std::begin(suite_of_cpu), std::end(suite_of_cpu)};
  return {std::begin(suite_of_gpu), std::end(suite_of_gpu)};
}

LlmWork read_llm_work(const LlmOptions& options, std::string_view device) {
  const bool is_cpu = device == "cpu";
  LlmPreset usual{.prompt = is_cpu ? 64 : 512, .new_tokens = is_cpu ? 16 : 128};
  if (!options.preset.empty()) usual = llm_preset(options.preset);
  LlmWork work;
  work.models =
      parse_list("-m", options.models.empty() ? usual_models(options, device) : options.models);
  if (is_cpu || !options.precision.empty())
    work.precisions =
        parse_list("--precision", options.precision.empty() ? "fp32" : options.precision);
  work.lengths = lengths_of(options, {usual.prompt, usual.new_tokens});
  work.depths = counts("-d", options.depth, usual.depth, 0);
  work.ranks = counts("--tp", options.ranks, 1, 1);
  work.sums = parse_list("--rank-sums", options.sums.empty() ? "auto" : options.sums);
  constexpr std::string_view all_sums[] = {"auto", "nccl", "own"};
  for (const std::string& sums : work.sums) runner::check_choice("--rank-sums", sums, all_sums);
  read_batches(options.batch, usual.batch, work);
  work.kernels = options.kernels.empty() ? "auto" : options.kernels;
  work.cache = options.cache.empty() ? "auto" : options.cache;
  if (options.profile) {
    if (work.is_of_ranks()) throw Error({"tasks.llm_profile_ranks", {}}, ExitCode::usage);
    work.profiled_steps = recorded_steps;
  }
  for (const std::string& precision : work.precisions)
    runner::check_choice("--precision", precision, runner::choices::decoder_precisions);
  constexpr std::string_view kernels[] = {"auto", "own", "library"};
  runner::check_choice("--kernels", work.kernels, kernels);
  constexpr std::string_view caches[] = {"auto", "fp8"};
  runner::check_choice("--kv-precision", work.cache, caches);
  return work;
}

std::optional<UsdPerHour> read_llm_price(const LlmOptions& options) {
  if (options.price.empty()) return std::nullopt;
  const auto price = parse_number(options.price);
  if (!price || !(*price >= 0) || std::isinf(*price))
    throw Error({"tasks.llm_bad_price", {{"value", options.price}}}, ExitCode::usage);
  return UsdPerHour(*price);
}

}  // namespace wgf::cli
