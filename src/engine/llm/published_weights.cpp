// SPDX-License-Identifier: MIT
#include "engine/llm/published_weights.h"

#include <ATen/ops/cat.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/printable.h"
#include "engine/llm/tensor_loader.h"
#include "engine/llm/tensor_parallel.h"

namespace wgf::engine {
namespace {

using TensorSizes = std::vector<std::int64_t>;

class Reader {
 public:
  Reader(const DecoderShape& shape, const checkpoints::Checkpoint& checkpoint, TensorLoader loader,
         WeightFormat format, WeightShare share)
      : shape_(shape),
        checkpoint_(checkpoint),
        loader_(std::move(loader)),
        format_(format),
        share_(share) {
    // Gemma 3 with a tower of images keeps the decoder below a name of its own.
    for (const char* prefix : {"model.", "language_model.model.", "model.language_model."})
      if (checkpoint.has(std::string(prefix) + "embed_tokens.weight")) prefix_ = prefix;
  }

  DecoderWeights read() {
    DecoderWeights weights;
    const std::int64_t hidden = shape_.hidden;
    weights.embedding = take("embed_tokens.weight", {shape_.vocabulary, hidden});
    for (std::int64_t i = 0; i < shape_.layers; ++i) {
      layer_ = "layers." + std::to_string(i) + ".";
      LayerWeights layer;
      read_attention(layer);
      read_norms(layer);
      if (shape_.is_of_experts[static_cast<std::size_t>(i)])
        read_experts(layer);
      else
        read_feed_forward(layer);
      for (const WeightPlace& place : layer_places(shape_, static_cast<std::size_t>(i), layer)) {
        *place.tensor = share_of(*place.tensor, place, share_);
        if (place.matrix != nullptr) *place.matrix = pack(*place.tensor, format_of(place, format_));
      }
      weights.layers.push_back(std::move(layer));
    }
    layer_.clear();
    weights.norm = take("norm.weight", {hidden});
    prefix_.clear();
    weights.head = head_of_table(
        shape_,
        shape_.is_tied ? weights.embedding : take("lm_head.weight", {shape_.vocabulary, hidden}),
        share_);
    if (share_.ranks > 1 && !shape_.is_tied) weights.head = weights.head.clone();
    check_all_taken();
    return weights;
  }

 private:
  std::string full(const std::string& name) const { return prefix_ + layer_ + name; }
  at::Tensor take(const std::string& name, const TensorSizes& sizes) {
    return loader_.load(full(name), sizes);
  }

  struct Part {
    const char* name;
    std::int64_t rows;
  };
  using Parts = std::initializer_list<Part>;
  // Matrices, or their biases, one below the other.
  void take_rows(const std::string& room, Parts parts, const char* kind, const at::Tensor& target) {
    std::int64_t row = 0;
    for (const Part& part : parts) {
      loader_.load(full(room + part.name + kind), target.narrow(0, row, part.rows));
      row += part.rows;
    }
  }
  at::Tensor rows_of(const std::string& room, Parts parts, const char* kind, std::int64_t columns) {
    const std::int64_t rows =
        std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                        [](std::int64_t sum, const Part& part) { return sum + part.rows; });
    at::Tensor joined = loader_.empty(columns > 0 ? TensorSizes{rows, columns} : TensorSizes{rows});
    take_rows(room, parts, kind, joined);
    return joined;
  }

  void read_attention(LayerWeights& layer) {
    const std::int64_t hidden = shape_.hidden, query = shape_.query_width(),
                       key = shape_.kv_width();
    const std::string room = "self_attn.";
    if (shape_.family == "phi3") {
      layer.qkv = take(room + "qkv_proj.weight", {query + 2 * key, hidden});
    } else {
      const Parts parts = {{"q_proj", query}, {"k_proj", key}, {"v_proj", key}};
      layer.qkv = rows_of(room, parts, ".weight", hidden);
      if (shape_.has_qkv_bias) layer.qkv_bias = rows_of(room, parts, ".bias", 0);
    }
    layer.output = take(room + "o_proj.weight", {hidden, query});
    if (shape_.has_output_bias) layer.output_bias = take(room + "o_proj.bias", {hidden});
    if (shape_.has_head_norms) {
      layer.query_norm = take(room + "q_norm.weight", {shape_.head_size});
      layer.key_norm = take(room + "k_norm.weight", {shape_.head_size});
    }
    if (shape_.has_sinks) layer.sinks = take(room + "sinks", {shape_.heads});
  }

  void read_norms(LayerWeights& layer) {
    const TensorSizes sizes{shape_.hidden};
    layer.attention_norm = take("input_layernorm.weight", sizes);
    if (!shape_.has_sandwich_norms) {
      layer.feed_forward_norm = take("post_attention_layernorm.weight", sizes);
      return;
    }
    layer.attention_after_norm = take("post_attention_layernorm.weight", sizes);
    layer.feed_forward_norm = take("pre_feedforward_layernorm.weight", sizes);
    layer.feed_forward_after_norm = take("post_feedforward_layernorm.weight", sizes);
  }

  void read_feed_forward(LayerWeights& layer) {
    const std::int64_t hidden = shape_.hidden, width = shape_.feed_forward;
    if (shape_.family == "phi3") {
      layer.gate_up = take("mlp.gate_up_proj.weight", {2 * width, hidden});
    } else {
      const Parts parts = {{"gate_proj", width}, {"up_proj", width}};
      layer.gate_up = rows_of("mlp.", parts, ".weight", hidden);
      if (shape_.has_mlp_bias) layer.gate_up_bias = rows_of("mlp.", parts, ".bias", 0);
    }
    layer.down = take("mlp.down_proj.weight", {hidden, width});
    if (shape_.has_mlp_bias) layer.down_bias = take("mlp.down_proj.bias", {hidden});
  }

  void read_experts(LayerWeights& layer) {
    if (shape_.family == "gpt_oss") return read_joined_experts(layer);
    const std::int64_t hidden = shape_.hidden, width = shape_.experts.width;
    const bool is_mixtral = shape_.family == "mixtral";
    const std::string room = is_mixtral ? "block_sparse_moe." : "mlp.";
    layer.router = take(room + "gate.weight", {shape_.experts.count, hidden});
    layer.expert_gate_up = loader_.empty({shape_.experts.count, 2 * width, hidden});
    layer.expert_down = loader_.empty({shape_.experts.count, hidden, width});
    for (std::int64_t e = 0; e < shape_.experts.count; ++e) {
      const std::string expert = room + "experts." + std::to_string(e) + ".";
      take_rows(expert,
                {{is_mixtral ? "w1" : "gate_proj", width}, {is_mixtral ? "w3" : "up_proj", width}},
                ".weight", layer.expert_gate_up.values.select(0, e));
      loader_.load(full(expert + (is_mixtral ? "w2" : "down_proj") + ".weight"),
                   layer.expert_down.values.select(0, e));
    }
  }

  // Published as [experts, inputs, outputs], outputs of gate and up in turn.
  void read_joined_experts(LayerWeights& layer) {
    const std::int64_t hidden = shape_.hidden, width = shape_.experts.width,
                       count = shape_.experts.count;
    const auto gate_first = [&](const at::Tensor& turns) {  // along dimension 1
      return at::cat({turns.slice(1, 0, 2 * width, 2), turns.slice(1, 1, 2 * width, 2)}, 1);
    };
    layer.router = take("mlp.router.weight", {count, hidden});
    layer.router_bias = take("mlp.router.bias", {count});
    // [experts, outputs, inputs]; of mxfp4 they lie so.
    const auto matrices = [&](const std::string& name, std::int64_t outputs, std::int64_t inputs) {
      return loader_.has_blocks() ? loader_.load_blocks(full(name), {count, outputs, inputs})
                                  : take(name, {count, inputs, outputs}).transpose(1, 2);
    };
    layer.expert_gate_up =
        gate_first(matrices("mlp.experts.gate_up_proj", 2 * width, hidden)).contiguous();
    layer.expert_gate_up_bias =
        gate_first(take("mlp.experts.gate_up_proj_bias", {count, 2 * width}));
    layer.expert_down = matrices("mlp.experts.down_proj", hidden, width).contiguous();
    layer.expert_down_bias = take("mlp.experts.down_proj_bias", {count, hidden});
  }

  // Old checkpoints keep the table of frequencies, and a head that is tied may be there again;
  // towers of images are not run.
  static bool is_of_no_use(const std::string& name) {
    return name.ends_with("rotary_emb.inv_freq") || name == "lm_head.weight" ||
           name.starts_with("vision_tower.") || name.starts_with("multi_modal_projector.");
  }
  void check_all_taken() const {
    for (const std::string& name : checkpoint_.names())
      if (!loader_.loaded().contains(name) && !is_of_no_use(name))
        throw Error({"checkpoint.extra_tensor",
                     {{"file", checkpoint_.file_of(name)},
                      {"tensor", printable(name)},
                      {"family", shape_.family}}});
  }

  const DecoderShape& shape_;
  const checkpoints::Checkpoint& checkpoint_;
  TensorLoader loader_;
  const WeightFormat format_;
  const WeightShare share_;
  std::string prefix_, layer_;
};

}  // namespace

DecoderWeights published_weights(const DecoderShape& shape,
                                 const checkpoints::Checkpoint& checkpoint,
                                 const std::optional<checkpoints::Quantisation>& quantisation,
                                 c10::ScalarType type, c10::Device device, WeightFormat format,
                                 WeightShare share) {
  return Reader(shape, checkpoint, TensorLoader(checkpoint, quantisation, type, device), format,
                share)
      .read();
}

}  // namespace wgf::engine
