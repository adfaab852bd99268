// SPDX-License-Identifier: MIT
#include "truth/recompute_words.h"

#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The cell in small letters, in whole words: "AC: none" → "none", "act ckpt" → "activation
// checkpoint", "block/10" → "block 10", "40/80 layers" → "40 of 80 layers".
std::string plain_words(std::string_view words) {
  std::string text = flat_words(trim(words));
  if (text.starts_with("ac ") || text.starts_with("ac:") || text.starts_with("ac="))
    if (const std::size_t value = text.find_first_not_of(" :=", 2); value != std::string::npos)
      text.erase(0, value);
  for (std::size_t at = text.find("ckpt"); at != std::string::npos; at = text.find("ckpt"))
    text.replace(at, 4, "checkpoint");
  for (const std::string_view what : {"checkpoint", "recomp", "offload", "cpu offload"})
    for (const std::string_view act : {"act ", "act. "}) {
      const std::string phrase = std::string(act).append(what);
      const std::size_t at = text.find(phrase);
      // not the operator of "moe_act recompute"
      if (at == 0 || (at != std::string::npos &&
                      has_any(text.substr(0, at), {",", "(", "+", ";", "full", "selective"})))
        text.replace(at, act.size(), "activation ");
    }
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
    if (is_digit(at + 1)) text.replace(at, 1, at > 0 && is_digit(at - 1) ? " of " : " ");
  }
  return text;
}

// "none (block, 0 layers)", "no recompute", "off"; not "no full recompute, selective".
bool says_none(const std::string& text) {
  const bool is_denied = text.starts_with("no ") || text.starts_with("not ");
  if (is_denied) return !says_any(text, {"selective", "full", "checkpoint"});
  return text.starts_with("none") || text == "no" ||
         is_one_of(text, {"false", "off", "disabled", "0", "never"});
}

// "every 2nd layer" → 2.
std::optional<double> every_nth(const std::string& text) {
  if (has_any(text, {"every other", "every second", "alternate"})) return 2;
  if (has_any(text, {"every third"})) return 3;
  // torchtitan's "selective 2"
  return first_labelled(text, {"every", "selective"});
}

}  // namespace

RecomputeWords recompute_of(std::string_view words) {
  const std::string text = plain_words(words);
  if (is_unstated(text) || says_none(text)) return {};
  // Megatron's flag of this name is selective.
  if (has_any(lower_case(words), {"recompute-activations", "recompute_activations"}))
    return {.recompute = advisor::Recompute::attention};
  if (says_any(text, {"offload"})) throw Unreadable{"offloaded activations are not described"};
  if (is_one_of(text, {"true", "on", "yes", "y", "1", "ac", "enabled", "all", "100 %", "100%"}))
    return {.recompute = advisor::Recompute::full};
  if (partly_recomputed(words)) throw Unreadable{"recomputation not understood"};
  if (says_any(text, {"full", "block", "all layers", "every layer", "whole layer", "uniform",
                      "everything"}))
    return {.recompute = advisor::Recompute::full};
  if (says_any(text, {"per op", "op level", "operator"}))
    return {.recompute = advisor::Recompute::per_operator};
  const bool feed_forward = says_any(text, {"mlp", "ffn", "feed forward"});
  const bool attention = says_any(text, {"selective", "core", "recompute att", "sac"}) ||
                         says_word(text, {"attention", "attn"});
  if (attention || feed_forward)
    return {attention ? advisor::Recompute::attention : advisor::Recompute::none, feed_forward};
  // Single operators whose time is small.
  if (says_any(text, {"norm", "moe", "mla", "swiglu", "gelu", "qkv", "rope", "act", "router"}) &&
      !has_any(text, {"activation"}))
    return {};
  if (says_any(text, {"checkpoint", "recompute", "recomputation", "yes", "enabled"}))
    return {.recompute = advisor::Recompute::full};
  // What they name is denied.
  if (has_any(text, {"full", "checkpoint", "recomput", "selective", "block"})) return {};
  throw Unreadable{"recomputation not understood"};
}

std::optional<PartOfLayers> partly_recomputed(std::string_view words) {
  const std::string text = plain_words(words);
  if (says_none(text) || has_any(text, {"uniform"})) return std::nullopt;
  if (says_any(text, {"offload"})) throw Unreadable{"offloaded activations are not described"};
  if (has_any(text, {"except", "all but", "excluding"}))
    throw Unreadable{"recomputation not understood"};
  constexpr double hundred = 100;
  if (const auto percent = number_before(text, "%"); percent && *percent < hundred)
    return PartOfLayers{.share = *percent / hundred};
  if (has_any(text, {"half"})) return PartOfLayers{.share = 0.5};
  if (const auto nth = every_nth(text); nth && *nth > 1) return PartOfLayers{.share = 1 / *nth};
  const auto layers = number_before(text, "layer");
  const auto some = number_before(text, "of ");  // "40 of 80 layers", "40 of the 80"
  if (some && layers && *layers > 0)
    return *some < *layers ? std::optional(PartOfLayers{.share = *some / *layers}) : std::nullopt;
  const auto block = labelled_number(text, "block");
  const auto number = layers ? layers : block;
  if (!number || *number < 1) return std::nullopt;
  const bool is_per_stage = has_any(text, {"stage", "block", "per pp", "per rank", "per gpu"});
  return PartOfLayers{.layers = *number, .is_per_stage = is_per_stage};
}

bool offloads_activations(std::string_view notes) {
  std::string text = flat_words(notes);
  for (const std::string_view beside : {"activation checkpoint", "activation recomp"})
    for (std::size_t at = text.find(beside); at != std::string::npos; at = text.find(beside))
      text.replace(at, beside.size(), "recomputation");
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == '(' || c == ')' || c == '+'; },
      ';');
  for (const std::string& clause : split(text, ';'))
    if (says_any(clause, {"offload"}) && says_word(clause, {"activation", "act ", "act. "}))
      return true;
  return says_word(text, {"act. offload"});
}

std::string recompute_in_notes(std::string_view notes) {
  const std::string text = flat_words(notes);
  if (says_any(text, {"selective activation", "selective recomput", "selective checkpoint",
                      "selective ac"}))
    return "selective";
  const bool is_full =
      says_any(text, {"full activation recomput", "full recomput", "full activation checkpoint",
                      "full ac,", "full checkpoint", "full gradient checkpoint",
                      "activation checkpoint", "gradient checkpoint", "activation recomput"});
  return is_full ? "full" : "";
}

}  // namespace wgf::truth
