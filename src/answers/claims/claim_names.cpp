// SPDX-License-Identifier: MIT
#include "answers/claims/claim_names.h"

#include <algorithm>

#include "answers/claims/claim_vocabulary.h"
#include "base/error.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {

bool ClaimNames::is_gpu(const std::string& name) const {
  try {
    return !catalog::find_gpus(catalog_.gpus(), name).empty();
  } catch (const Error&) {
    return false;  // no such name
  }
}

bool ClaimNames::is_model(const std::string& name) const {
  try {
    return catalog::one_model(catalog_.models(), name).model != nullptr;
  } catch (const Error&) {
    return false;
  }
}

bool ClaimNames::has_own_meaning(std::size_t at) const {
  const std::string& word = words_[at];
  const auto number = leading_number(word);
  const bool has_users =
      number && number->second.empty() && at + 1 < words_.size() && is_user_word(words_[at + 1]);
  const bool has_time = number && (seconds_of(number->second) ||
                                   (at + 1 < words_.size() && seconds_of(words_[at + 1])));
  if (has_users || has_time) return true;
  const bool has_unit = number && (unit_of(number->second) || is_rate(number->second, at + 1) ||
                                   is_number_of_gpus(number->second, at + 1));
  return has_unit || is_counted_gpu(at) || type_of(word) || meaning_of(word) != ClaimWord::unknown;
}

// "1000 tokens/s", "1000 tokens per second", "1 million tokens/s", "1000 prompt tokens/s".
bool ClaimNames::is_rate(const std::string& unit, std::size_t next) const {
  const auto is_unit = [&](std::size_t at) {
    return at < words_.size() && (unit_of(words_[at]) || unit_of(words_[at] + "/s"));
  };
  if (!unit.empty() || next >= words_.size()) return false;
  if (magnitude_of(words_[next]) && next + 1 < words_.size()) ++next;
  const bool is_per_second =
      next + 2 < words_.size() && words_[next + 1] == "per" && is_second_word(words_[next + 2]);
  if (is_per_second && is_unit(next)) return true;
  return unit_of(words_[next]) || (is_kind_of_tokens(words_[next]) && is_unit(next + 1));
}

// "x" of "8x h100" and "xh100" of "8xh100", not "x7b" of "mixtral 8x7b".
bool ClaimNames::is_number_of_gpus(const std::string& unit, std::size_t next) const {
  return unit == "x" || (unit.starts_with('x') && is_gpu_with(unit.substr(1), next));
}

std::optional<double> ClaimNames::size_at(std::size_t at) const {
  const auto number = leading_number(words_[at]);
  if (!number) return std::nullopt;
  const bool is_apart = number->second.empty() && at + 1 < words_.size();
  const std::string& unit = is_apart ? words_[at + 1] : number->second;
  return unit == "gb" || unit == "gib" ? std::optional(number->first) : std::nullopt;
}

bool ClaimNames::is_counted_gpu(std::size_t at) const {
  const auto number = leading_number(words_[at]);
  if (!number || !number->second.empty() || at + 1 >= words_.size() || size_at(at + 1))
    return false;
  if (is_gpu(words_[at] + "-" + words_[at + 1])) return false;  // "4060 ti" is one card
  return is_gpu_with(words_[at + 1], at + 2);
}

template <typename IsKnown>
std::string ClaimNames::whole(const std::string& word, std::size_t& next,
                              const IsKnown& is_known) const {
  constexpr std::size_t most_words = 6;  // "deepseek r1 distill qwen 32b fp8"
  std::string name = word, longer = word;
  const std::size_t begin = next, end = std::min(begin + most_words - 1, words_.size());
  for (std::size_t at = begin; at < end; ++at) {
    const bool has_meaning = has_own_meaning(at);
    longer += "-" + words_[at];
    // Names of models may go on with whatever a checkpoint adds; "4060" of "rtx 4060 ti" counts
    // no cards.
    if (has_meaning && !(is_counted_gpu(at) && is_gpu(longer))) break;
    if (!is_known(longer)) continue;
    name = longer;
    next = at + 1;
  }
  return name;
}

bool ClaimNames::is_gpu_with(const std::string& word, std::size_t next) const {
  constexpr std::size_t most_more = 2;  // "rx 7900 xtx"
  std::string name = word;
  if (is_gpu(name)) return true;
  for (std::size_t at = next; at < std::min(next + most_more, words_.size()); ++at) {
    name += "-" + words_[at];
    if (is_gpu(name)) return true;
  }
  return false;
}

std::string ClaimNames::whole_gpu(const std::string& word, std::size_t& next) const {
  return whole(word, next, [&](const std::string& name) { return is_gpu(name); });
}

std::string ClaimNames::whole_model(const std::string& word, std::size_t& next) const {
  return whole(word, next, [&](const std::string& name) { return is_model(name); });
}

}  // namespace wgf::answers
