// SPDX-License-Identifier: MIT
#include "engine/training/trained_shape.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "checkpoints/config_text.h"
#include "engine/llm/decoder_config.h"

namespace wgf::engine {
namespace {

using Json = nlohmann::json;

std::int64_t whole(const Json& json, const std::string& file, const char* name) {
  const auto field = json.find(name);
  if (field == json.end() || field->is_null())
    throw Error({"network.config_field_missing", {{"file", file}, {"field", name}}});
  constexpr std::int64_t most = std::int64_t{1} << 24;
  if (!field->is_number_integer() || *field < 1 || *field > most)
    throw Error({"network.config_bad_field",
                 {{"file", file},
                  {"field", name},
                  {"value", field->dump(-1, ' ', true, Json::error_handler_t::replace)}}});
  return field->get<std::int64_t>();
}

// As transformers' GPT2Config names its fields.
DecoderShape read_gpt2(const Json& json, const std::string& file) {
  DecoderShape shape;
  shape.family = "gpt2";
  shape.layers = whole(json, file, "n_layer");
  shape.hidden = whole(json, file, "n_embd");
  shape.heads = shape.kv_heads = whole(json, file, "n_head");
  if (shape.hidden % shape.heads != 0)
    throw Error({"engine.no_multiple",
                 {{"file", file},
                  {"field", "n_embd"},
                  {"value", std::to_string(shape.hidden)},
                  {"of", "n_head"},
                  {"divisor", std::to_string(shape.heads)}}});
  shape.head_size = shape.hidden / shape.heads;
  const bool has_inner = json.contains("n_inner") && !json["n_inner"].is_null();
  shape.feed_forward = has_inner ? whole(json, file, "n_inner") : 4 * shape.hidden;
  shape.vocabulary = whole(json, file, "vocab_size");
  shape.most_positions = whole(json, file, "n_positions");
  shape.norm_epsilon = 1e-5;
  shape.is_tied = shape.has_qkv_bias = shape.has_output_bias = shape.has_mlp_bias = true;
  shape.has_layer_norms = shape.has_positions = true;
  shape.is_gated = false;
  shape.activation = Activation::gelu_tanh;
  shape.attention_scale = 1 / std::sqrt(static_cast<double>(shape.head_size));
  const auto layers = static_cast<std::size_t>(shape.layers);
  shape.is_windowed.assign(layers, false);
  shape.is_of_experts.assign(layers, false);
  return shape;
}

// DeepSeekMoE (Dai et al. 2024), as transformers' DeepseekConfig names its fields: Llama's layers,
// some experts that every token takes, and dense layers first. Those with latent attention are
// other types.
DecoderShape read_deepseek(Json json, const std::string& file) {
  json["model_type"] = "mixtral";
  json["num_local_experts"] = whole(json, file, "n_routed_experts");
  json["num_experts_per_tok"] = whole(json, file, "num_experts_per_tok");
  const std::int64_t width = whole(json, file, "moe_intermediate_size");
  const auto field = [&](const char* name, const Json& usual) {
    const auto found = json.find(name);
    return found == json.end() || found->is_null() ? usual : *found;
  };
  Json dense = Json::array();
  if (field("first_k_dense_replace", 0) != 0)
    for (std::int64_t i = 0; i < whole(json, file, "first_k_dense_replace"); ++i)
      dense.push_back(i);
  json["mlp_only_layers"] = std::move(dense);
  if (json.contains("aux_loss_alpha")) json["router_aux_loss_coef"] = json["aux_loss_alpha"];
  DecoderShape shape = read_decoder_config(json.dump(), file);
  shape.family = "deepseek";
  shape.experts.renormalises = field("norm_topk_prob", false) == true;
  if (field("n_shared_experts", 0) != 0)
    shape.experts.shared_width = whole(json, file, "n_shared_experts") * width;
  return shape;
}

}  // namespace

DecoderShape read_trained_shape(std::string_view text, std::string_view name) {
  const Json json = checkpoints::parse_config(text, std::string(name));
  const auto type = json.find("model_type");
  if (type != json.end() && *type == "gpt2") return read_gpt2(json, std::string(name));
  if (type != json.end() && *type == "deepseek") return read_deepseek(json, std::string(name));
  return read_decoder_config(text, name);
}

DecoderShape with_experts(DecoderShape shape, std::int64_t experts) {
  const auto refuse = [&] {
    throw Error(
        {"network.no_experts_of", {{"model", shape.family}, {"experts", std::to_string(experts)}}},
        ExitCode::not_supported);
  };
  const bool has_some = shape.experts.count > 0;
  if (experts == 1) {
    if (!has_some) return shape;
    const std::int64_t width =
        shape.experts.per_token * shape.experts.width + shape.experts.shared_width;
    if (shape.feed_forward > 0 && shape.feed_forward != width) refuse();
    shape.feed_forward = width;
    shape.experts = {};
    shape.is_of_experts.assign(shape.is_of_experts.size(), false);
    return shape;
  }
  if (!has_some) {
    constexpr std::int64_t taken = 2;
    if (!shape.is_gated || shape.has_mlp_bias || shape.feed_forward % taken != 0) refuse();
    shape.experts = {.per_token = taken, .width = shape.feed_forward / taken};
    shape.feed_forward = 0;
    shape.is_of_experts.assign(shape.is_of_experts.size(), true);
  }
  if (experts < shape.experts.per_token) refuse();
  shape.experts.count = experts;
  return shape;
}

}  // namespace wgf::engine
