// SPDX-License-Identifier: MIT
#include "engine/llm/decode_kernels.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace wgf::engine {
namespace {

using Constants = std::vector<std::string>;

std::string constant(const char* name, std::int64_t value) {
  return std::string(name) + "=" + std::to_string(value);
}

// Share of the multiprocessors that have work, where each takes one group at a time.
double busy_share(std::int64_t groups, std::int64_t multiprocessors) {
  const std::int64_t rounds = (groups + multiprocessors - 1) / multiprocessors;
  return static_cast<double>(groups) / static_cast<double>(rounds * multiprocessors);
}

// As measured on an H100 at the 8B shape: eight warps with eight loads each in flight for one tile
// of tokens, with four for two. The steps of a warp must fill its ring evenly. Two tiles of rows
// halve the reads of inputs, which two tiles of tokens are long with.
std::optional<ProductCut> cut_of(std::int64_t inner, std::int64_t outputs, std::int64_t tokens,
                                 std::int64_t multiprocessors) {
  constexpr std::int64_t step = 32;
  const bool is_two_tiles = tokens > 8;
  constexpr double as_busy = 0.98;
  const std::int64_t tiles = outputs / 16;
  const bool joins_rows =
      is_two_tiles && tiles % 2 == 0 &&
      busy_share(tiles / 2, multiprocessors) >= as_busy * busy_share(tiles, multiprocessors);
  for (int warps = 8; warps >= 4; warps /= 2) {
    if (inner % (step * warps) != 0) continue;
    const std::int64_t steps = inner / step / warps;
    for (int depth = joins_rows ? 4 : 8; depth >= 2; --depth)
      if (steps % depth == 0) return ProductCut{warps, depth, joins_rows ? 2 : 1};
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
  const bool has_even_rows = shape.vocabulary % 16 == 0 && shape.hidden % 32 == 0 &&
                             shape.feed_forward % 8 == 0 && shape.hidden % 8 == 0;
  return tokens >= 1 && tokens <= most_skinny_tokens && has_plain_layers && has_whole_heads &&
         has_one_kind && has_even_rows;
}

struct Product {
  std::int64_t inner, outputs;
  bool has_norm;
  const char* end;
};

KernelSource product(const Product& of, std::int64_t tokens, ProductCut cut) {
  return {"skinny_product",
          {constant("INNER", of.inner), constant("OUTPUTS", of.outputs),
           constant("TOKENS", tokens > 8 ? 16 : 8), constant("WARPS", cut.warps),
           constant("DEPTH", cut.depth), constant("ROW_TILES", cut.row_tiles),
           constant("HAS_NORM", of.has_norm ? 1 : 0), of.end},
          cut};
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
                                                         std::int64_t tokens,
                                                         std::int64_t multiprocessors) {
  if (!is_covered(shape, tokens)) return std::nullopt;
  const std::int64_t hidden = shape.hidden;
  DecodeKernelSources sources;
  const std::pair<KernelSource*, Product> products[] = {
      {&sources.qkv, {hidden, shape.query_width() + 2 * shape.kv_width(), true, "END_QKV"}},
      {&sources.output, {shape.query_width(), hidden, false, "END_ADD"}},
      {&sources.gate_up, {hidden, 2 * shape.feed_forward, true, "END_GLU"}},
      {&sources.down, {shape.feed_forward, hidden, false, "END_ADD"}},
      {&sources.logits, {hidden, shape.vocabulary, true, "END_LOGITS"}}};
  for (const auto& [source, of] : products) {
    const auto cut = cut_of(of.inner, of.outputs, tokens, multiprocessors);
    if (!cut) return std::nullopt;
    *source = product(of, tokens, *cut);
  }
  sources.next_token = {"next_token", {constant("HIDDEN", hidden)}, {}};
  append(sources.qkv.constants, head_constants(shape));
  sources.qkv.constants.push_back(constant("HAS_BIAS", shape.has_qkv_bias ? 1 : 0));
  sources.attention = {"decode_attention", head_constants(shape), {}};
  const bool has_window = !shape.is_windowed.empty() && shape.is_windowed.front();
  sources.attention.constants.push_back(constant("WINDOW", has_window ? shape.window : 0));
  sources.attention.constants.push_back(constant("HAS_SINKS", shape.has_sinks ? 1 : 0));
  return sources;
}

}  // namespace wgf::engine
