// SPDX-License-Identifier: MIT
#pragma once
// The parts of a decoder's step that a profile tells apart. Whoever launches a part's kernels says
// so with a PartScope; the profiler keeps it as an operation that called them.

#include <ATen/record_function.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wgf::engine {

enum class DecoderPart {
  token,  // the likeliest token is chosen, its row of the table read
  norm,
  qkv,
  heads,  // rotation, norms of heads, keys and values into the cache
  attention,
  output,
  router,
  choice,  // of experts by their scores
  gate_up,
  activation,
  down,
  logits,
};
// "gate_up"
std::string_view to_text(DecoderPart part);

inline constexpr std::int64_t no_layer = -1;

// Where in a decoder.
struct PartPlace {
  DecoderPart part = DecoderPart::token;
  std::int64_t layer = no_layer;

  auto operator<=>(const PartPlace&) const = default;
};

// "decoder.gate_up 3" and back; nothing for other operations.
std::string label_of(const PartPlace& place);
std::optional<PartPlace> parse_label(std::string_view label);

// What is launched in its life is of this part. Costs nothing while nobody records.
class PartScope {
 public:
  explicit PartScope(PartPlace place) : record_(at::RecordScope::FUNCTION) {
    if (record_.isActive()) record_.before(std::string_view(label_of(place)));
  }
  explicit PartScope(DecoderPart part, std::int64_t layer = no_layer)
      : PartScope(PartPlace{part, layer}) {}

 private:
  at::RecordFunction record_;
};

// What the function gives, launched as this part.
template <typename Function>
auto in_part(DecoderPart part, std::int64_t layer, Function&& function) {
  const PartScope scope(part, layer);
  return function();
}

}  // namespace wgf::engine
