// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/printable.h"
#include "base/text.h"
#include "checkpoints/config_text.h"

namespace wgf::engine {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 10> families{"gemma3_text", "gpt_oss", "llama", "mistral",
                                                    "mixtral",     "phi3",    "qwen2", "qwen3",
                                                    "qwen3_moe",   "gemma3"};

constexpr std::int64_t most = std::int64_t{1} << 24;  // of any width, count or length
constexpr std::int64_t most_layers = 4096;            // each is described by itself

// The fields of one object, each checked as it is read.
class Fields {
 public:
  Fields(const Json& json, std::string_view file) : json_(&json), file_(file) {}

  const Json* find(const char* name) const {
    const auto field = json_->find(name);
    return field == json_->end() || field->is_null() ? nullptr : &*field;
  }
  std::optional<std::int64_t> whole(const char* name) const {
    const Json* field = find(name);
    if (field == nullptr) return std::nullopt;
    if (!field->is_number_integer() || *field < 0 || *field > most) throw_bad(name);
    return field->get<std::int64_t>();
  }
  std::int64_t needed(const char* name) const {
    const auto value = whole(name);
    if (!value) throw Error({"network.config_field_missing", {{"file", file_}, {"field", name}}});
    if (*value < 1) throw_bad(name);
    return *value;
  }
  double number(const char* name, double otherwise) const {
    const Json* field = find(name);
    if (field == nullptr) return otherwise;
    if (!field->is_number()) throw_bad(name);
    const auto value = field->get<double>();
    if (!std::isfinite(value) || value <= 0) throw_bad(name);
    return value;
  }
  bool flag(const char* name, bool otherwise) const {
    const Json* field = find(name);
    if (field == nullptr) return otherwise;
    if (!field->is_boolean()) throw_bad(name);
    return field->get<bool>();
  }
  std::string text(const char* name, const char* otherwise = "") const {
    const Json* field = find(name);
    if (field == nullptr) return otherwise;
    if (!field->is_string()) throw_bad(name);
    return field->get<std::string>();
  }
  std::vector<double> numbers(const char* name) const {
    const Json* field = find(name);
    std::vector<double> values;
    if (field == nullptr) return values;
    if (!field->is_array()) throw_bad(name);
    for (const Json& value : *field) {
      if (!value.is_number()) throw_bad(name);
      values.push_back(value.get<double>());
    }
    return values;
  }
  std::optional<Fields> object(const char* name) const {
    const Json* field = find(name);
    if (field == nullptr) return std::nullopt;
    if (!field->is_object()) throw_bad(name);
    return Fields(*field, file_);
  }
  [[noreturn]] void throw_bad(const char* name) const {
    const Json* field = find(name);
    throw Error(
        {"network.config_bad_field",
         {{"file", file_},
          {"field", name},
          {"value",
           field == nullptr ? "" : field->dump(-1, ' ', true, Json::error_handler_t::replace)}}});
  }
  // It can have the value, and this engine does not compute it.
  [[noreturn]] void refuse(const char* name, const std::string& given, const char* known) const {
    throw Error({"engine.config_not_run",
                 {{"file", file_}, {"field", name}, {"value", printable(given)}, {"known", known}}},
                ExitCode::not_supported);
  }
  void check_multiple(const char* name, std::int64_t value, const char* of,
                      std::int64_t divisor) const {
    if (value % divisor != 0)
      throw Error({"engine.no_multiple",
                   {{"file", file_},
                    {"field", name},
                    {"value", std::to_string(value)},
                    {"of", of},
                    {"divisor", std::to_string(divisor)}}});
  }

 private:
  const Json* json_;
  std::string file_;
};

// Factors beyond the usual of YaRN and LongRoPE (transformers, modeling_rope_utils.py).
double yarn_attention_factor(const Fields& fields, double factor) {
  if (fields.find("attention_factor") != nullptr) return fields.number("attention_factor", 1);
  const auto scale = [factor](double mscale) {
    return factor <= 1 ? 1.0 : 0.1 * mscale * std::log(factor) + 1.0;
  };
  if (fields.find("mscale") != nullptr && fields.find("mscale_all_dim") != nullptr)
    return scale(fields.number("mscale", 1)) / scale(fields.number("mscale_all_dim", 1));
  return scale(1);
}

void read_scaling(const Fields& fields, std::int64_t positions, Rotary& rotary) {
  const std::string type = fields.text("rope_type", fields.text("type", "default").c_str());
  rotary.factor = fields.number("factor", 1);
  rotary.original_positions =
      fields.whole("original_max_position_embeddings").value_or(rotary.original_positions);
  if (rotary.original_positions == 0) rotary.original_positions = positions;
  if (type == "linear") {
    rotary.scaling = Rotary::Scaling::linear;
  } else if (type == "llama3") {
    rotary.scaling = Rotary::Scaling::llama3;
    rotary.low_frequency_factor = fields.number("low_freq_factor", 1);
    rotary.high_frequency_factor = fields.number("high_freq_factor", 4);
  } else if (type == "yarn") {
    rotary.scaling = Rotary::Scaling::yarn;
    rotary.beta_fast = fields.number("beta_fast", 32);
    rotary.beta_slow = fields.number("beta_slow", 1);
    rotary.truncates = fields.flag("truncate", true);
    rotary.attention_factor = yarn_attention_factor(fields, rotary.factor);
  } else if (type == "longrope") {
    rotary.scaling = Rotary::Scaling::longrope;
    rotary.short_factors = fields.numbers("short_factor");
    rotary.long_factors = fields.numbers("long_factor");
    const auto pairs = static_cast<std::size_t>(rotary.width / 2);
    if (rotary.short_factors.size() != pairs) fields.throw_bad("short_factor");
    if (rotary.long_factors.size() != pairs) fields.throw_bad("long_factor");
    const double stretch =
        static_cast<double>(positions) / static_cast<double>(rotary.original_positions);
    const double usual =
        stretch <= 1 ? 1.0
                     : std::sqrt(1 + std::log(stretch) /
                                         std::log(static_cast<double>(rotary.original_positions)));
    rotary.attention_factor = fields.number("attention_factor", usual);
  } else if (type != "default") {
    fields.refuse(fields.find("rope_type") != nullptr ? "rope_type" : "type", type,
                  "default, linear, llama3, yarn, longrope");
  }
}

// Files of transformers 5 have rope_parameters, of Gemma 3 one for each kind of layer; older ones
// rope_theta and rope_scaling beside it.
Rotary read_rotary(const Fields& config, const char* layer_kind, double old_theta,
                   bool has_old_scaling, const DecoderShape& shape) {
  Rotary rotary;
  std::optional<Fields> fields = config.object("rope_parameters");
  if (fields)
    if (const auto of_kind = fields->object(layer_kind)) fields = of_kind;
  rotary.theta = fields ? fields->number("rope_theta", old_theta) : old_theta;
  const double share =
      (fields && fields->find("partial_rotary_factor") != nullptr ? *fields : config)
          .number("partial_rotary_factor", 1);
  rotary.width =
      static_cast<std::int64_t>(static_cast<double>(shape.head_size) * std::min(share, 1.0)) / 2 *
      2;
  rotary.original_positions = config.whole("original_max_position_embeddings").value_or(0);
  if (!fields && has_old_scaling) fields = config.object("rope_scaling");
  if (fields) read_scaling(*fields, shape.most_positions, rotary);
  return rotary;
}

std::vector<bool> windowed_layers(const Fields& config, const DecoderShape& shape) {
  std::vector<bool> windowed(static_cast<std::size_t>(shape.layers), shape.window > 0);
  if (shape.window == 0) return windowed;
  if (const Json* kinds = config.find("layer_types")) {
    if (!kinds->is_array() || kinds->size() != windowed.size()) config.throw_bad("layer_types");
    for (std::size_t i = 0; i < windowed.size(); ++i)
      windowed[i] = (*kinds)[i] == "sliding_attention";
    return windowed;
  }
  if (shape.family == "gemma3_text") {
    const auto every =
        std::max<std::int64_t>(1, config.whole("sliding_window_pattern").value_or(6));
    for (std::size_t i = 0; i < windowed.size(); ++i)
      windowed[i] = (static_cast<std::int64_t>(i) + 1) % every != 0;
  }
  if (shape.family == "gpt_oss")
    for (std::size_t i = 0; i < windowed.size(); ++i) windowed[i] = i % 2 == 0;
  return windowed;
}

void read_experts(const Fields& config, DecoderShape& shape) {
  shape.is_of_experts.assign(static_cast<std::size_t>(shape.layers), false);
  const bool has_experts =
      shape.family == "mixtral" || shape.family == "qwen3_moe" || shape.family == "gpt_oss";
  if (!has_experts) return;
  ExpertShape& experts = shape.experts;
  experts.count = config.find("num_experts") != nullptr ? config.needed("num_experts")
                                                        : config.needed("num_local_experts");
  experts.per_token =
      config.find("experts_per_token") != nullptr && config.find("num_experts_per_tok") == nullptr
          ? config.needed("experts_per_token")
          : config.needed("num_experts_per_tok");
  if (experts.per_token > experts.count) config.throw_bad("num_experts_per_tok");
  experts.width = config.whole("moe_intermediate_size").value_or(shape.feed_forward);
  experts.renormalises = shape.family != "qwen3_moe" || config.flag("norm_topk_prob", false);
  experts.balance = config.number("router_aux_loss_coef", experts.balance);
  experts.has_biases = experts.is_interleaved = shape.family == "gpt_oss";
  const auto every = std::max<std::int64_t>(1, config.whole("decoder_sparse_step").value_or(1));
  for (std::int64_t i = 0; i < shape.layers; ++i)
    shape.is_of_experts[static_cast<std::size_t>(i)] = (i + 1) % every == 0;
  for (const double layer : config.numbers("mlp_only_layers")) {
    if (layer < 0 || layer >= static_cast<double>(shape.layers))
      config.throw_bad("mlp_only_layers");
    shape.is_of_experts[static_cast<std::size_t>(layer)] = false;
  }
  if (std::find(shape.is_of_experts.begin(), shape.is_of_experts.end(), false) ==
      shape.is_of_experts.end())
    shape.feed_forward = 0;
}

Activation read_activation(const Fields& config, const std::string& family) {
  if (family == "gpt_oss") return Activation::clamped_silu;
  const char* name = family == "gemma3_text" ? "hidden_activation" : "hidden_act";
  const std::string text =
      config.text(name, family == "gemma3_text" ? "gelu_pytorch_tanh" : "silu");
  if (text == "silu") return Activation::silu;
  if (text == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  config.refuse(name, text, "silu, gelu_pytorch_tanh");
}

void check_heads(const Fields& config, const DecoderShape& shape) {
  config.check_multiple("num_attention_heads", shape.heads, "num_key_value_heads", shape.kv_heads);
  if (shape.head_size < 2 || shape.head_size % 2 != 0)
    config.throw_bad(config.find("head_dim") != nullptr ? "head_dim" : "num_attention_heads");
}

DecoderShape read_shape(const Fields& config, std::string family) {
  DecoderShape shape;
  shape.family = std::move(family);
  const bool is_gemma = shape.family == "gemma3_text";
  const bool is_qwen3 = shape.family == "qwen3" || shape.family == "qwen3_moe";
  shape.layers = config.needed("num_hidden_layers");
  if (shape.layers > most_layers) config.throw_bad("num_hidden_layers");
  shape.hidden = config.needed("hidden_size");
  shape.heads = config.needed("num_attention_heads");
  shape.kv_heads = config.whole("num_key_value_heads").value_or(shape.heads);
  if (shape.kv_heads < 1) config.throw_bad("num_key_value_heads");
  if (config.find("head_dim") == nullptr)
    config.check_multiple("hidden_size", shape.hidden, "num_attention_heads", shape.heads);
  shape.head_size = config.whole("head_dim").value_or(shape.hidden / shape.heads);
  shape.feed_forward = config.needed("intermediate_size");
  shape.vocabulary = config.needed("vocab_size");
  shape.most_positions = config.needed("max_position_embeddings");
  shape.norm_epsilon = config.number("rms_norm_eps", 1e-6);
  shape.is_tied = config.flag("tie_word_embeddings", is_gemma);
  check_heads(config, shape);

  const bool has_bias = config.flag("attention_bias", shape.family == "gpt_oss");
  shape.has_qkv_bias = has_bias || shape.family == "qwen2";
  shape.has_output_bias = has_bias;
  shape.has_mlp_bias = config.flag("mlp_bias", false);
  shape.has_head_norms = is_gemma || is_qwen3;
  shape.has_sandwich_norms = shape.has_shifted_norms = is_gemma;
  shape.has_sinks = shape.family == "gpt_oss";
  shape.activation = read_activation(config, shape.family);
  const double query_scalar =
      is_gemma ? config.number("query_pre_attn_scalar", static_cast<double>(shape.head_size))
               : static_cast<double>(shape.head_size);
  shape.attention_scale = 1 / std::sqrt(query_scalar);
  if (is_gemma) shape.embedding_scale = std::sqrt(static_cast<double>(shape.hidden));

  const double theta = config.number("rope_theta", is_gemma ? 1e6 : 10000);
  shape.rotary = read_rotary(config, "full_attention", theta, true, shape);
  shape.window_rotary =
      is_gemma ? read_rotary(config, "sliding_attention",
                             config.number("rope_local_base_freq", 10000), false, shape)
               : shape.rotary;
  const bool uses_window =
      !(shape.family == "qwen2" || is_qwen3) || config.flag("use_sliding_window", false);
  shape.window = uses_window ? config.whole("sliding_window").value_or(0) : 0;
  shape.is_windowed = windowed_layers(config, shape);
  read_experts(config, shape);
  return shape;
}

}  // namespace

std::span<const std::string_view> decoder_families() {
  return families;
}

DecoderShape read_decoder_config(std::string_view text, std::string_view name) {
  const Json json = checkpoints::parse_config(text, std::string(name));
  const Fields config(json, name);
  std::string family = config.text("model_type");
  if (std::find(families.begin(), families.end(), family) == families.end()) {
    std::vector<std::string> known(families.begin(), families.end());
    std::sort(known.begin(), known.end());
    throw Error({"engine.unknown_family",
                 {{"file", std::string(name)},
                  {"family", printable(family)},
                  {"families", join(known, ", ")}}},
                ExitCode::not_supported);
  }
  if (family == "gemma3") {  // with the tower of images beside it
    const auto inner = config.object("text_config");
    if (!inner) config.throw_bad("text_config");
    return read_shape(*inner, "gemma3_text");
  }
  return read_shape(config, std::move(family));
}

}  // namespace wgf::engine
