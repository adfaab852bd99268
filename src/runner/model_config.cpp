// SPDX-License-Identifier: MIT
#include "runner/model_config.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"

namespace wgf::runner {
namespace {

using catalog::Model;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const Model& model) {
  throw Error({"runner.no_decoder_for", {{"model", model.id}}}, ExitCode::not_supported);
}

// The arithmetic a family has; all others that are plain are Llama's.
struct FamilyType {
  std::string_view family;
  const char* type;
};
constexpr FamilyType families[] = {
    {"Mixtral", "mixtral"}, {"Mistral", "mistral"},     {"Qwen2.5", "qwen2"},
    {"Qwen3", "qwen3"},     {"Qwen3 MoE", "qwen3_moe"}, {"Gemma 3", "gemma3_text"},
    {"Phi-3", "phi3"},      {"Phi-4", "phi3"},          {"gpt-oss", "gpt_oss"},
};

std::string type_of(const Model& model) {
  for (const FamilyType& known : families)
    if (model.family == known.family) return known.type;
  const bool is_plain = model.kind == catalog::ModelKind::dense_lm && model.norm == "rmsnorm" &&
                        model.pos_embedding == "rope" && model.mlp_gated.value_or(false) &&
                        !model.window && !model.hybrid && !model.kv_lora_rank &&
                        !model.norms_per_layer && model.attention != "gated-gqa" &&
                        (model.biases.empty() || model.biases == "none" || model.biases == "qkv");
  if (!is_plain) refuse(model);
  return model.biases == "qkv" ? "qwen2" : "llama";
}

void add_experts(const Model& model, Json& json) {
  if (!model.mixture) return;
  json["num_experts_per_tok"] = model.mixture->experts_per_token;
  json["moe_intermediate_size"] = model.mixture->ffn_hidden;
  json["num_experts"] = model.mixture->experts;
  json["norm_topk_prob"] = true;
}

void add_window(const Model& model, Json& json) {
  if (!model.window) return;
  json["sliding_window"] = model.window->tokens;
  Json kinds = Json::array();
  for (int i = 1; i <= *model.layers; ++i) {
    const bool sees_all = model.window->full_every > 0 && i % model.window->full_every == 0;
    kinds.push_back(sees_all ? "full_attention" : "sliding_attention");
  }
  json["layer_types"] = std::move(kinds);
}

}  // namespace

std::string model_config(const Model& model) {
  const bool is_decoder =
      model.kind == catalog::ModelKind::dense_lm || model.kind == catalog::ModelKind::moe_lm;
  const bool is_known = model.layers && model.hidden && model.heads && model.vocab &&
                        model.max_seq && (model.ffn_hidden || model.mixture);
  if (!is_decoder || !is_known) refuse(model);
  Json json{{"model_type", type_of(model)},
            {"num_hidden_layers", *model.layers},
            {"hidden_size", *model.hidden},
            {"intermediate_size", model.ffn_hidden ? *model.ffn_hidden : model.mixture->ffn_hidden},
            {"num_attention_heads", *model.heads},
            {"num_key_value_heads", model.kv_heads.value_or(*model.heads)},
            {"vocab_size", *model.vocab},
            {"max_position_embeddings", *model.max_seq},
            {"tie_word_embeddings", model.tie_embeddings.value_or(false)}};
  if (model.head_dim) json["head_dim"] = *model.head_dim;
  add_experts(model, json);
  add_window(model, json);
  return json.dump();
}

std::string training_config(const Model& model) {
  const bool is_gpt2 = model.family == "GPT-2" && model.layers && model.hidden && model.heads &&
                       model.vocab && model.max_seq;
  if (!is_gpt2) return model_config(model);
  return Json{{"model_type", "gpt2"},       {"n_layer", *model.layers},
              {"n_embd", *model.hidden},    {"n_head", *model.heads},
              {"vocab_size", *model.vocab}, {"n_positions", *model.max_seq}}
      .dump();
}

bool has_training_config(const Model& model) {
  try {
    training_config(model);
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool has_model_config(const Model& model) {
  try {
    model_config(model);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace wgf::runner
