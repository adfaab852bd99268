// SPDX-License-Identifier: MIT
#pragma once
// The weights of a decoder, a tensor each, rows as published: [outputs, inputs]. Matrices that read
// the same input are one: queries, keys and values; gate and up.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/units.h"
#include "engine/llm/decoder_part.h"
#include "engine/llm/decoder_shape.h"
#include "engine/llm/matrix.h"

namespace wgf::engine {

// Tensors that a shape does not have are undefined.
struct LayerWeights {
  at::Tensor attention_norm, attention_after_norm;  // [hidden]
  Matrix qkv;                                       // [(heads + 2 kv_heads) head_size, hidden]
  at::Tensor qkv_bias;
  at::Tensor query_norm, key_norm;  // [head_size]
  at::Tensor sinks;                 // [heads]
  Matrix output;                    // [hidden, heads head_size]
  at::Tensor output_bias;
  at::Tensor feed_forward_norm, feed_forward_after_norm;  // [hidden]
  Matrix gate_up;                                         // [2 feed_forward, hidden]: gate first
  at::Tensor gate_up_bias;
  Matrix down;  // [hidden, feed_forward]
  at::Tensor down_bias;
  at::Tensor router, router_bias;  // [experts, hidden]
  Matrix expert_gate_up;           // [experts, 2 width, hidden]: gate first
  at::Tensor expert_gate_up_bias;
  Matrix expert_down;  // [experts, hidden, width]
  at::Tensor expert_down_bias;
};

class PeerAllReduce;
class RankGroup;

// Which of the ranks that share a decoder holds these weights.
struct WeightShare {
  std::int64_t rank = 0, ranks = 1;
};

struct DecoderWeights {
  at::Tensor embedding;  // [vocabulary, hidden]
  std::vector<LayerWeights> layers;
  at::Tensor norm;             // [hidden]
  at::Tensor head;             // [head rows, hidden]; where it is tied the embedding itself
  RankGroup* ranks = nullptr;  // that hold the other parts of matrices; null: these are whole
  std::shared_ptr<const PeerAllReduce> sums;  // of prompts and wide steps; null: the library's
  std::optional<Bytes> most_summed;           // by these; larger sums by the library
};

// Every tensor that a decoder of the shape has, with the size it must have; the order of the model.
struct WeightPlace {
  at::Tensor* tensor;
  std::vector<std::int64_t> sizes;
  enum class Kind { plain, gain, of_experts };  // a gain of a norm is around one
  Kind kind = Kind::plain;
  Matrix* matrix = nullptr;  // the tensor's, of those that may be packed
  PartPlace used;            // by which part of a step
  // How ranks share it out: along a dimension, each of its sections evenly; -1: each has it whole.
  struct Cut {
    std::int64_t dimension = -1;
    std::vector<std::int64_t> sections;  // of the whole tensor
    bool is_added_once = false;          // a bias of what is summed: zero but on rank 0
  };
  Cut cut;
};
std::vector<WeightPlace> weight_places(const DecoderShape& shape, DecoderWeights& weights);
std::vector<WeightPlace> layer_places(const DecoderShape& shape, std::size_t index,
                                      LayerWeights& layer);

// Normal numbers of deviation 0.02, gains around one, from the seed; made on the device, none zero
// throughout: products of zeros draw less power and run faster. Matrices of layers are packed as
// they are made; the table of tokens, the head, the routers and the norms stay plain, as files of
// narrow weights have them. Of ranks each has its part of the same weights: shape is the whole one.
DecoderWeights random_weights(const DecoderShape& shape, c10::ScalarType type, c10::Device device,
                              std::uint64_t seed, WeightFormat format = WeightFormat::plain,
                              WeightShare share = {});

// How a tensor's numbers lie in memory where matrices of layers are of the format: mxfp4 is of
// experts alone, as published.
WeightFormat format_of(const WeightPlace& place, WeightFormat format);
// That matrices of layers are of.
WeightFormat format_of(const DecoderWeights& weights);

// Numbers of a tensor; those of it that one token reads: of the experts only the chosen ones, of
// the table of tokens one row unless it is the head.
double numbers_of(const WeightPlace& place);
double numbers_read(const DecoderShape& shape, const WeightPlace& place);

// Of all tensors, a tied head once.
struct WeightCount {
  double all = 0, read_by_token = 0;
};
WeightCount count_weights(const DecoderShape& shape);

}  // namespace wgf::engine
