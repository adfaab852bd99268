// SPDX-License-Identifier: MIT
#include "advisor/network/model_traits.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace wgf::advisor {
namespace {

struct KnownType {
  std::string_view name;  // whole
  ModelTraits traits = {};
};

constexpr ModelTraits bert{.is_encoder = true,
                           .has_learned_positions = true,
                           .has_layer_norm = true,
                           .has_all_biases = true,
                           .is_gated = false,
                           .ties_by_default = true};
constexpr ModelTraits distilbert = [] {
  ModelTraits traits = bert;
  traits.has_pooler = false;
  return traits;
}();
// Positions relative to each other: in attention, or rotated.
constexpr ModelTraits relative_bert = [] {
  ModelTraits traits = bert;
  traits.has_learned_positions = false;
  return traits;
}();
constexpr ModelTraits gpt2{.has_learned_positions = true,
                           .has_layer_norm = true,
                           .has_all_biases = true,
                           .is_gated = false,
                           .ties_by_default = true};
constexpr ModelTraits neox{.has_layer_norm = true, .has_all_biases = true, .is_gated = false};
constexpr ModelTraits bloom{
    .has_layer_norm = true, .has_all_biases = true, .is_gated = false, .ties_by_default = true};
constexpr ModelTraits gptj{
    .has_layer_norm = true, .has_all_biases = true, .is_gated = false, .norms = 1};
constexpr ModelTraits falcon{.has_layer_norm = true, .is_gated = false, .ties_by_default = true};
constexpr ModelTraits nemotron{.has_layer_norm = true, .is_gated = false};
constexpr ModelTraits mpt{.is_gated = false, .ties_by_default = true};
constexpr ModelTraits modernbert{.is_encoder = true, .ties_by_default = true};
constexpr ModelTraits nomic_bert{
    .is_encoder = true, .has_layer_norm = true, .ties_by_default = true};
constexpr ModelTraits tied{.ties_by_default = true};
constexpr ModelTraits gemma2{.ties_by_default = true, .norms = 4};
constexpr ModelTraits cohere{.ties_by_default = true, .norms = 1};
constexpr ModelTraits biased_queries{.has_qkv_bias = true};

// Each by its whole name: a generation that follows has another, and other layers.
constexpr KnownType types[] = {
    {"bert", bert},
    {"roberta", bert},
    {"roberta-prelayernorm", bert},
    {"xlm-roberta", bert},
    {"xlm-roberta-xl", bert},
    {"camembert", bert},
    {"electra", bert},
    {"mpnet", bert},
    {"distilbert", distilbert},
    {"deberta-v2", relative_bert},
    {"esm", relative_bert},
    {"modernbert", modernbert},
    {"nomic_bert", nomic_bert},
    {"gpt2", gpt2},
    {"opt", gpt2},
    {"gpt_bigcode", gpt2},
    {"gpt_neo", gpt2},
    {"gpt_neox", neox},
    {"gpt_neox_japanese", neox},
    {"persimmon", neox},
    {"starcoder2", bloom},
    {"bloom", bloom},
    {"gptj", gptj},
    {"codegen", gptj},
    {"phi", gptj},
    {"falcon", falcon},
    {"RefinedWeb", falcon},
    {"RefinedWebModel", falcon},
    {"nemotron", nemotron},
    {"mpt", mpt},
    {"gpt_oss", {.has_all_biases = true}},
    {"qwen", biased_queries},
    {"qwen2", biased_queries},
    {"qwen2_moe", biased_queries},
    {"qwen2_vl", biased_queries},
    {"qwen2_vl_text", biased_queries},
    {"qwen2_5_vl", biased_queries},
    {"qwen2_5_vl_text", biased_queries},
    {"qwen2_audio", biased_queries},
    {"qwen2_5_omni_text", biased_queries},
    {"chatglm", biased_queries},
    {"gemma", tied},
    {"gemma2", gemma2},
    {"gemma3", gemma2},
    {"gemma3_text", gemma2},
    {"gemma4", gemma2},
    {"gemma4_text", gemma2},
    {"cohere", cohere},
    {"cohere2", cohere},
    {"ernie4_5", tied},
    {"ernie4_5_moe", tied},
    {"ernie4_5_vl_moe", tied},
    {"ernie4_5_vl", tied},
    {"hunyuan_v1_dense", tied},
    {"hunyuan_v1_moe", tied},
    {"hunyuan", tied},
    {"hunyuan_moe", tied},
    // As Llama, as far as sizes are concerned and their fields say the rest.
    {"llama"},
    {"llama4"},
    {"llama4_text"},
    {"mistral"},
    {"mistral3"},
    {"ministral"},
    {"ministral3"},
    {"mixtral"},
    {"pixtral"},
    {"qwen3"},
    {"qwen3_moe"},
    {"qwen3_next"},
    {"qwen3_vl"},
    {"qwen3_vl_text"},
    {"qwen3_vl_moe"},
    {"qwen3_vl_moe_text"},
    {"qwen3_omni_moe_text"},
    {"qwen3_5"},
    {"qwen3_5_text"},
    {"qwen3_5_moe"},
    {"qwen3_5_moe_text"},
    {"deepseek"},
    {"deepseek_v2"},
    {"deepseek_v3"},
    {"deepseek_v32"},
    {"deepseek_v4"},
    {"phi3"},
    {"phi3_v"},
    {"phi4"},
    {"phi4mm"},
    {"phi4_multimodal"},
    {"phimoe"},
    {"glm"},
    {"glm4"},
    {"glm4_moe"},
    {"glm4_moe_lite"},
    {"glm4v"},
    {"glm4v_text"},
    {"glm4v_moe"},
    {"glm4v_moe_text"},
    {"glm_moe_dsa"},
    {"internlm"},
    {"internlm2"},
    {"internlm3"},
    {"baichuan"},
    {"yi"},
    {"Yi"},
    {"olmo"},
    {"olmo2"},
    {"olmo3"},
    {"olmoe"},
    {"granite"},
    {"granitemoe"},
    {"granitemoeshared"},
    {"exaone"},
    {"exaone4"},
    {"smollm3"},
    {"minicpm"},
    {"minicpm3"},
    {"minicpmv"},
    {"minicpmo"},
    {"kimi_k2"},
    {"kimi_k25"},
    {"kimi_vl"},
    {"minimax"},
    {"minimax_m2"},
    {"seed_oss"},
    {"stablelm"},
    {"dots1"},
    {"solar"},
    {"solar_open"},
    {"aquila"},
    {"xverse"},
    {"orion"},
    {"bailing_moe"},
    {"bailing_moe_v2"},
    {"mimo"},
    {"mimo_v2"},
    {"mimo_v2_flash"},
    {"helium"},
    {"arcee"},
    {"apertus"},
    {"dbrx"},
};

// Whether what the feed-forward's function is called says how many matrices it has: "gelu", "silu"
// and "relu" stand in files of both kinds.
bool is_gated(const ConfigFields& config, const std::string& type, bool otherwise) {
  std::string name;
  for (const char* field : {"hidden_act", "activation_function", "hidden_activation"})
    if (name.empty()) name = lower_case(config.text(field));
  if (name == "relu2" || name == "xielu" || config.text("mlp_type") == "default") return false;
  if (name.ends_with("glu") || config.text("mlp_type") == "gated") return true;
  // Its second version has experts of two matrices.
  return type == "nomic_bert" ? !name.starts_with("gelu") : otherwise;
}

}  // namespace

ModelTraits traits_of(const ConfigFields& config) {
  const std::string type = config.text("model_type");
  const auto* const found = std::find_if(std::begin(types), std::end(types),
                                         [&](const KnownType& one) { return type == one.name; });
  const bool is_found = found != std::end(types);
  ModelTraits traits = is_found ? found->traits : ModelTraits{};
  traits.is_known = is_found || type.empty();
  // Falcon of one norm: attention and feed-forward read the same input.
  const bool is_falcon = type == "falcon" || type.starts_with("RefinedWeb");
  if (is_falcon && config.flag("parallel_attn", true) &&
      !config.flag("new_decoder_architecture", false))
    traits.norms = 1;
  traits.is_gated = is_gated(config, type, traits.is_gated);
  return traits;
}

}  // namespace wgf::advisor
