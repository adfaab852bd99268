// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_part.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"

namespace wgf::engine {
namespace {

constexpr std::string_view beginning = "decoder.";
constexpr std::array<std::string_view, 12> names = {"token",     "norm",       "qkv",    "heads",
                                                    "attention", "output",     "router", "choice",
                                                    "gate_up",   "activation", "down",   "logits"};

}  // namespace

std::string_view to_text(DecoderPart part) {
  return names[static_cast<std::size_t>(part)];
}

std::string label_of(const PartPlace& place) {
  return std::string(beginning) + std::string(to_text(place.part)) + " " +
         std::to_string(place.layer);
}

std::optional<PartPlace> parse_label(std::string_view label) {
  if (!label.starts_with(beginning)) return std::nullopt;
  label.remove_prefix(beginning.size());
  const std::size_t blank = label.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto* const name = std::find(names.begin(), names.end(), label.substr(0, blank));
  const auto layer = parse_integer(std::string(label.substr(blank + 1)));
  if (name == names.end() || !layer) return std::nullopt;
  return PartPlace{static_cast<DecoderPart>(name - names.begin()), *layer};
}

}  // namespace wgf::engine
