// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_weights.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>

#include <numeric>

#include "engine/llm/tensor_parallel.h"

namespace wgf::engine {
namespace {

using Sizes = std::vector<std::int64_t>;
using Kind = WeightPlace::Kind;

using Cut = WeightPlace::Cut;

class Places {
 public:
  void add(bool has, at::Tensor& tensor, Sizes sizes, Cut cut = {}, Kind kind = Kind::plain) {
    if (has) put({&tensor, std::move(sizes), kind, nullptr, {part_, layer}, std::move(cut)});
  }
  void add(bool has, Matrix& matrix, Sizes sizes, Cut cut = {}, Kind kind = Kind::plain) {
    if (has) put({&matrix.values, std::move(sizes), kind, &matrix, {part_, layer}, std::move(cut)});
  }
  void add_gains(bool has, at::Tensor& tensor, std::int64_t width) {
    add(has, tensor, {width}, {}, Kind::gain);
  }
  Places& of(DecoderPart part) {
    part_ = part;
    return *this;
  }
  std::vector<WeightPlace> places;
  std::int64_t layer = no_layer;

 private:
  void put(WeightPlace place) { places.push_back(std::move(place)); }

  DecoderPart part_ = DecoderPart::token;
};

const Cut once{.is_added_once = true};

void add_attention(const DecoderShape& shape, LayerWeights& layer, Places& all) {
  const std::int64_t query = shape.query_width(), key = shape.kv_width(), rows = query + 2 * key;
  const Cut heads{.dimension = 0, .sections = {query, key, key}};
  const Cut sinks{.dimension = 0, .sections = {shape.heads}};
  const Cut inputs{.dimension = 1, .sections = {query}};
  all.of(DecoderPart::norm).add_gains(true, layer.attention_norm, shape.hidden);
  all.of(DecoderPart::qkv).add(true, layer.qkv, {rows, shape.hidden}, heads);
  all.of(DecoderPart::qkv).add(shape.has_qkv_bias, layer.qkv_bias, {rows}, heads);
  all.of(DecoderPart::heads).add_gains(shape.has_head_norms, layer.query_norm, shape.head_size);
  all.of(DecoderPart::heads).add_gains(shape.has_head_norms, layer.key_norm, shape.head_size);
  all.of(DecoderPart::attention).add(shape.has_sinks, layer.sinks, {shape.heads}, sinks);
  all.of(DecoderPart::output).add(true, layer.output, {shape.hidden, query}, inputs);
  all.of(DecoderPart::output).add(shape.has_output_bias, layer.output_bias, {shape.hidden}, once);
  all.of(DecoderPart::norm)
      .add_gains(shape.has_sandwich_norms, layer.attention_after_norm, shape.hidden);
}

void add_dense(const DecoderShape& shape, LayerWeights& layer, Places& all) {
  const std::int64_t width = shape.feed_forward;
  const bool has_bias = shape.has_mlp_bias;
  const Cut halves{.dimension = 0, .sections = {width, width}};
  const Cut inputs{.dimension = 1, .sections = {width}};
  all.of(DecoderPart::gate_up).add(true, layer.gate_up, {2 * width, shape.hidden}, halves);
  all.of(DecoderPart::gate_up).add(has_bias, layer.gate_up_bias, {2 * width}, halves);
  all.of(DecoderPart::down).add(true, layer.down, {shape.hidden, width}, inputs);
  all.of(DecoderPart::down).add(has_bias, layer.down_bias, {shape.hidden}, once);
}

void add_experts(const DecoderShape& shape, LayerWeights& layer, Places& all) {
  const auto& [count, per_token, width, renormalises, has_biases, is_interleaved, shared_width,
               balance] = shape.experts;
  const Cut halves{.dimension = 1, .sections = {width, width}};
  const Cut inputs{.dimension = 2, .sections = {width}};
  all.of(DecoderPart::router).add(true, layer.router, {count, shape.hidden});
  all.of(DecoderPart::router).add(has_biases, layer.router_bias, {count});
  all.of(DecoderPart::gate_up)
      .add(true, layer.expert_gate_up, {count, 2 * width, shape.hidden}, halves, Kind::of_experts);
  all.of(DecoderPart::gate_up)
      .add(has_biases, layer.expert_gate_up_bias, {count, 2 * width}, halves, Kind::of_experts);
  all.of(DecoderPart::down)
      .add(true, layer.expert_down, {count, shape.hidden, width}, inputs, Kind::of_experts);
  all.of(DecoderPart::down)
      .add(has_biases, layer.expert_down_bias, {count, shape.hidden}, once, Kind::of_experts);
}

void add_layer(const DecoderShape& shape, std::size_t index, LayerWeights& layer, Places& all) {
  all.layer = static_cast<std::int64_t>(index);
  add_attention(shape, layer, all);
  all.of(DecoderPart::norm).add_gains(true, layer.feed_forward_norm, shape.hidden);
  if (shape.is_of_experts[index])
    add_experts(shape, layer, all);
  else
    add_dense(shape, layer, all);
  all.of(DecoderPart::norm)
      .add_gains(shape.has_sandwich_norms, layer.feed_forward_after_norm, shape.hidden);
  all.layer = no_layer;
}

}  // namespace

std::vector<WeightPlace> layer_places(const DecoderShape& shape, std::size_t index,
                                      LayerWeights& layer) {
  Places all;
  add_layer(shape, index, layer, all);
  return std::move(all.places);
}

std::vector<WeightPlace> weight_places(const DecoderShape& shape, DecoderWeights& weights) {
  Places all;
  weights.layers.resize(static_cast<std::size_t>(shape.layers));
  // Where it is tied it is read as the head.
  all.of(shape.is_tied ? DecoderPart::logits : DecoderPart::token)
      .add(true, weights.embedding, {shape.vocabulary, shape.hidden});
  for (std::size_t i = 0; i < weights.layers.size(); ++i)
    add_layer(shape, i, weights.layers[i], all);
  all.of(DecoderPart::norm).add_gains(true, weights.norm, shape.hidden);
  all.of(DecoderPart::logits)
      .add(!shape.is_tied, weights.head, {shape.head_rows(), shape.hidden},
           {.dimension = 0, .sections = {shape.vocabulary}});
  return std::move(all.places);
}

DecoderWeights random_weights(const DecoderShape& shape, c10::ScalarType type, c10::Device device,
                              std::uint64_t seed, WeightFormat format, WeightShare share) {
  constexpr double deviation = 0.02;
  DecoderWeights weights;
  at::manual_seed(seed);
  for (WeightPlace& place : weight_places(shape, weights)) {
    const double middle = place.kind == Kind::gain && !shape.has_shifted_norms ? 1 : 0;
    const at::Tensor whole = at::empty(place.sizes, at::TensorOptions(device).dtype(type));
    whole.normal_(middle, deviation);
    *place.tensor = share_of(whole, place, share);
    if (place.matrix != nullptr) *place.matrix = pack(*place.tensor, format_of(place, format));
  }
  if (shape.is_tied) weights.head = head_of_table(shape, weights.embedding, share);
  return weights;
}

WeightFormat format_of(const WeightPlace& place, WeightFormat format) {
  if (place.matrix == nullptr) return WeightFormat::plain;
  return format == WeightFormat::mxfp4 && place.kind != Kind::of_experts ? WeightFormat::plain
                                                                         : format;
}

WeightFormat format_of(const DecoderWeights& weights) {
  const LayerWeights& first = weights.layers.front();
  return first.expert_down.defined() ? first.expert_down.format : first.qkv.format;
}

double numbers_of(const WeightPlace& place) {
  return std::accumulate(
      place.sizes.begin(), place.sizes.end(), 1.0,
      [](double product, std::int64_t size) { return product * static_cast<double>(size); });
}

double numbers_read(const DecoderShape& shape, const WeightPlace& place) {
  if (place.used.part == DecoderPart::token) return static_cast<double>(shape.hidden);
  if (place.used.part == DecoderPart::logits)  // of a tied table the rows that are the rank's head
    return static_cast<double>(shape.head_rows() * shape.hidden);
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
  }
  return count;
}

}  // namespace wgf::engine
