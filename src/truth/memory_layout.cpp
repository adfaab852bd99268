// SPDX-License-Identifier: MIT
#include "truth/memory_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "truth/layout_phrases.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"
#include "truth/sharding_words.h"

namespace wgf::truth {
namespace {

enum Label { tp, pp, cp, ep, dp, fsdp, hsdp, replicas, vpp, sp, label_count };

constexpr std::pair<std::string_view, Label> labels[] = {
    {"tp", tp},          {"autotp", tp},
    {"pp", pp},          {"cp", cp},
    {"ep", ep},          {"dp", dp},
    {"ddp", dp},         {"fsdp", fsdp},
    {"hsdp", hsdp},      {"vpp", vpp},
    {"vp", vpp},         {"sp", sp},
    {"shards", fsdp},    {"replicas", replicas},
    {"interleave", vpp}, {"tensor", tp},
    {"pipeline", pp}};

struct Token {
  std::string_view text;
  std::string_view before;  // what stands between it and the token before
  int number = 0;           // 0: a word
};

// Runs of letters and of digits, one after the other.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t last = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto is_same = is_digit(text[at]) ? is_digit : is_letter;
    std::size_t end = at;
    while (end < text.size() && is_same(text[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    Token token{text.substr(at, end - at), text.substr(last, at - last)};
    constexpr double most = 1e7;
    if (const auto number = parse_number(token.text); number && *number >= 1 && *number < most)
      token.number = static_cast<int>(*number);
    tokens.push_back(token);
    last = at = end;
  }
  return tokens;
}

class LayoutWords {
 public:
  explicit LayoutWords(std::string_view text) : text_(text), tokens_(tokens_of(text_)) {
    for (std::size_t at = 0; at < tokens_.size(); ++at) take(at);
    for (const Label label : {tp, pp, cp, ep, vpp})
      if (is_named_[label] && !number(label) && says_any(text_, {name_of(label)}))
        throw Unreadable{"layout not understood"};
  }

  // Whether a kind of parallelism is named at all.
  bool is_any_named() const {
    return std::find(is_named_.begin(), is_named_.end(), true) != is_named_.end();
  }
  std::optional<int> number(Label label) const { return numbers_[label]; }
  int number_or_1(Label label) const { return numbers_[label].value_or(1); }
  bool is_named(Label label) const { return is_named_[label]; }
  // "FSDP2": it may be the name of PyTorch's second implementation.
  bool may_be_a_name() const { return may_be_a_name_; }

 private:
  static std::string_view name_of(Label label) {
    return std::find_if(std::begin(labels), std::end(labels),
                        [&](const auto& pair) { return pair.second == label; })
        ->first;
  }

  // "tp", and behind a number "xtp".
  static std::optional<Label> label_of(std::string_view word, bool is_behind_number) {
    if (is_behind_number && word.size() > 1 && word[0] == 'x') word.remove_prefix(1);
    for (const auto& [name, label] : labels)
      if (word == name) return label;
    return std::nullopt;
  }

  void take(std::size_t at) {
    const Token& token = tokens_[at];
    if (token.number > 0 || is_digit(token.text[0])) return;
    const bool is_behind_number = at > 0 && is_digit(tokens_[at - 1].text[0]);
    const auto label = label_of(token.text, is_behind_number);
    if (!label) return refuse_other(at);
    if (*label == hsdp) take_groups(at);
    const auto after = behind(at), value = after ? after : before(at);
    // "naive pipeline", "PP4, pipeline 1F1B"
    const bool is_whole_word = token.text == "tensor" || token.text == "pipeline";
    if (is_whole_word && (!value || numbers_[*label])) return;
    is_named_[*label] = true;
    if (!value) return;
    if (*label == fsdp && after && *after <= 2 && tokens_[at + 1].before.empty())
      may_be_a_name_ = true;
    numbers_[*label] = value;
  }

  // "HSDP 2x8": two replicas of eight shards.
  void take_groups(std::size_t at) {
    const bool has_two = at + 3 < tokens_.size() && tokens_[at + 2].text == "x" &&
                         tokens_[at + 1].number > 0 && tokens_[at + 3].number > 0;
    if (!has_two) return;
    numbers_[replicas] = tokens_[at + 1].number;
    numbers_[fsdp] = tokens_[at + 3].number;
  }

  static bool is_joint(std::string_view between) {
    return between.find_first_not_of(" :=") == std::string_view::npos;
  }

  // "tp4", "tp=4", "tp size 4"; not the 2 of "4-way tp 2-way pp".
  std::optional<int> behind(std::size_t at) const {
    std::size_t next = at + 1;
    const auto is_word = [&](std::string_view word) {
      return next < tokens_.size() && tokens_[next].text == word && is_joint(tokens_[next].before);
    };
    if (is_word("size") || is_word("degree")) ++next;
    const bool has_number =
        next < tokens_.size() && tokens_[next].number > 0 && is_joint(tokens_[next].before);
    const bool is_of_next = next + 1 < tokens_.size() && tokens_[next + 1].text == "way";
    return has_number && !is_of_next ? std::optional(tokens_[next].number) : std::nullopt;
  }

  // "4-way tp", "2 replicas".
  std::optional<int> before(std::size_t at) const {
    const bool is_counted = tokens_[at].text == "replicas" || tokens_[at].text == "shards";
    if (is_counted && at >= 1 && tokens_[at - 1].number > 0 && is_joint(tokens_[at].before))
      return tokens_[at - 1].number;
    const bool has_way = at >= 2 && tokens_[at - 1].text == "way" && is_joint(tokens_[at].before) &&
                         is_joint(tokens_[at - 1].before) && tokens_[at - 2].number > 0;
    return has_way ? std::optional(tokens_[at - 2].number) : std::nullopt;
  }

  // "MP8", "ETP2", "Ulysses 8": kinds of parallelism that a case does not have.
  void refuse_other(std::size_t at) const {
    const std::string_view word = tokens_[at].text;
    constexpr std::size_t longest = 4;
    const bool is_kind = (word.size() >= 2 && word.size() <= longest && word.ends_with('p')) ||
                         word == "ulysses" || word == "ring";
    const auto after = behind(at), ranks = after ? after : before(at);
    if (is_kind && ranks.value_or(1) > 1) throw Unreadable{"layout not understood"};
  }

  std::string text_;
  std::vector<Token> tokens_;
  std::array<std::optional<int>, label_count> numbers_{};
  std::array<bool, label_count> is_named_{};
  bool may_be_a_name_ = false;
};

// Ranks that share states out, and all that are data-parallel, of the `left` over.
std::pair<double, double> data_parallel(const LayoutWords& words, std::optional<double> left) {
  // 0: not stated
  double shards = words.number(fsdp).value_or(0);
  const double all = words.number(dp).value_or(0), groups = words.number(replicas).value_or(0);
  const auto is_all = [&](double ranks) { return left && ranks == *left; };
  if (words.may_be_a_name() && !is_all(shards)) {
    if (!left && all == 0) throw Unreadable{"number of GPUs not stated"};
    shards = 0;
  }
  if (groups > 0) {
    const double each = shards > 0 ? shards : left.value_or(groups) / groups;
    return {each, each * groups};
  }
  if (const double grouped = words.number(hsdp).value_or(0); grouped > 0)
    return {grouped, left.value_or(grouped)};
  if (shards > 0 && all > 0) return {shards, is_all(shards * all) ? shards * all : all};
  if (shards > 0 || all > 0) return {shards + all, shards + all};
  const bool is_shared = words.is_named(fsdp) || words.is_named(hsdp) || words.is_named(dp);
  if (!left && is_shared) throw Unreadable{"number of GPUs not stated"};
  const double rest = std::max(1.0, std::floor(left.value_or(1)));
  return {rest, rest};
}

}  // namespace

RowLayout memory_layout_of(std::string_view words, std::optional<int> gpus) {
  const std::string text = short_layout_words(words);
  const LayoutWords said(text);
  // Of several GPUs it says nothing that is understood: "MiCS", "8", "2D mesh 4x2".
  const bool says_nothing = is_unstated(words) || has_any(text, {"split", "full", "single"}) ||
                            (known_zero_stage_of(words) && !parse_number(text));
  if (gpus.value_or(1) > 1 && !said.is_any_named() && !says_nothing)
    throw Unreadable{"layout not understood"};
  RowLayout row;
  advisor::Layout& layout = row.layout;
  layout.tp = said.number_or_1(tp);
  layout.pp = said.number_or_1(pp);
  layout.cp = said.number_or_1(cp);
  layout.ep = said.number_or_1(ep);
  layout.virtual_stages = said.number_or_1(vpp);
  if (said.number_or_1(sp) > 1 && said.number(sp) != said.number(tp))
    throw Unreadable{"layout not understood"};
  const double split = 1.0 * layout.tp * layout.pp * layout.cp;
  const auto [shards, ranks] =
      data_parallel(said, gpus ? std::optional(*gpus / split) : std::nullopt);
  if (gpus && split * ranks != *gpus && !text.empty() && !has_any(text, {"split"}))
    throw Unreadable{"layout does not multiply to the GPUs"};
  constexpr double most = 1e9;
  if (!(shards >= 1 && ranks >= shards && split * ranks < most))
    throw Unreadable{"layout not understood"};
  layout.dp = static_cast<int>(shards);
  row.ranks = ranks;
  row.is_split = split > 1;
  return row;
}

}  // namespace wgf::truth
