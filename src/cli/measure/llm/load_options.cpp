// SPDX-License-Identifier: MIT
#include "cli/measure/llm/load_options.h"

#include <algorithm>

#include "answers/service/service_request.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/units.h"

namespace wgf::cli {
namespace {

using results::Parameters;

// As many sequences as our own kernels take, and tokens that a step can read beside them without
// taking much longer.
constexpr std::int64_t usual_slots = 16, usual_turn_tokens = 512;

std::string lengths(const char* option, const std::string& typed, const char* fallback) {
  const Between<std::int64_t> range =
      parse_count_range(option, typed.empty() ? fallback : typed, 1);
  const std::string least = std::to_string(range.low);
  return range.low == range.high ? least : least + "-" + std::to_string(range.high);
}

// What each case has of its own: "rate" or "concurrency".
std::vector<Parameters> arrivals_of(const LoadOptions& options, bool is_cpu) {
  std::vector<Parameters> arrivals;
  if (!options.rate.empty())
    for (const std::string& one : parse_list("--rate", options.rate))
      arrivals.push_back({{"rate", parse_rate("--rate", one)}});
  else if (!options.concurrency.empty())
    for (const std::int64_t users : parse_sweep("--concurrency", options.concurrency))
      arrivals.push_back({{"concurrency", users}});
  else
    arrivals.push_back({{"concurrency", is_cpu ? std::int64_t{4} : usual_slots}});
  return arrivals;
}

std::vector<std::int64_t> slots_for(const Parameters& arrivals, const std::string& typed) {
  if (!typed.empty()) return parse_sweep("-b", typed);
  return {std::min(arrivals.integer("concurrency", usual_slots), usual_slots)};
}

std::vector<Parameters> load_parameters(const LoadOptions& options, const std::string& slots,
                                        bool is_cpu) {
  const std::int64_t requests = options.requests.empty()
                                    ? (is_cpu ? 8 : 100)
                                    : parse_count("--requests", options.requests, 1);
  const std::string input = lengths("--input-tokens", options.input_tokens, is_cpu ? "32" : "512");
  const std::string output =
      lengths("--output-tokens", options.output_tokens, is_cpu ? "8" : "128");
  const advisor::ServiceLimits limits = answers::parse_service_limits(options.limits);
  std::vector<Parameters> all;
  for (const Parameters& arrivals : arrivals_of(options, is_cpu))
    for (const std::int64_t rows : slots_for(arrivals, slots)) {
      const std::int64_t turn_tokens = options.turn_tokens.empty()
                                           ? usual_turn_tokens
                                           : parse_count("--turn-tokens", options.turn_tokens, 1);
      Parameters one{{"requests", requests}};
      for (const auto& [name, value] : arrivals) one.set(name, value);
      one.set("input_tokens", input);
      one.set("output_tokens", output);
      one.set("batch_size", rows);
      one.set("turn_tokens", turn_tokens);
      if (limits.ttft) one.set("ttft_limit", limits.ttft->value * kilo);
      if (limits.tpot) one.set("tpot_limit", limits.tpot->value * kilo);
      all.push_back(std::move(one));
    }
  return all;
}

}  // namespace

bool LoadOptions::is_given() const {
  const std::string all =
      requests + rate + concurrency + input_tokens + output_tokens + turn_tokens;
  return !all.empty() || !limits.empty();
}

void add_load_options(Command& command, const Context& context, LoadOptions& options) {
  command.text("--requests", options.requests, context.text("tasks.llm_load_option_requests"), "N");
  Option rate =
      command.text("--rate", options.rate, context.text("tasks.llm_load_option_rate"), "N,...");
  rate.excludes(command.text("--concurrency", options.concurrency,
                             context.text("tasks.llm_load_option_concurrency"), "N,..."));
  command.text("--input-tokens", options.input_tokens,
               context.text("tasks.llm_load_option_input_tokens"), "N|N-N");
  command.text("--output-tokens", options.output_tokens,
               context.text("tasks.llm_load_option_output_tokens"), "N|N-N");
  command.text("--turn-tokens", options.turn_tokens,
               context.text("tasks.llm_load_option_turn_tokens"), "N");
  command.list("--slo", options.limits, context.text("tasks.llm_load_option_slo"));
}

std::vector<results::Case> under_loads(const std::vector<results::Case>& cases,
                                       const LoadOptions& options, const std::string& slots,
                                       bool is_cpu) {
  const std::vector<Parameters> loads = load_parameters(options, slots, is_cpu);
  std::vector<results::Case> all;
  for (const results::Case& one : cases)
    for (const Parameters& load : loads) {
      results::Case value = one;
      value.benchmark = "llm_load";
      value.parameters = {{"model", one.parameters.text("model")}};
      for (const auto& [name, parameter] : load) value.parameters.set(name, parameter);
      for (const char* name : {"precision", "kv_precision", "kernels", "weights"})
        if (const results::Value* typed = one.parameters.find(name))
          value.parameters.set(name, *typed);
      all.push_back(std::move(value));
    }
  return all;
}

}  // namespace wgf::cli
