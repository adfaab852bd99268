// SPDX-License-Identifier: MIT
#include "advisor/network/model_traits.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

struct KnownType {
  std::string_view name;
  ModelTraits traits = {};
  bool is_exact = false;  // else the beginning of a type
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

// The longest that fits counts.
constexpr KnownType types[] = {
    {"bert", bert},
    {"roberta", bert},
    {"xlm-roberta", bert},
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
    {"persimmon", neox},
    {"starcoder2", bloom},
    {"bloom", bloom},
    {"gptj", gptj},
    {"codegen", gptj},
    {"phi", gptj, true},
    {"falcon", falcon},
    {"nemotron", nemotron, true},
    {"mpt", mpt},
    {"gpt_oss", {.has_all_biases = true}},
    {"qwen", biased_queries, true},
    {"qwen2", biased_queries},
    {"chatglm", biased_queries},
    {"gemma", tied},
    {"gemma2", gemma2},
    {"gemma3", gemma2},
    {"cohere", cohere},
    {"ernie4_5", tied},
    // As Llama, as far as sizes are concerned.
    {"llama"},
    {"mistral"},
    {"ministral"},
    {"mixtral"},
    {"pixtral"},
    {"qwen3"},
    {"deepseek"},
    {"phi3"},
    {"phi4"},
    {"phimoe"},
    {"glm"},
    {"internlm"},
    {"baichuan"},
    {"yi", {}, true},
    {"olmo"},
    {"granite"},
    {"exaone"},
    {"smollm3"},
    {"minicpm"},
    {"kimi"},
    {"minimax"},
    {"hunyuan"},
    {"seed_oss"},
    {"stablelm"},
    {"dots1"},
    {"solar"},
    {"aquila"},
    {"xverse"},
    {"orion"},
    {"bailing"},
    {"mimo"},
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
  const KnownType* found = nullptr;
  for (const KnownType& one : types) {
    const bool fits = one.is_exact ? type == one.name : type.starts_with(one.name);
    if (fits && (found == nullptr || one.name.size() > found->name.size())) found = &one;
  }
  ModelTraits traits = found != nullptr ? found->traits : ModelTraits{};
  traits.is_known = found != nullptr || type.empty();
  traits.is_gated = is_gated(config, type, traits.is_gated);
  return traits;
}

std::string unread_expert_field(const Json& config) {
  // Those hugging_face.cpp reads, and what says nothing of a shape.
  constexpr std::string_view read[] = {"num_local_experts",
                                       "n_routed_experts",
                                       "num_experts",
                                       "moe_num_experts",
                                       "num_experts_per_tok",
                                       "experts_per_token",
                                       "num_experts_per_token",
                                       "moe_k",
                                       "moe_top_k",
                                       "moe_topk",
                                       "moe_intermediate_size",
                                       "n_shared_experts",
                                       "num_shared_experts",
                                       "moe_num_shared_experts",
                                       "shared_expert_intermediate_size",
                                       "moe_layer_start_index",
                                       "moe_layer_end_index",
                                       "moe_layer_interval",
                                       "moe_every_n_layers",
                                       "interleave_moe_layer_step"};
  constexpr std::string_view of_no_shape[] = {"loss",  "jitter", "norm",     "scal",   "bias",
                                              "drop",  "prob",   "capacity", "dtype",  "router",
                                              "group", "impl",   "parallel", "backend"};
  for (const auto& [name, value] : config.items()) {
    const std::string lower = lower_case(name);
    const bool is_of_experts =
        lower.find("moe") != std::string::npos || lower.find("expert") != std::string::npos;
    const bool says_nothing = value.is_null() || value == false || value == 0;
    if (!is_of_experts || says_nothing) continue;
    if (std::find(std::begin(read), std::end(read), lower) != std::end(read)) continue;
    if (std::any_of(std::begin(of_no_shape), std::end(of_no_shape),
                    [&](std::string_view part) { return lower.find(part) != std::string::npos; }))
      continue;
    return name;
  }
  return "";
}

}  // namespace wgf::advisor
