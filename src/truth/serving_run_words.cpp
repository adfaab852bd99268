// SPDX-License-Identifier: MIT
#include "truth/serving_run_words.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "20/33 layers", "30 of 48 layers": fewer than there are.
bool counts_fewer(const std::string& notes) {
  for (std::size_t found = notes.find("layer"); found != std::string::npos;
       found = notes.find("layer", found + 1)) {
    const std::string before = notes.substr(0, found);
    const auto all = number_before(notes.substr(0, found + 5), "layer");
    for (const std::string_view between : {"/", " of "}) {
      const std::size_t at = before.rfind(between);
      if (at == std::string::npos) continue;
      const auto some = number_before(before.substr(0, at) + "|", "|");
      const auto behind = parse_number(trim(before.substr(at + between.size())));
      if (some && behind && all == behind && *some < *behind) return true;
    }
  }
  return false;
}

// "1,000" of "of 1,000 requests" with `end` behind the number.
std::optional<double> number_that_ends(std::string_view text, std::size_t end) {
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t start = end;
  while (start > 0 && (is_digit(text[start - 1]) || text[start - 1] == ',')) --start;
  const bool is_part = start > 0 && (is_letter(text[start - 1]) || text[start - 1] == '.');
  while (start < end && text[start] == ',') ++start;
  return is_part ? std::nullopt : parse_separated_number(text.substr(start, end - start));
}

// Whether what stands behind "500 requests" says that they are no run: "in flight", "/s".
bool is_no_run(std::string_view behind) {
  behind = trim(behind);
  for (const std::string_view other :
       {"/", "in flight", "in-flight", "in parallel", "concurrent", "at once", "at a time",
        "a second", "per ", "each", "failed", "to warm", "of warm", "warm"})
    if (behind.starts_with(other)) return true;
  return false;
}

// llama.cpp's "b2968", "build 2968", "build: 9c35706 (6060)": numbers of four digits and more.
std::optional<double> build_in(const std::string& text) {
  constexpr std::size_t fewest_digits = 4;
  for (const std::string_view label : {"build", " b", "(b", "@b", "cpp-b"}) {
    for (std::size_t at = text.find(label); at != std::string::npos;
         at = text.find(label, at + 1)) {
      std::string_view behind = std::string_view(text).substr(at + label.size());
      if (label == "build") {
        const std::size_t bracket = std::min(behind.find('('), behind.find_first_of(",;"));
        const bool has_commit = bracket < behind.size() && behind[bracket] == '(';
        behind.remove_prefix(has_commit ? bracket + 1
                                        : std::min(behind.find_first_not_of(" :="), behind.size()));
      }
      const std::size_t digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
      const bool is_word = digits == behind.size() || !is_letter(behind[digits]);
      if (digits >= fewest_digits && is_word) return parse_number(behind.substr(0, digits));
    }
  }
  return std::nullopt;
}

}  // namespace

bool drafts_tokens(const std::string& notes) {
  if (labelled_number(notes, "mtp") == 0) return false;
  return says_any(notes, {"speculative decod", "speculation", "spec decod", "spec-decod", "eagle",
                          "medusa", "mtp", "draft model", "draft token", "drafted", "lookahead",
                          "lookup decod", "ngram", "n-gram"});
}

bool runs_without_graphs(const std::string& notes) {
  if (says_any(notes, {"enforce-eager", "enforce_eager", "eager mode", "disable-cuda-graph",
                       "disable_cuda_graph"}))
    return true;
  const bool names_graphs =
      has_any(notes, {"cuda graph", "cuda_graph", "cuda-graph", "cudagraph", "graphs off"});
  return names_graphs && !says_any(notes, {"cuda graph", "cuda_graph", "cuda-graph", "cudagraph"});
}

std::string cache_format_in(const std::string& notes) {
  for (const std::string& clause : clauses_of(notes))
    if (has_any(clause, {"kv"}) && has_any(clause, {"fp8", "e4m3", "e5m2", "int8", "q8", "bf16",
                                                    "fp16", "f16", "fp4", "int4"}))
      return clause;
  return "";
}

bool fuses_attention(const std::string& notes) {
  if (const auto flag = labelled_number(notes, "fa")) return *flag > 0;
  return says_any(notes, {"flash attention", "flash-attn", "flash_attn", "flashattention", "-fa",
                          "fa=on", "fa: on", "fa on", "with fa"});
}

bool is_before_june_2024(const std::string& text) {
  if (says_word(text, {"2022", "2023"})) return true;
  for (const std::string_view month :
       {"jan", "feb", "mar", "apr", "may", "january", "february", "march", "april"})
    if (says_word(text, {std::string(month) + " 2024"})) return true;
  for (const std::string_view month : {"01", "02", "03", "04", "05"})
    if (says_word(text, {"2024-" + std::string(month)})) return true;
  const auto build = build_in(text);
  constexpr double first_of_june = 3070;
  return build && *build < first_of_june;
}

bool leaves_layers_to_host(const std::string& notes, int layers) {
  for (const std::string_view label :
       {"ngl", "n_gpu_layers", "n-gpu-layers", "gpu_layers", "gpu layers"}) {
    const auto number = labelled_number(notes, label);
    const std::size_t end = notes.find(label) + label.size();
    const bool is_all = number && has_any(notes.substr(end, 4), {"-1"});
    if (number && !is_all && *number < layers) return true;
  }
  if (const auto experts = labelled_number(notes, "n-cpu-moe"); experts && *experts > 0)
    return true;
  return counts_fewer(notes) || says_any(notes, {"cpu only",         "cpu-only",
                                                 "partial offload",  "partially offloaded",
                                                 "cpu offload",      "cpu-offload",
                                                 "cpu_offload",      "offload to cpu",
                                                 "offloaded to cpu", "offloaded to the cpu",
                                                 "offload to host",  "--cpu-moe",
                                                 "exps=cpu",         "hybrid cpu",
                                                 "cpu + gpu",        "cpu+gpu",
                                                 "backend: cpu",     "backend cpu",
                                                 "llama.cpp cpu",    "ollama cpu"});
}

bool runs_bitsandbytes(const std::string& words, const std::string& format,
                       bool is_of_transformers) {
  if (says_any(words, {"bitsandbytes", "bnb", "llm.int8", "load_in_8bit", "load_in_4bit",
                       "load in 8bit", "load in 4bit", "nf4"}))
    return true;
  const bool is_narrow =
      says_any(format, {"int8", "8bit", "8-bit", "8 bit", "int4", "4bit", "4-bit", "4 bit", "fp4"});
  const bool has_other = has_any(words, {"awq", "gptq", "hqq", "quanto", "torchao", "mxfp4",
                                         "marlin", "compressed-tensors", "exl"});
  return is_of_transformers && is_narrow && !has_other;
}

double depth_of(const std::string& notes) {
  return first_labelled(notes, {"depth", "n_depth", "n-depth", "-d"}).value_or(0);
}

std::optional<double> requests_in(const std::string& notes) {
  for (const std::string_view word : {"requests", "prompts"})
    for (std::size_t found = notes.find(word); found != std::string::npos;
         found = notes.find(word, found + 1)) {
      const auto number = number_that_ends(notes, found);
      if (number && *number >= 1 && !is_no_run(std::string_view(notes).substr(found + word.size())))
        return number;
    }
  const auto number =
      first_labelled(notes, {"num_prompts", "num-prompts", "num prompts", "num_requests",
                             "num-requests", "num requests", "number of requests",
                             "number of prompts", "total requests", "total prompts"});
  return number && *number >= 1 ? number : std::nullopt;
}

bool names_percentile(const std::string& notes) {
  return says_any(notes, {"percentile", "p99", "p95", "p90", "p75", "99%ile", "95%ile", "99th"}) &&
         !has_any(notes, {"mean", "average", "avg", "median", "p50"});
}

bool counts_prompts(const std::string& notes) {
  std::string text = notes;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '(' || c == ')'; }, ';');
  for (const std::string& clause : clauses_of(text)) {
    // lengths: "1024 input + 1024 output tokens"
    if (std::any_of(clause.begin(), clause.end(), is_digit)) continue;
    if (says_any(clause, {"total tok", "total throughput", "total token throughput"})) return true;
    const bool names_prompts = says_word(clause, {"input", "prompt", "prefill", "in +", "in+"});
    const bool names_both =
        names_prompts && says_word(clause, {"output", "generat", "completion", "decode", "out"});
    const bool is_of_tokens =
        has_any(clause, {"tok", "count", "throughput"}) || split(trim(clause), ' ').size() <= 3;
    const bool adds = has_any(clause, {"+", "&", " and ", "/"});
    const bool is_of_work = has_any(clause, {"prefill", "decode"}) && !has_any(clause, {"tok"});
    if (names_both && adds && is_of_tokens && !is_of_work) return true;
    if (names_prompts && has_any(clause, {"incl"}) && !has_any(clause, {"not incl"})) return true;
  }
  return false;
}

}  // namespace wgf::truth
