// SPDX-License-Identifier: MIT
// A claim of several rates is as many claims of one.

#include <algorithm>

#include "answers/claims/claim_reading.h"
#include "answers/claims/claim_split.h"
#include "answers/claims/claim_variants.h"
#include "answers/claims/claim_vocabulary.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using Words = std::vector<std::string>;

// Says of what a rate of this kind is, not what the whole claim is of.
bool is_of_kind(const std::string& word, WordSpan::Kind kind) {
  switch (meaning_of(word)) {
    case ClaimWord::utilisation:
      return kind == WordSpan::share;
    case ClaimWord::time_per_token:
    case ClaimWord::time_to_first:
    case ClaimWord::time_per_step:
      return kind == WordSpan::time;
    case ClaimWord::prompts:
    case ClaimWord::inference:
      return kind == WordSpan::rate;
    default:
      return false;
  }
}

// Where such a word stands before the span, with "of" or "is" between; else the span's begin.
std::size_t word_before(const Words& words, const WordSpan& span, std::size_t least) {
  std::size_t at = span.begin;
  while (at > least && is_between(words[at - 1])) --at;
  return at > least && is_of_kind(words[at - 1], span.kind) ? at - 1 : span.begin;
}

// With the words that say of what each is: before all of them where the first one's stand so.
std::vector<WordSpan> whole_spans(const Words& words, std::vector<WordSpan> spans) {
  const bool are_before = word_before(words, spans[0], 0) < spans[0].begin;
  std::size_t least = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    WordSpan& span = spans[i];
    const std::size_t most = i + 1 < spans.size() ? spans[i + 1].begin : words.size();
    const std::size_t before = word_before(words, span, least);
    if (span.end + 1 < most && words[span.end] == "per") span.end += 2;
    const bool has_behind = span.end < most && is_of_kind(words[span.end], span.kind);
    if (has_behind && (!are_before || before == span.begin))
      ++span.end;
    else
      span.begin = before;
    least = span.end;
  }
  return spans;
}

Words without_others(const Words& words, const std::vector<WordSpan>& spans, std::size_t kept) {
  Words left;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto span = std::find_if(spans.begin(), spans.end(), [&](const WordSpan& one) {
      return at >= one.begin && at < one.end;
    });
    if (span == spans.end() || span == spans.begin() + static_cast<std::ptrdiff_t>(kept))
      left.push_back(words[at]);
  }
  return left;
}

// Each as if it stood alone with the other words.
std::vector<ClaimRequest> read_each(const std::string& text, const Words& words,
                                    const std::vector<WordSpan>& spans,
                                    const catalog::Catalog& catalog) {
  std::vector<ClaimRequest> rates;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    rates.push_back(read_claim_words(text, without_others(words, spans, i), catalog));
    const auto begin = words.begin();
    rates.back().rate_words = join(Words(begin + static_cast<std::ptrdiff_t>(spans[i].begin),
                                         begin + static_cast<std::ptrdiff_t>(spans[i].end)),
                                   " ");
  }
  return rates;
}

}  // namespace

ClaimRequest parse_claim(const std::string& text, const catalog::Catalog& catalog) {
  const Words words = words_of_claim(text);
  std::vector<WordSpan> spans = rate_spans(words, catalog);
  std::vector<ClaimRequest> rates =
      spans.size() < 2 ? std::vector{read_claim_words(text, words, catalog)}
                       : read_each(text, words, whole_spans(words, std::move(spans)), catalog);
  take_one_variant(rates);
  ClaimRequest first = std::move(rates.front());
  first.others.assign(std::make_move_iterator(rates.begin() + 1),
                      std::make_move_iterator(rates.end()));
  return first;
}

}  // namespace wgf::answers
