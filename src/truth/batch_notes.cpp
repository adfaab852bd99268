// SPDX-License-Identifier: MIT
#include "truth/batch_notes.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

// "0.5M " before a word, "524,288 " too: the number, its letter counted, and where it begins.
struct NumberBefore {
  std::optional<double> value;
  std::size_t start = 0;
};

NumberBefore scaled_number_before(const std::string& text, std::size_t word) {
  std::size_t end = word;
  while (end > 0 && text[end - 1] == ' ') --end;
  double scale = 1;
  const std::pair<char, double> prefixes[] = {{'k', 1e3}, {'m', 1e6}, {'b', 1e9}};
  for (const auto& [letter, factor] : prefixes)
    if (end > 0 && scale == 1 && text[end - 1] == letter) {
      scale = factor;
      --end;
    }
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t start = end;
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; };
  while (start > 0 && is_digit(text[start - 1])) --start;
  const auto number = parse_separated_number(std::string_view(text).substr(start, end - start));
  return {number ? std::optional(*number * scale) : std::nullopt, start};
}

struct LabelledBatch {
  double count = 0;
  bool is_tokens = false;
};

// "global batch 512", "gbs=4m", "effective batch size of 512". Nobody has a million sequences.
std::optional<LabelledBatch> labelled_batch(const std::string& text) {
  for (const std::string_view kind : {"global batch", "gbs", "effective batch", "total batch"})
    for (std::size_t at = text.find(kind); at != std::string::npos; at = text.find(kind, at + 1)) {
      std::string_view rest = std::string_view(text).substr(at + kind.size());
      for (const std::string_view word : {" size", " of", " is", ":", "=", " =", " ~"})
        if (rest.starts_with(word)) rest.remove_prefix(word.size());
      rest = trim(rest);
      const std::size_t end = std::min(rest.find_first_not_of("0123456789.,"), rest.size());
      std::string_view digits = rest.substr(0, end);
      while (digits.ends_with(',') || digits.ends_with('.')) digits.remove_suffix(1);
      const auto number = parse_separated_number(digits);
      if (!number || (at > 0 && is_letter(text[at - 1]))) continue;
      rest = trim(rest.substr(end));
      const auto has_prefix = [&](char letter) {
        return rest.starts_with(letter) && (rest.size() == 1 || !is_letter(rest[1]));
      };
      if (has_prefix('m')) return LabelledBatch{*number * 1e6, true};
      return LabelledBatch{has_prefix('k') ? *number * 1e3 : *number};
    }
  return std::nullopt;
}

}  // namespace

std::optional<double> accumulation_of(std::string_view notes) {
  const std::string text = flat_words(notes);
  for (const char* label : {"grad accum", "grad acc", "gradient accumulation", "grad accumulation",
                            "gradient accumulation steps", "grad accum steps", "accumulation steps",
                            "accumulate grad batches", "gas", "ga", "num microbatches"})
    if (const auto number = labelled_number(text, label); number && *number >= 1) return number;
  for (const char* word : {"gradient accumulation step", "grad accumulation step",
                           "grad accum step", "accumulation step", "micro batches", "microbatches"})
    if (const auto number = number_before(text, word); number && *number >= 1) return number;
  return std::nullopt;
}

std::optional<double> batch_tokens_of(std::string_view notes) {
  const std::string text = lower_case(notes);
  for (std::size_t tokens = text.find("tok"); tokens != std::string::npos;
       tokens = text.find("tok", tokens + 1)) {
    const NumberBefore number = scaled_number_before(text, tokens);
    if (!number.value) continue;
    std::size_t clause = number.start;
    while (clause > 0 && std::string_view(";,()").find(text[clause - 1]) == std::string_view::npos)
      --clause;
    const std::string_view before = std::string_view(text).substr(clause, number.start - clause);
    const std::size_t behind = std::min(text.find_first_not_of("tokens", tokens), text.size());
    const std::string_view after = std::string_view(text).substr(behind);
    const bool is_of_step =
        starts_with_any(after, {" per step", "/step", " a step", " per batch", " batch",
                                " global batch", "/batch", " per iteration", "/iteration", "/iter",
                                " per optimizer step", " per global batch"});
    const bool is_rate = starts_with_any(after, {"/", " per", " a "});
    const bool is_batch = has_any(before, {"batch", "gbs"}) && !has_any(before, {"micro", "local"});
    if (is_of_step || (is_batch && !is_rate)) return number.value;
  }
  const auto stated = labelled_batch(flat_words(notes));
  return stated && stated->is_tokens ? std::optional(stated->count) : std::nullopt;
}

std::optional<double> batch_sequences_of(std::string_view notes) {
  // the same number in tokens is not one of sequences
  if (batch_tokens_of(notes)) return std::nullopt;
  const auto stated = labelled_batch(flat_words(notes));
  return stated ? std::optional(stated->count) : std::nullopt;
}

}  // namespace wgf::truth
