// SPDX-License-Identifier: MIT
#include "engine/llm/decode_kernels.h"

#include <algorithm>
#include <cmath>

namespace wgf::engine {
namespace {

using Constants = std::vector<std::string>;

std::string constant(const char* name, std::int64_t value) {
  return std::string(name) + "=" + std::to_string(value);
}

// As measured on an H100 at the 8B shape: eight warps with eight loads each in flight for one tile
// of tokens, sixteen with four for two. The steps of a warp must fill its ring evenly.
std::optional<ProductCut> cut_of(std::int64_t inner, std::int64_t tokens) {
  constexpr std::int64_t step = 32;
  const int preferred = tokens > 8 ? 16 : 8;
  for (int warps = preferred; warps >= 4; warps /= 2) {
    if (inner % (step * warps) != 0) continue;
    const std::int64_t steps = inner / step / warps;
    for (int depth = tokens > 8 ? 4 : 8; depth >= 2; --depth)
      if (steps % depth == 0) return ProductCut{warps, depth};
  }
  return std::nullopt;
}

bool is_covered(const DecoderShape& shape, std::int64_t tokens) {
  const bool has_plain_layers = !shape.has_head_norms && !shape.has_sandwich_norms &&
                                !shape.has_shifted_norms && !shape.has_output_bias &&
                                !shape.has_mlp_bias && shape.experts.count == 0 &&
                                shape.embedding_scale == 1 && shape.activation == Activation::silu;
  const bool has_whole_heads = shape.rotary.width == shape.head_size &&
                               (shape.head_size == 64 || shape.head_size == 128) &&
                               shape.query_group() <= 8;
  const bool has_one_kind = std::adjacent_find(shape.is_windowed.begin(), shape.is_windowed.end(),
                                               std::not_equal_to<>()) == shape.is_windowed.end();
  const bool has_even_rows = shape.vocabulary % 16 == 0 && shape.hidden % 16 == 0 &&
                             shape.feed_forward % 8 == 0 && shape.hidden % 8 == 0;
  return tokens >= 1 && tokens <= most_skinny_tokens && has_plain_layers && has_whole_heads &&
         has_one_kind && has_even_rows;
}

KernelSource product(std::int64_t inner, std::int64_t outputs, std::int64_t tokens, ProductCut cut,
                     bool has_norm, const char* end) {
  return {"skinny_product",
          {constant("INNER", inner), constant("OUTPUTS", outputs),
           constant("TOKENS", tokens > 8 ? 16 : 8), constant("WARPS", cut.warps),
           constant("DEPTH", cut.depth), constant("HAS_NORM", has_norm ? 1 : 0), end}};
}

Constants head_constants(const DecoderShape& shape) {
  return {constant("HEADS", shape.heads), constant("KV_HEADS", shape.kv_heads),
          constant("HEAD_SIZE", shape.head_size)};
}

void append(Constants& constants, const Constants& more) {
  constants.insert(constants.end(), more.begin(), more.end());
}

}  // namespace

std::vector<KernelSource> DecodeKernelSources::all() const {
  return {next_token, qkv, attention, output, gate_up, down, logits};
}

std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         std::int64_t tokens) {
  if (!is_covered(shape, tokens)) return std::nullopt;
  const auto from_hidden = cut_of(shape.hidden, tokens),
             from_heads = cut_of(shape.query_width(), tokens),
             from_feed_forward = cut_of(shape.feed_forward, tokens);
  if (!from_hidden || !from_heads || !from_feed_forward) return std::nullopt;
  DecodeKernelSources sources{*from_hidden, *from_heads, *from_feed_forward, {}, {}, {}, {}, {},
                              {},           {}};
  sources.next_token = {"next_token", {constant("HIDDEN", shape.hidden)}};
  sources.qkv = product(shape.hidden, shape.query_width() + 2 * shape.kv_width(), tokens,
                        *from_hidden, true, "END_QKV");
  append(sources.qkv.constants, head_constants(shape));
  sources.qkv.constants.push_back(constant("HAS_BIAS", shape.has_qkv_bias ? 1 : 0));
  sources.attention = {"decode_attention", head_constants(shape)};
  const bool has_window = !shape.is_windowed.empty() && shape.is_windowed.front();
  sources.attention.constants.push_back(constant("WINDOW", has_window ? shape.window : 0));
  sources.attention.constants.push_back(constant("HAS_SINKS", shape.has_sinks ? 1 : 0));
  sources.output =
      product(shape.query_width(), shape.hidden, tokens, *from_heads, false, "END_ADD");
  sources.gate_up =
      product(shape.hidden, 2 * shape.feed_forward, tokens, *from_hidden, true, "END_GLU");
  sources.down =
      product(shape.feed_forward, shape.hidden, tokens, *from_feed_forward, false, "END_ADD");
  sources.logits =
      product(shape.hidden, shape.vocabulary, tokens, *from_hidden, true, "END_LOGITS");
  return sources;
}

}  // namespace wgf::engine
