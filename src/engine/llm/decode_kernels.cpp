// SPDX-License-Identifier: MIT
#include "engine/llm/decode_kernels.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/device_code/device_texts.h"

namespace wgf::engine {
namespace {

// Whole tiles turn, and those that do not are pairs as well.
bool has_whole_tiles(const Rotary& rotary, std::int64_t head_size) {
  return rotary.width % 16 == 0 && (head_size - rotary.width) % 16 == 0;
}

bool is_covered(const DecoderShape& shape) {
  const std::int64_t size = shape.head_size;
  const bool has_known_heads = (size == 64 || size == 128 || size == 256) &&
                               shape.query_group() <= 8 && has_whole_tiles(shape.rotary, size) &&
                               shape.rotary.width == shape.window_rotary.width;
  const auto& kinds = shape.is_of_experts;
  const bool has_one_kind =
      std::adjacent_find(kinds.begin(), kinds.end(), std::not_equal_to<>()) == kinds.end();
  constexpr std::int64_t most_experts = 256;
  const bool has_known_experts =
      has_one_kind && shape.experts.count <= most_experts && shape.experts.width % 8 == 0;
  const bool has_even_rows = shape.head_rows() % 16 == 0 && shape.hidden % 32 == 0 &&
                             shape.feed_forward % 8 == 0 && shape.hidden % 8 == 0;
  return has_known_heads && has_known_experts && has_even_rows;
}

int bits_of(CacheFormat cache) {
  return cache == CacheFormat::fp8 ? 8 : 16;
}

std::string gain_constant(const DecoderShape& shape) {
  return kernel_constant("GAIN_SHIFT", shape.has_shifted_norms ? 1 : 0);
}

std::string activation_constant(const DecoderShape& shape) {
  return kernel_constant("ACTIVATION", static_cast<std::int64_t>(shape.activation));
}

KernelConstants head_constants(const DecoderShape& shape) {
  return {kernel_constant("HEADS", shape.heads), kernel_constant("KV_HEADS", shape.kv_heads),
          kernel_constant("HEAD_SIZE", shape.head_size),
          kernel_constant("ROTARY", shape.rotary.width)};
}

bool is_of_experts(const DecoderShape& shape) {
  return !shape.is_of_experts.empty() && shape.is_of_experts.front();
}

std::optional<SkinnySources> skinny_sources(const DecoderShape& shape, WeightFormat format,
                                            std::int64_t tokens,
                                            const Multiprocessors& multiprocessors,
                                            CacheFormat cache) {
  const bool of_experts = is_of_experts(shape);
  const bool is_mxfp4 = format == WeightFormat::mxfp4;
  if (tokens > most_cluster_tokens || (!of_experts && is_mxfp4)) return std::nullopt;
  const WeightFormat of_heads = is_mxfp4 ? WeightFormat::plain : format;
  const std::int64_t hidden = shape.hidden;
  const std::int64_t width = middle_width(shape);
  const auto rows = of_experts ? StepProduct::of_rows : StepProduct::none;
  const auto inputs = of_experts ? StepProduct::of_inputs : StepProduct::none;
  const char* sum = shape.ranks > 1            ? "END_PART"
                    : shape.has_sandwich_norms ? "END_FLOAT"
                                               : "END_ADD";
  const bool has_middle_bias = of_experts ? shape.experts.has_biases : shape.has_mlp_bias;
  SkinnySources sources;
  std::vector<std::pair<KernelSource*, StepProduct>> products = {
      {&sources.qkv,
       {hidden, shape.query_width() + 2 * shape.kv_width(), true,
        shape.has_head_norms ? "END_BF16" : "END_QKV", of_heads, StepProduct::none,
        shape.has_qkv_bias}},
      {&sources.output,
       {shape.query_width(), hidden, false, sum, of_heads, StepProduct::none,
        shape.has_output_bias}},
      {&sources.gate_up, {hidden, 2 * width, true, "END_GLU", format, rows, has_middle_bias}},
      {&sources.down, {width, hidden, false, sum, format, inputs, has_middle_bias}},
      {&sources.logits, {hidden, shape.head_rows(), true, "END_LOGITS"}}};
  if (of_experts)
    products.push_back({&sources.router.emplace(),
                        {hidden, router_rows(shape), true, "END_FLOAT", WeightFormat::plain,
                         StepProduct::none, shape.experts.has_biases}});
  for (const auto& [source, of] : products) {
    auto made = product_kernel(of, shape, tokens, multiprocessors);
    if (!made) return std::nullopt;
    *source = *std::move(made);
    source->constants.push_back(kernel_constant("RANKS", shape.ranks));
  }
  append_constants(sources.qkv.constants, head_constants(shape));
  sources.qkv.constants.push_back(kernel_constant("CACHE_BITS", bits_of(cache)));
  for (KernelSource* adding : {&sources.output, &sources.down})
    adding->constants.push_back(gain_constant(shape));
  sources.gate_up.constants.push_back(activation_constant(shape));
  if (shape.has_sandwich_norms)
    sources.after_norm = {
        "after_norm", {kernel_constant("HIDDEN", hidden), gain_constant(shape)}, {}};
  if (of_experts)
    sources.choose_experts = {"choose_experts",
                              {kernel_constant("EXPERTS", shape.experts.count),
                               kernel_constant("STRIDE", router_rows(shape)),
                               kernel_constant("CHOSEN", shape.experts.per_token),
                               kernel_constant("TOKENS", columns_of(tokens)),
                               kernel_constant("RENORMALISES", shape.experts.renormalises ? 1 : 0)},
                              {}};
  if (shape.ranks > 1) {
    sources.sum_ranks = {"sum_ranks",
                         {kernel_constant("HIDDEN", hidden), kernel_constant("RANKS", shape.ranks),
                          kernel_constant("TOKENS", columns_of(tokens)), gain_constant(shape),
                          kernel_constant("HAS_AFTER_NORM", shape.has_sandwich_norms ? 1 : 0)},
                         {}};
    sources.await_ranks = {"await_ranks", {}, {}};
  }
  return sources;
}

// Products that take the shared memory leave the first cache of a multiprocessor small, through
// which loads into registers go. As measured on an H200 at the 8B shape.
bool leave_cache_small(const std::optional<SkinnySources>& skinny, const Multiprocessors& of) {
  return skinny && of.clusters_of_four > 0 &&
         (skinny->qkv.boxes || skinny->qkv.text == "wide_product");
}

KernelSource attention_source(const DecoderShape& shape, std::int64_t window, CacheFormat cache,
                              bool is_staged) {
  KernelSource source{"decode_attention", head_constants(shape), {}};
  append_constants(
      source.constants,
      {kernel_constant("WINDOW", window), kernel_constant("HAS_SINKS", shape.has_sinks ? 1 : 0),
       kernel_constant("CACHE_BITS", bits_of(cache)), kernel_constant("BITS", bits_of(cache)),
       "IS_FLOAT=1", kernel_constant("IS_STAGED", is_staged ? 1 : 0)});
  return source;
}

bool has_any(const std::vector<bool>& kinds, bool wanted) {
  return std::find(kinds.begin(), kinds.end(), wanted) != kinds.end();
}

}  // namespace

std::vector<KernelSource> DecodeKernelSources::all() const {
  std::vector<KernelSource> sources{next_token,   add_norm,   place_heads,
                                    place_values, read_pages, gate};
  for (const auto* optional :
       {&attention, &window_attention, &widen_matrix, &expert_gate_up, &expert_down})
    if (*optional) sources.push_back(**optional);
  for (const auto& [width, source] : round_rows) sources.push_back(source);
  if (!skinny) return sources;
  for (const KernelSource* one :
       {&skinny->qkv, &skinny->output, &skinny->gate_up, &skinny->down, &skinny->logits})
    sources.push_back(*one);
  for (const auto* optional : {&skinny->router, &skinny->choose_experts, &skinny->after_norm,
                               &skinny->sum_ranks, &skinny->await_ranks})
    if (*optional) sources.push_back(**optional);
  return sources;
}

std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         WeightFormat format, std::int64_t tokens,
                                                         const Multiprocessors& of,
                                                         CacheFormat cache) {
  if (!is_covered(shape)) return std::nullopt;
  DecodeKernelSources sources;
  sources.skinny = skinny_sources(shape, format, tokens, of, cache);
  // Else LibTorch's experts ask the host which were chosen.
  if (!sources.skinny && is_of_experts(shape) && !of.groups_products) return std::nullopt;
  const KernelConstants of_hidden{kernel_constant("HIDDEN", shape.hidden), gain_constant(shape)};
  sources.next_token = {"next_token", of_hidden, {}};
  sources.add_norm = {"add_norm", of_hidden, {}};
  constexpr std::int64_t most_staged_head = 128;  // whose page fits what a kernel may declare
  const bool is_cache_small = leave_cache_small(sources.skinny, of);
  const bool is_staged = is_cache_small && shape.head_size <= most_staged_head;
  sources.attention_waits = is_cache_small && (sources.skinny->qkv.boxes || !is_staged);
  if (has_any(shape.is_windowed, false))
    sources.attention = attention_source(shape, 0, cache, is_staged);
  if (has_any(shape.is_windowed, true))
    sources.window_attention = attention_source(shape, shape.window, cache, is_staged);
  sources.place_heads = {"place_heads", head_constants(shape), {}};
  append_constants(sources.place_heads.constants,
                   {kernel_constant("HAS_NORMS", shape.has_head_norms ? 1 : 0),
                    gain_constant(shape), kernel_constant("CACHE_BITS", bits_of(cache))});
  KernelConstants of_pages = head_constants(shape);
  of_pages.push_back(kernel_constant("CACHE_BITS", bits_of(cache)));
  sources.place_values = {"place_values", of_pages, {}};
  sources.read_pages = {"read_pages", of_pages, {}};
  if (format != WeightFormat::plain)
    sources.widen_matrix = {"widen_matrix",
                            {kernel_constant("BITS", bits_of(format)),
                             kernel_constant("IS_FLOAT", is_float(format) ? 1 : 0)},
                            {}};
  if (is_of_experts(shape) && bits_of(format) == 4) {
    const auto product = [&](std::int64_t inner, std::int64_t outputs) {
      return KernelSource{"expert_product",
                          {kernel_constant("BITS", bits_of(format)),
                           kernel_constant("IS_FLOAT", is_float(format) ? 1 : 0),
                           kernel_constant("INNER", inner), kernel_constant("OUTPUTS", outputs),
                           kernel_constant("HAS_BIAS", shape.experts.has_biases ? 1 : 0)},
                          {}};
    };
    sources.expert_gate_up = product(shape.hidden, 2 * shape.experts.width);
    sources.expert_down = product(shape.experts.width, shape.hidden);
  }
  if (format == WeightFormat::fp8)
    for (const std::int64_t width : {shape.hidden, shape.query_width(), shape.feed_forward})
      if (width > 0)
        sources.round_rows[width] = {"round_rows", {kernel_constant("WIDTH", width)}, {}};
  sources.gate = {
      "gate", {kernel_constant("WIDTH", middle_width(shape)), activation_constant(shape)}, {}};
  return sources;
}

}  // namespace wgf::engine
