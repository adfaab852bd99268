// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_weights.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>

#include <numeric>

namespace wgf::engine {
namespace {

using Sizes = std::vector<std::int64_t>;
using Kind = WeightPlace::Kind;

class Places {
 public:
  void add(bool has, at::Tensor& tensor, Sizes sizes, Kind kind = Kind::plain) {
    if (has) places.push_back({&tensor, std::move(sizes), kind});
  }
  void add(bool has, Matrix& matrix, Sizes sizes, Kind kind = Kind::plain) {
    if (has) places.push_back({&matrix.values, std::move(sizes), kind, &matrix});
  }
  std::vector<WeightPlace> places;
};

void add_attention(const DecoderShape& shape, LayerWeights& layer, Places& all) {
  const std::int64_t rows = shape.query_width() + 2 * shape.kv_width();
  all.add(true, layer.attention_norm, {shape.hidden}, Kind::gain);
  all.add(true, layer.qkv, {rows, shape.hidden});
  all.add(shape.has_qkv_bias, layer.qkv_bias, {rows});
  all.add(shape.has_head_norms, layer.query_norm, {shape.head_size}, Kind::gain);
  all.add(shape.has_head_norms, layer.key_norm, {shape.head_size}, Kind::gain);
  all.add(shape.has_sinks, layer.sinks, {shape.heads});
  all.add(true, layer.output, {shape.hidden, shape.query_width()});
  all.add(shape.has_output_bias, layer.output_bias, {shape.hidden});
  all.add(shape.has_sandwich_norms, layer.attention_after_norm, {shape.hidden}, Kind::gain);
}

void add_feed_forward(const DecoderShape& shape, bool is_of_experts, LayerWeights& layer,
                      Places& all) {
  const ExpertShape& experts = shape.experts;
  const bool is_dense = !is_of_experts;
  const bool has_bias = is_of_experts && experts.has_biases;
  all.add(true, layer.feed_forward_norm, {shape.hidden}, Kind::gain);
  all.add(is_dense, layer.gate_up, {2 * shape.feed_forward, shape.hidden});
  all.add(is_dense && shape.has_mlp_bias, layer.gate_up_bias, {2 * shape.feed_forward});
  all.add(is_dense, layer.down, {shape.hidden, shape.feed_forward});
  all.add(is_dense && shape.has_mlp_bias, layer.down_bias, {shape.hidden});
  all.add(is_of_experts, layer.router, {experts.count, shape.hidden});
  all.add(has_bias, layer.router_bias, {experts.count});
  all.add(is_of_experts, layer.expert_gate_up, {experts.count, 2 * experts.width, shape.hidden},
          Kind::of_experts);
  all.add(has_bias, layer.expert_gate_up_bias, {experts.count, 2 * experts.width},
          Kind::of_experts);
  all.add(is_of_experts, layer.expert_down, {experts.count, shape.hidden, experts.width},
          Kind::of_experts);
  all.add(has_bias, layer.expert_down_bias, {experts.count, shape.hidden}, Kind::of_experts);
  all.add(shape.has_sandwich_norms, layer.feed_forward_after_norm, {shape.hidden}, Kind::gain);
}

double numbers(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1.0, [](double product, std::int64_t size) {
    return product * static_cast<double>(size);
  });
}

}  // namespace

std::vector<WeightPlace> weight_places(const DecoderShape& shape, DecoderWeights& weights) {
  Places all;
  weights.layers.resize(static_cast<std::size_t>(shape.layers));
  all.add(true, weights.embedding, {shape.vocabulary, shape.hidden});
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    add_attention(shape, weights.layers[i], all);
    add_feed_forward(shape, shape.is_of_experts[i], weights.layers[i], all);
  }
  all.add(true, weights.norm, {shape.hidden}, Kind::gain);
  all.add(!shape.is_tied, weights.head, {shape.vocabulary, shape.hidden});
  return std::move(all.places);
}

DecoderWeights random_weights(const DecoderShape& shape, c10::ScalarType type, c10::Device device,
                              std::uint64_t seed, WeightFormat format) {
  constexpr double deviation = 0.02;
  DecoderWeights weights;
  at::manual_seed(seed);
  for (WeightPlace& place : weight_places(shape, weights)) {
    const double middle = place.kind == Kind::gain && !shape.has_shifted_norms ? 1 : 0;
    *place.tensor = at::empty(place.sizes, at::TensorOptions(device).dtype(type));
    place.tensor->normal_(middle, deviation);
    if (place.matrix != nullptr) *place.matrix = pack(*place.tensor, format);
  }
  if (shape.is_tied) weights.head = weights.embedding;
  return weights;
}

void pack_matrices(const DecoderShape& shape, DecoderWeights& weights, WeightFormat format) {
  for (const WeightPlace& place : weight_places(shape, weights))
    if (place.matrix != nullptr) *place.matrix = pack(*place.tensor, format);
}

WeightCount count_weights(const DecoderShape& shape) {
  DecoderWeights none;
  WeightCount count;
  for (const WeightPlace& place : weight_places(shape, none)) {
    const double all = numbers(place.sizes);
    double read = all;
    if (place.kind == Kind::of_experts)
      read *=
          static_cast<double>(shape.experts.per_token) / static_cast<double>(shape.experts.count);
    else if (place.tensor == &none.embedding && !shape.is_tied)
      read = static_cast<double>(shape.hidden);
    count.all += all;
    count.read_by_token += read;
    if (place.matrix == nullptr) continue;
    count.packed += all;
    count.packed_read_by_token += read;
  }
  return count;
}

}  // namespace wgf::engine
