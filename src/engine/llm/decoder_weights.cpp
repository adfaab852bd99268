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
    if (has) places.push_back({&tensor, std::move(sizes), kind, nullptr, {part_, layer}});
  }
  void add(bool has, Matrix& matrix, Sizes sizes, Kind kind = Kind::plain) {
    if (has) places.push_back({&matrix.values, std::move(sizes), kind, &matrix, {part_, layer}});
  }
  Places& of(DecoderPart part) {
    part_ = part;
    return *this;
  }
  std::vector<WeightPlace> places;
  std::int64_t layer = no_layer;

 private:
  DecoderPart part_ = DecoderPart::token;
};

void add_attention(const DecoderShape& shape, LayerWeights& layer, Places& all) {
  const std::int64_t rows = shape.query_width() + 2 * shape.kv_width();
  all.of(DecoderPart::norm).add(true, layer.attention_norm, {shape.hidden}, Kind::gain);
  all.of(DecoderPart::qkv).add(true, layer.qkv, {rows, shape.hidden});
  all.of(DecoderPart::qkv).add(shape.has_qkv_bias, layer.qkv_bias, {rows});
  all.of(DecoderPart::heads)
      .add(shape.has_head_norms, layer.query_norm, {shape.head_size}, Kind::gain);
  all.of(DecoderPart::heads)
      .add(shape.has_head_norms, layer.key_norm, {shape.head_size}, Kind::gain);
  all.of(DecoderPart::attention).add(shape.has_sinks, layer.sinks, {shape.heads});
  all.of(DecoderPart::output).add(true, layer.output, {shape.hidden, shape.query_width()});
  all.of(DecoderPart::output).add(shape.has_output_bias, layer.output_bias, {shape.hidden});
  all.of(DecoderPart::norm)
      .add(shape.has_sandwich_norms, layer.attention_after_norm, {shape.hidden}, Kind::gain);
}

void add_feed_forward(const DecoderShape& shape, bool is_of_experts, LayerWeights& layer,
                      Places& all) {
  const ExpertShape& experts = shape.experts;
  const bool is_dense = !is_of_experts;
  const bool has_bias = is_of_experts && experts.has_biases;
  all.of(DecoderPart::norm).add(true, layer.feed_forward_norm, {shape.hidden}, Kind::gain);
  all.of(DecoderPart::gate_up).add(is_dense, layer.gate_up, {2 * shape.feed_forward, shape.hidden});
  all.of(DecoderPart::gate_up)
      .add(is_dense && shape.has_mlp_bias, layer.gate_up_bias, {2 * shape.feed_forward});
  all.of(DecoderPart::down).add(is_dense, layer.down, {shape.hidden, shape.feed_forward});
  all.of(DecoderPart::down).add(is_dense && shape.has_mlp_bias, layer.down_bias, {shape.hidden});
  all.of(DecoderPart::router).add(is_of_experts, layer.router, {experts.count, shape.hidden});
  all.of(DecoderPart::router).add(has_bias, layer.router_bias, {experts.count});
  all.of(DecoderPart::gate_up)
      .add(is_of_experts, layer.expert_gate_up, {experts.count, 2 * experts.width, shape.hidden},
           Kind::of_experts);
  all.of(DecoderPart::gate_up)
      .add(has_bias, layer.expert_gate_up_bias, {experts.count, 2 * experts.width},
           Kind::of_experts);
  all.of(DecoderPart::down)
      .add(is_of_experts, layer.expert_down, {experts.count, shape.hidden, experts.width},
           Kind::of_experts);
  all.of(DecoderPart::down)
      .add(has_bias, layer.expert_down_bias, {experts.count, shape.hidden}, Kind::of_experts);
  all.of(DecoderPart::norm)
      .add(shape.has_sandwich_norms, layer.feed_forward_after_norm, {shape.hidden}, Kind::gain);
}

}  // namespace

std::vector<WeightPlace> weight_places(const DecoderShape& shape, DecoderWeights& weights) {
  Places all;
  weights.layers.resize(static_cast<std::size_t>(shape.layers));
  // Where it is tied it is read as the head.
  all.of(shape.is_tied ? DecoderPart::logits : DecoderPart::token)
      .add(true, weights.embedding, {shape.vocabulary, shape.hidden});
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    all.layer = static_cast<std::int64_t>(i);
    add_attention(shape, weights.layers[i], all);
    add_feed_forward(shape, shape.is_of_experts[i], weights.layers[i], all);
  }
  all.layer = no_layer;
  all.of(DecoderPart::norm).add(true, weights.norm, {shape.hidden}, Kind::gain);
  all.of(DecoderPart::logits).add(!shape.is_tied, weights.head, {shape.vocabulary, shape.hidden});
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

double numbers_of(const WeightPlace& place) {
  return std::accumulate(
      place.sizes.begin(), place.sizes.end(), 1.0,
      [](double product, std::int64_t size) { return product * static_cast<double>(size); });
}

double numbers_read(const DecoderShape& shape, const WeightPlace& place) {
  if (place.used.part == DecoderPart::token) return static_cast<double>(shape.hidden);
  if (place.kind != Kind::of_experts) return numbers_of(place);
  return numbers_of(place) * static_cast<double>(shape.experts.per_token) /
         static_cast<double>(shape.experts.count);
}

WeightCount count_weights(const DecoderShape& shape) {
  DecoderWeights none;
  WeightCount count;
  for (const WeightPlace& place : weight_places(shape, none)) {
    const double all = numbers_of(place), read = numbers_read(shape, place);
    count.all += all;
    count.read_by_token += read;
    if (place.matrix == nullptr) continue;
    count.packed += all;
    count.packed_read_by_token += read;
  }
  return count;
}

}  // namespace wgf::engine
