// SPDX-License-Identifier: MIT
#include "cli/memory/memory_options.h"

#include <cmath>
#include <utility>

#include "advisor/network/bounds.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/lists/list_filters.h"
#include "cli/option_values.h"

namespace wgf::cli {

std::optional<int> parse_optional_count(const char* option, const std::string& value, double most) {
  if (value.empty()) return std::nullopt;
  const bool is_whole = value.find_first_not_of("0123456789") == std::string::npos;
  const std::optional<std::int64_t> count = parse_integer(value);
  // No count: more digits than any number holds.
  if (is_whole && (!count || static_cast<double>(*count) > most))
    throw Error({"runner.value_too_large",
                 {{"option", option},
                  {"value", value},
                  {"largest", std::to_string(static_cast<std::int64_t>(most))}}},
                ExitCode::usage);
  return static_cast<int>(parse_count(option, value, 1));
}

std::optional<int> parse_optional_length(const char* option, const std::string& value) {
  constexpr std::pair<char, std::int64_t> units[] = {{'k', 1024}, {'m', 1024 * 1024}};
  for (const auto& [unit, tokens] : units) {
    if (!lower_case(value).ends_with(unit)) continue;
    const auto count = parse_integer(value.substr(0, value.size() - 1));
    if (count && *count >= 1 && *count <= largest_count / tokens)
      return static_cast<int>(*count * tokens);
  }
  return parse_optional_count(option, value);
}

std::int64_t parse_parameters(std::string_view option, std::string_view value) {
  std::string digits = lower_case(trim(value));
  double factor = 1;
  constexpr std::pair<char, double> units[] = {{'k', 1e3}, {'m', 1e6}, {'b', 1e9}, {'t', 1e12}};
  for (const auto& [unit, times] : units) {
    if (!digits.ends_with(unit)) continue;
    digits.pop_back();
    factor = times;
    break;
  }
  const double params = std::round(parse_number(digits).value_or(0) * factor);
  if (!(params >= 1e5 && params <= advisor::most_parameters))
    throw Error({"footprint.bad_parameters",
                 {{"option", std::string(option)}, {"value", std::string(value)}}},
                ExitCode::usage);
  return static_cast<std::int64_t>(params);
}

void add_network_options(Command& command, MemoryOptions& options, Context& context) {
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  text("-m,--model", options.model, "model");
  text("--config", options.config, "config");
  text("--params", options.params, "params");
  text("--layers", options.layers, "layers");
  text("--hidden", options.hidden, "hidden");
  text("--ffn-hidden", options.ffn_hidden, "ffn_hidden");
  text("--heads", options.heads, "heads");
  text("--kv-heads", options.kv_heads, "kv_heads");
  text("--vocab", options.vocab, "vocab");
}

void add_memory_options(Command& command, MemoryOptions& options, Context& context) {
  add_network_options(command, options, context);
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  text("--task", options.task, "task");
  text("-b,--batch-size", options.batch_size, "batch_size");
  text("--seq", options.sequence, "seq");
  text("--precision", options.precision, "precision");
  text("--software", options.software, "software");
  text("--recipe", options.recipe, "recipe");
  text("--optimizer", options.optimizer, "optimizer");
  text("--recompute", options.recompute, "recompute");
  text("--zero", options.zero, "zero");
  command.flag("--fsdp", options.is_fsdp, context.text("footprint.option_fsdp"));
  command.flag("--offload", options.is_offloaded, context.text("footprint.option_offload"));
  command.flag("--accumulate", options.accumulates, context.text("footprint.option_accumulate"));
  command.flag("--no-flash", options.has_no_flash, context.text("footprint.option_no_flash"));
  text("--kv-precision", options.cache_precision, "kv_precision");
  text("--lora-rank", options.lora_rank, "lora_rank");
  text("--tp", options.tp, "tp");
  text("--pp", options.pp, "pp");
  text("--vpp", options.vpp, "vpp");
  text("--cp", options.cp, "cp");
  text("--ep", options.ep, "ep");
  text("--dp", options.dp, "dp");
  command.flag("--engine", options.is_of_engine, context.text("footprint.option_engine"));
  command.list("--gpu", options.gpus, context.text("footprint.option_gpu"));
  command.flag("--explain", options.is_explained, context.text("footprint.option_explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
