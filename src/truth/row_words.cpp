// SPDX-License-Identifier: MIT
#include "truth/row_words.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"

namespace wgf::truth {
namespace {

// The number behind the word, as "MFU 0.55".
std::optional<double> number_behind(const std::string& text, std::string_view word) {
  const std::size_t found = text.find(word);
  if (found == std::string::npos) return std::nullopt;
  const std::size_t start = found + word.size();
  const std::size_t end = text.find_first_not_of("0123456789.", start);
  std::string digits = text.substr(start, end == std::string::npos ? end : end - start);
  if (digits.ends_with('.')) digits.pop_back();
  return parse_number(digits);
}

// The year of "arXiv:2402.15627".
std::optional<int> paper_year_of(const std::string& text) {
  constexpr std::string_view word = "arxiv:";
  const std::size_t found = text.find(word);
  if (found == std::string::npos) return std::nullopt;
  const auto year = parse_integer(std::string_view(text).substr(found + word.size(), 2));
  return year ? std::optional(2000 + static_cast<int>(*year)) : std::nullopt;
}

// When MLPerf Training published its rounds.
constexpr std::pair<std::string_view, double> mlperf_rounds[] = {
    {"mlperf training v3.1", 2023.86}, {"mlperf training v4.0", 2024.45},
    {"mlperf training v4.1", 2024.87}, {"mlperf training v5.0", 2025.42},
    {"mlperf training v5.1", 2025.87}, {"mlperf training v6.0", 2026.42}};

constexpr int first_core_year = 2023;  // of Megatron-Core with Transformer Engine

}  // namespace

advisor::ComputeType compute_type_of(std::string_view precision) {
  const std::string text = lower_case(precision);
  if (is_unstated(text)) return advisor::ComputeType::bf16;
  if (says_any(text, {"fp4", "float4"})) return advisor::ComputeType::fp4;
  if (says_any(text, {"fp8", "float8", "e4m3", "e5m2"})) return advisor::ComputeType::fp8;
  if (says_any(text, {"tf32"})) return advisor::ComputeType::tf32;
  if (says_any(text,
               {"bf16", "fp16", "float16", "bfloat", "half", "amp", "16-bit", "16 bit", "16bit",
                "mixed", "autocast", "f16", "o1", "o2", "16-true", "w16a16", "brain float"}) ||
      text == "16")
    return advisor::ComputeType::bf16;
  if (says_any(text, {"fp32", "float32", "32-bit", "32 bit", "32bit", "single"}) || text == "32")
    return advisor::ComputeType::fp32;
  throw Unreadable{"number format not known"};
}

bool has_flash_attention(std::string_view words) {
  const std::string text = flat_words(trim(words));
  if (is_unstated(text)) return true;
  if (text == "no" || text == "none" || text == "false" || text == "off" || text == "0" ||
      text.starts_with("no ") || text.starts_with("none ") || text.starts_with("no,") ||
      says_any(text, {"math", "eager", "naive", "unfused", "vanilla", "standard", "disabled"}))
    return false;
  if (text == "1" || text == "2" || text == "v2" || text == "on" || text == "y" || text == "te")
    return true;
  if (says_any(text, {"yes",           "true",   "enabled",  "flash", "fa2",
                      "fa3",           "fa4",    "fa 2",     "fa 3",  "fa 4",
                      "fa1",           "sdpa",   "xformers", "cudnn", "memory efficient",
                      "mem efficient", "triton", "flex",     "fused", "cutlass",
                      "aiter",         "splash"}))
    return true;
  if (has_any(text, {"flash", "fa2", "fa3", "sdpa", "xformers", "fused"})) return false;  // denied
  throw Unreadable{"attention kernel not known"};
}

bool names_newest_attention(std::string_view words) {
  const std::string text = flat_words(words);
  return says_any(text, {"fa3", "fa4", "fa 3", "fa 4", "cudnn"}) ||
         (says_any(text, {"flash"}) &&
          has_any(text, {"attention 3", "attention3", "attn 3", "attn3", "attention 4",
                         "attention v3", "flash 3"}));
}

bool names_first_attention(std::string_view words) {
  const std::string text = flat_words(words);
  return says_word(text, {"fa1", "fa 1", "flash attention 1", "flashattention 1", "flash attn 1",
                          "flash 1", "triton"});
}

std::optional<advisor::Task> adapters_of(std::string_view words) {
  const std::string text = lower_case(words);
  if (says_any(text, {"qlora"})) throw Unreadable{"quantised base weights"};
  if (says_word(text, {"lora", "rslora"})) return advisor::Task::lora;
  if (says_word(text, {"peft", "dora", "ia3", "prefix tuning", "adapter tuning"}))
    throw Unreadable{"kind of training not known"};
  return std::nullopt;
}

advisor::Software software_of(std::string_view source, std::string_view notes) {
  const std::string text = lower_case(source) + "; " + lower_case(notes);
  if (has_any(text, {"llmq", "llm.c", "native c++"})) return advisor::Software::native;
  // NeMo's PyTorch backend: FSDP2, with Transformer Engine where a row says so ("TE + DeepEP").
  const bool is_automodel = has_any(text, {"automodel"}) && !has_any(text, {"te +"});
  if (!is_automodel && has_any(text, {"mlperf", "megatron-bridge", "nemo", "simumax",
                                      "transformer engine", "megatron-lm examples", "megatron-core",
                                      "megatron core", "mcore", "core_v0", "core_r0"}))
    return advisor::Software::transformer_engine;
  // A table of flags added one by one: all of its rows after "+packed" have been compiled.
  const bool is_step_of_flags =
      has_any(text, {"cumulative:"}) && !has_any(text, {"+packed", "baseline"});
  const bool is_compiled =
      says_any(text, {"torch.compile", "torch compile", "+compile", "+ compile", "with compile"});
  // XLA fuses a program as torch.compile does.
  const bool is_xla = has_any(text, {"maxtext", "paxml", "jax"});
  if (is_step_of_flags || is_compiled || is_xla) return advisor::Software::compiled;
  if (has_any(text, {"deepspeed"}) && !has_any(text, {"megatron"}))
    return advisor::Software::deepspeed;
  if (has_any(text, {"megatron", "arxiv:2104.04473", "arxiv:2205.05198", "2201.11990"}))
    return paper_year_of(text).value_or(0) < first_core_year
               ? advisor::Software::megatron
               : advisor::Software::transformer_engine;
  return advisor::Software::pytorch;
}

std::optional<double> release_of(std::string_view source) {
  // "[26.04.01 NeMo Container", "(NeMo 25.04.01)": two digits, a point, two digits
  constexpr std::string_view before[] = {"[", "nemo ", "nemo:", "container "};
  const std::string text = lower_case(source);
  for (const auto& [round, published] : mlperf_rounds)
    if (has_any(text, {round})) return published;
  for (std::size_t at = 0; at + 5 <= text.size(); ++at) {
    const std::string_view word = std::string_view(text).substr(at, 5);
    const std::string_view ahead = std::string_view(text).substr(0, at);
    const bool is_named = std::any_of(std::begin(before), std::end(before),
                                      [&](std::string_view name) { return ahead.ends_with(name); });
    if (!is_named || word[2] != '.' || !is_digit(word[3]) || !is_digit(word[4])) continue;
    const auto year = parse_integer(word.substr(0, 2)), month = parse_integer(word.substr(3, 2));
    if (year && month && *month >= 1 && *month <= 12)
      return 2000.0 + static_cast<double>(*year) + (static_cast<double>(*month) - 0.5) / 12;
  }
  return std::nullopt;
}

std::optional<double> recomputed_share_of(std::string_view notes) {
  const std::string text = lower_case(notes);
  const auto model = number_behind(text, "mfu "), hardware = number_behind(text, "hfu ");
  if (!model || !hardware || *model <= 0) return std::nullopt;
  constexpr double passes = 3;  // the model's: forward, and twice that backward
  return std::clamp(passes * (*hardware / *model - 1), 0.0, 1.0);
}

}  // namespace wgf::truth
