// SPDX-License-Identifier: MIT
#include "advisor/network/foreign_config.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

// Beginnings of "model_type".
constexpr std::string_view types[] = {"jamba",
                                      "mamba",
                                      "falcon_mamba",
                                      "falcon_h1",
                                      "zamba",
                                      "bamba",
                                      "nemotron_h",
                                      "rwkv",
                                      "granitemoehybrid",
                                      "recurrent_gemma",
                                      "xlstm",
                                      "lfm2",
                                      "plamo2",
                                      "t5",
                                      "mt5",
                                      "umt5",
                                      "longt5",
                                      "switch_transformers",
                                      "bart",
                                      "mbart",
                                      "pegasus",
                                      "marian",
                                      "m2m",
                                      "blenderbot",
                                      "whisper",
                                      "vit",
                                      "deit",
                                      "beit",
                                      "swin",
                                      "convnext",
                                      "resnet",
                                      "clip",
                                      "siglip",
                                      "dinov"};
// Qwen 3.5 writes mamba_ssm_dtype, which says nothing of a shape.
constexpr const char* fields[] = {
    "attn_layer_period",  "hybrid_override_pattern", "layers_block_type",
    "linear_attn_config", "mamba_d_state",           "mamba_d_ssm",
    "mamba_num_heads",    "mamba_n_heads",           "mamba_head_dim",
    "mamba_expand",       "ssm_state_size",          "ssm_cfg",
    "state_size",         "encoder_layers",          "num_encoder_layers",
    "decoder_layers"};
constexpr std::string_view known_layers[] = {"full_attention", "sliding_attention",
                                             "chunked_attention", "linear_attention"};

std::string type_of(const Json& config) {
  const auto type = config.find("model_type");
  return type != config.end() && type->is_string() ? type->get<std::string>() : std::string();
}

// A kind of layer that is none of attention, or linear attention of another kind than DeltaNet.
std::string foreign_layer(const Json& config) {
  const auto listed = config.find("layer_types");
  if (listed == config.end() || !listed->is_array()) return "";
  for (const Json& layer : *listed) {
    const std::string name = layer.is_string() ? layer.get<std::string>() : layer.dump();
    const bool is_known =
        std::find(std::begin(known_layers), std::end(known_layers), name) != std::end(known_layers);
    const bool lacks_shape = name == "linear_attention" && !config.contains("linear_num_key_heads");
    if (!is_known || lacks_shape) return "layer_types " + name;
  }
  return "";
}

// Encoders after BERT that differ from it in what no field says (ALBERT: one layer's weights for
// all).
bool is_other_bert(const std::string& type) {
  constexpr std::string_view known[] = {
      "bert",      "roberta",    "roberta-prelayernorm", "xlm-roberta", "xlm-roberta-xl",
      "camembert", "distilbert", "deberta-v2",           "modernbert",  "nomic_bert"};
  const bool is_known = std::find(std::begin(known), std::end(known), type) != std::end(known);
  return !is_known && type.find("bert") != std::string::npos;
}

}  // namespace

std::string foreign_part(const Json& config) {
  const std::string type = type_of(config);
  if (is_other_bert(type)) return "model_type " + type;
  for (const std::string_view begin : types)
    if (type.starts_with(begin)) return "model_type " + type;
  for (const char* field : fields)
    if (const auto found = config.find(field); found != config.end() && !found->is_null())
      return field;
  if (const auto both = config.find("is_encoder_decoder"); both != config.end() && *both == true)
    return "is_encoder_decoder";
  // MiniMax: 0 is linear attention, 1 the usual one.
  const auto kinds = config.find("attn_type_list");
  // Mamba layers as letters; as numbers it is MiMo's, of windows.
  if (const auto pattern = config.find("hybrid_layer_pattern");
      pattern != config.end() && pattern->is_string())
    return "hybrid_layer_pattern";
  const bool has_linear = kinds != config.end() && kinds->is_array() &&
                          std::find(kinds->begin(), kinds->end(), Json(0)) != kinds->end();
  return has_linear ? "attn_type_list" : foreign_layer(config);
}

}  // namespace wgf::advisor
