// SPDX-License-Identifier: MIT
#include "truth/batch_cells.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

[[noreturn]] void refuse() {
  throw Unreadable{"a number that is not understood"};
}

void replace_all(std::string& text, std::string_view word, std::string_view other) {
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
}

// In small letters, with | where another number may begin: "MBS=2 / GAS=8" → "mbs 2 | gas 8",
// "32/GPU" → "32 per gpu".
std::string cut_text(std::string_view cell) {
  std::string text = lower_case(trim(cell));
  for (const std::string_view about : {"~", "≈"}) replace_all(text, about, "");
  for (const std::string_view times : {"×", "*"}) replace_all(text, times, "x");
  for (const std::string_view beside : {" and ", " with "}) replace_all(text, beside, "|");
  for (const std::string_view label : {"gbs", "gas", "ga ", "global", "grad"})
    replace_all(text, " " + std::string(label), "|" + std::string(label));
  for (const char* each : {"gpu", "device", "rank", "card", "chip", "step", "iter", "batch"})
    for (const char* stroke : {"/", "/ "})
      replace_all(text, std::string(stroke) + each, std::string(" per ") + each);
  std::string cut;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::size_t last = cut.find_last_not_of(' ');
    const bool is_behind_word = last != std::string::npos && is_letter(cut[last]);
    const bool is_in_number =
        at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
    if (c == ',' && is_in_number)
      cut += c;
    else if (std::string_view("=:_-").find(c) != std::string_view::npos)
      cut += is_behind_word ? ' ' : c == '=' ? '|' : c;  // not "-4" and "32-64"
    else
      cut += std::string_view("()[],;&+/").find(c) != std::string_view::npos ? '|' : c;
  }
  return cut;
}

// "micro batch 2" or "2 x 8 x 16": what stands between two cuts.
struct Part {
  std::vector<double> factors;  // of one number, or of a product
  std::vector<std::string> words;
  bool is_tokens = false;
  bool is_millions = false;  // with the letter

  bool says(std::initializer_list<std::string_view> names) const {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(names.begin(), names.end(), word) != names.end();
    });
  }
};

// Thousands, millions …; nobody has a million sequences: "4M" are tokens.
double scale_of(char prefix, Part& part) {
  if (prefix == 'k') return 1e3;
  part.is_tokens = true;
  part.is_millions = prefix == 'm';
  return prefix == 'm' ? 1e6 : 1e9;
}

Part part_of(const std::string& text) {
  Part part;
  bool is_factor = true;  // the next number may be one
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == ','))
      ++end;
    if (end > at) {
      const auto number = parse_separated_number(std::string_view(text).substr(at, end - at));
      if (!number || !(*number > 0) || !is_factor) refuse();
      const std::size_t letter = std::min(text.find_first_not_of(' ', end), text.size());
      const bool has_prefix =
          letter < text.size() &&
          std::string_view("kmb").find(text[letter]) != std::string_view::npos &&
          (letter + 1 == text.size() || !is_letter(text[letter + 1]));
      part.factors.push_back(*number * (has_prefix ? scale_of(text[letter], part) : 1));
      at = has_prefix ? letter + 1 : end;
      is_factor = false;
      continue;
    }
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at && text[at] != ' ') refuse();
    const std::string word = text.substr(at, end - at);
    is_factor = is_factor || word == "x";
    if (!word.empty() && word != "x") part.words.push_back(word);
    at = std::max(end, at + 1);
  }
  part.is_tokens = part.is_tokens || part.says({"tokens", "token", "toks", "tok"});
  return part;
}

void require_known(const Part& part) {
  constexpr std::string_view known[] = {
      "sequences", "sequence", "seqs", "seq",    "samples", "sample", "examples",   "tokens",
      "token",     "toks",     "tok",  "per",    "a",       "of",     "gpu",        "device",
      "rank",      "card",     "chip", "global", "total",   "micro",  "microbatch", "effective",
      "local",     "batch",    "step", "steps",  "size",    "packed", "mbs",        "gbs",
      "bs",        "bsz",      "b",    "train",  "grad",    "ga",     "gradient",   "accumulation",
      "accum",     "gas",      "iter", "acc",    "batches", "x",      "iteration",  "microbatches"};
  for (const std::string& word : part.words)
    if (std::find(std::begin(known), std::end(known), word) == std::end(known)) refuse();
}

void state(std::optional<double>& slot, double value) {
  constexpr double rounded = 0.01;
  if (slot && std::abs(*slot / value - 1) > rounded)
    throw Unreadable{"batches contradict each other"};
  if (!slot) slot = value;
}

// "2 x 8 x 16": micro-batch, micro-steps and ranks, these at one end.
void read_product(std::vector<double> factors, int ranks, BatchWords& read) {
  double product = 1;
  for (const double factor : factors) product *= factor;
  if (factors.back() != ranks && factors.front() == ranks)
    std::rotate(factors.begin(), factors.begin() + 1, factors.end());
  const bool has_ranks = factors.back() == ranks;
  if (has_ranks) factors.pop_back();
  if (factors.size() > 2 || !(has_ranks || ranks == 1)) refuse();
  state(read.global, product);
  if (factors.size() == 1) return state(read.rank, factors[0]);
  state(read.micro, factors[0]);
  state(read.steps, factors[1]);
}

// A cell's numbers, each with the words that stand around it: "32 (global)" is one.
std::vector<Part> parts_of(std::string_view cell) {
  std::vector<Part> parts;
  for (const std::string& text : split(cut_text(cell), '|')) {
    Part part = part_of(text);
    if (!part.factors.empty() || parts.empty()) {
      parts.push_back(part);
      continue;
    }
    Part& last = parts.back();
    last.words.insert(last.words.end(), part.words.begin(), part.words.end());
    last.is_tokens = last.is_tokens || part.is_tokens;
  }
  return parts;
}

// Of tokens. "4M" and "16M", powers of two, are binary millions where the length is binary too.
double sequences_of(const Part& part, double sequence) {
  constexpr double million = 1e6, binary_million = 1024.0 * 1024, kilo = 1024;
  const double tokens = part.factors[0], power = std::log2(tokens / million);
  const bool is_binary =
      part.is_millions && power == std::round(power) && std::fmod(sequence, kilo) == 0;
  return std::max(1.0, std::round(is_binary ? tokens / million * binary_million / sequence
                                            : tokens / sequence));
}

void read_part(Part part, BatchColumn column, double sequence, int ranks, BatchWords& read) {
  require_known(part);
  // "16x8192": so many sequences of the row's length
  if (part.factors.size() > 1 && part.factors.back() == sequence) {
    part.factors.pop_back();
    part.is_tokens = false;
  }
  if (part.factors.empty()) refuse();
  if (part.factors.size() > 1) {
    if (part.is_tokens || part.says({"per"})) refuse();
    return read_product(part.factors, ranks, read);
  }
  const double count = part.is_tokens ? sequences_of(part, sequence) : part.factors[0];
  const bool is_of_card = part.says({"gpu", "device", "rank", "card", "chip"});
  if (part.says({"ga", "gas", "accum", "accumulation", "acc", "batches", "microbatches"}))
    state(read.steps, part.factors[0]);
  else if (part.says({"micro", "mbs", "microbatch", "local"}))
    state(read.micro, count);
  else if (part.says({"global", "gbs", "total", "effective"}))
    state(read.global, count);
  else if (is_of_card && column == BatchColumn::global)
    state(read.rank, count);
  else
    state(is_of_card || column == BatchColumn::micro ? read.micro : read.global, count);
}

}  // namespace

BatchWords batch_words(std::string_view cell, BatchColumn column, double sequence, int ranks) {
  BatchWords read;
  if (is_unstated(cell)) return read;
  for (const Part& part : parts_of(cell)) read_part(part, column, sequence, ranks, read);
  // "336 (2 per GPU)": of what runs at once, where a step has more
  if (read.rank && read.global && ranks > 0 && *read.rank * ranks != *read.global) {
    state(read.micro, *read.rank);
    read.rank.reset();
  }
  return read;
}

BatchWords joined(const BatchWords& one, const BatchWords& other) {
  BatchWords both = one;
  for (auto slot : {&BatchWords::micro, &BatchWords::rank, &BatchWords::global, &BatchWords::steps})
    if (other.*slot) state(both.*slot, *(other.*slot));
  return both;
}

}  // namespace wgf::truth
