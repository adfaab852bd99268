// SPDX-License-Identifier: MIT
#include "engine/llm/prompt_attention.h"

#include <ATen/ops/_flash_attention_forward.h>
#include <ATen/ops/scaled_dot_product_attention.h>

#include <optional>

namespace wgf::engine {
namespace {

// Queries [sequences, tokens, heads, head_size]; keys and values [sequences, seen, kv_heads,
// head_size], of which the last are those of the tokens.
struct Heads {
  at::Tensor queries, keys, values;
};

Heads split_heads(const DecoderShape& shape, const at::Tensor& heads) {
  const auto part = [&](std::int64_t first, std::int64_t count) {
    return heads.narrow(-1, first * shape.head_size, count * shape.head_size)
        .view({heads.size(0), heads.size(1), count, shape.head_size});
  };
  return {part(0, shape.heads), part(shape.heads, shape.kv_heads),
          part(shape.heads + shape.kv_heads, shape.kv_heads)};
}

// Without sinks; and the logarithm of each query's sum of weights, [sequences, heads, tokens].
std::pair<at::Tensor, at::Tensor> attend_window(const DecoderShape& shape, const Heads& heads,
                                                std::optional<std::int64_t> before) {
  const std::optional<std::int64_t> after = before ? std::optional<std::int64_t>(0) : std::nullopt;
  const auto result = at::_flash_attention_forward(
      heads.queries, heads.keys, heads.values, std::nullopt, std::nullopt, heads.queries.size(1),
      heads.keys.size(1), /*dropout_p=*/0.0, /*is_causal=*/true, /*return_debug_mask=*/false,
      std::optional<double>(shape.attention_scale), before, after);
  return {std::get<0>(result), std::get<1>(result)};
}

// By the kernel that has windows, sums of weights, and the diagonal of causality at the end of the
// keys.
at::Tensor attend_flash(const DecoderShape& shape, const Heads& heads, bool has_window,
                        const at::Tensor& sinks) {
  auto [attended, log_sums] =
      attend_window(shape, heads, has_window ? std::optional(shape.window - 1) : std::nullopt);
  if (sinks.defined()) {
    // Of sum and sink together the sum's share.
    const at::Tensor shares = at::sigmoid(log_sums - sinks.to(at::kFloat).reshape({1, -1, 1}));
    attended = attended * shares.transpose(1, 2).unsqueeze(-1).to(attended.scalar_type());
  }
  return attended.flatten(2);
}

}  // namespace

at::Tensor attend_prompt(const DecoderShape& shape, std::size_t layer, const at::Tensor& heads,
                         const at::Tensor& sinks) {
  const Heads parts = split_heads(shape, heads);
  const bool has_window = shape.is_windowed[layer] && heads.size(1) > shape.window;
  if (!has_window && !sinks.defined())
    return at::scaled_dot_product_attention(parts.queries.transpose(1, 2),
                                            parts.keys.transpose(1, 2),
                                            parts.values.transpose(1, 2), std::nullopt, 0.0, true,
                                            shape.attention_scale, shape.query_group() > 1)
        .transpose(1, 2)
        .flatten(2);
  return attend_flash(shape, parts, has_window, sinks);
}

at::Tensor attend_prompt_part(const DecoderShape& shape, std::size_t layer, const at::Tensor& heads,
                              const at::Tensor& keys, const at::Tensor& values,
                              const at::Tensor& sinks) {
  const bool has_window = shape.is_windowed[layer] && keys.size(2) > shape.window;
  return attend_flash(
      shape, {split_heads(shape, heads).queries, keys.transpose(1, 2), values.transpose(1, 2)},
      has_window, sinks);
}

}  // namespace wgf::engine
