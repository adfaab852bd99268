// SPDX-License-Identifier: MIT
#include "truth/memory_phase.h"

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr Unreadable not_described{"what was measured is not described"};

void require_measured_on_a_card(const std::string& text) {
  const bool is_elsewhere = says_word(text, {"cpu", "host", "ram", "disk", "file",
                                             "checkpoint size", "checkpoint sav", "nvidia smi"});
  const bool is_no_run = says_any(text, {"predict", "estimat", "theoretic", "calculat", "saved",
                                         "saving", "reduc", "fragment", "before oom", "required"});
  const bool is_of_a_part = says_any(text, {"during", "forward", "loading peak"});
  if (is_elsewhere || is_no_run || is_of_a_part) throw not_described;
}

bool says_peak(const std::string& text) {
  return has_any(text, {"peak", "max memory", "maximum memory", "max reserved", "max allocated",
                        "max active", "max mem ", "max gpu mem"});
}

std::string peak_of(const std::string& text, std::string_view source) {
  if (has_any(text, {"activation peak", "peak activation"})) return "activations";
  if (has_any(text, {"kv cache", "recurrent state"})) return "cache";
  if (has_any(text, {"reserved"})) return "reserved";
  if (has_any(text, {"allocated", "active", "max memory usage"})) return "allocated";
  return is_of_megatron(lower_case(source)) ? "allocated" : "reserved";
}

// What a server takes for keys and values is not what they need.
bool is_of_a_pool(const std::string& text) {
  return has_any(text, {"pool", "capacity", "available", "budget", "space", "free", "block",
                        "preallocat", "reserv", "gpu kv cache"});
}

std::string parts_of(const std::string& text, std::string_view source) {
  const bool has_states = says_any(text, {"model states", "model state "});
  const bool has_optimizer = says_any(text, {"optim"}) || has_states;
  const bool has_gradients = says_any(text, {"grad"}) || has_states;
  const bool has_weights =
      says_any(text, {"weight", "param", "model load", "model memory", "model size"}) ||
      has_any(text, {"inference allocated"}) || has_states;
  const bool has_cache = says_any(text, {"kv", "k/v", "key value", "recurrent state"}) ||
                         trim(text) == "cache" ||
                         says_any(text, {"+cache", "+ cache", "plus cache"});
  if (says_any(text, {"activation", "buffer", "workspace", "master", "non weight", "non torch"}))
    throw not_described;
  if (has_cache) {
    if (is_of_a_pool(text)) throw Unreadable{"a pool, and no keys and values that are needed"};
    if (!has_weights && !has_gradients && !has_optimizer) return "cache";
    const bool takes_all = has_any(lower_case(source), {"vllm", "sglang", "tensorrt"});
    if (takes_all || has_gradients || has_optimizer) throw not_described;
    return "weights+cache";
  }
  if (has_weights && has_gradients && has_optimizer) return "states";
  std::string parts;
  for (const auto& [is_part, name] : {std::pair(has_weights, "weights"),
                                      {has_gradients, "gradients"},
                                      {has_optimizer, "optimizer"}})
    if (is_part) parts += (parts.empty() ? "" : "+") + std::string(name);
  if (parts.empty()) throw not_described;
  return parts;
}

}  // namespace

bool adds_up_gpus(std::string_view phase) {
  return says_any(flat_words(phase),
                  {"total over", "all gpus", "across gpus", "sum over", "summed over"});
}

bool is_of_megatron(std::string_view source) {
  return has_any(source, {"megatron", "mlperf", "mlcommons", "nemo", "simumax", "2205.05198"});
}

bool is_of_states(std::string_view metric) {
  return metric == "states" ||
         (!has_any(metric, {"cache"}) && has_any(metric, {"weights", "gradients", "optimizer"}));
}

std::string memory_metric_of(std::string_view phase, std::string_view source) {
  const std::string text = flat_words(phase);
  if (has_any(text, {"activations per gpu"}) && !says_peak(text)) return "kept";
  require_measured_on_a_card(text);
  return says_peak(text) ? peak_of(text, source) : parts_of(text, source);
}

}  // namespace wgf::truth
