// SPDX-License-Identifier: MIT
#pragma once
// A network from the config.json that Hugging Face writes beside the weights: Llama, Qwen 2 and 3,
// Mistral, Mixtral, Qwen MoE, DeepSeek V2 to V4, Gemma 1 to 4, MiMo V2, Llama 4, GPT-2, BERT,
// GPT-OSS, Phi, GLM, the others of model_traits.cpp, each by its whole name, and whatever names its
// fields as they do: its layers are taken as Llama's, is_assumed says so. Fields that by their
// names change shapes and are not read stand in unread_fields; the others are passed over.

#include <string_view>

#include "advisor/network/network.h"

namespace wgf::advisor {

// file: for messages. Throws Error: json.too_deep; network.config_broken with line and column;
// network.config_not_json; network.config_field_missing with the names the field may have;
// network.config_bad_field where its value cannot be; network.config_too_large where all of them
// together cannot;
// network.config_layer_types where it lists another number of layers; (not_supported)
// network.config_not_modelled, network.config_unknown_experts where its experts stand in fields
// that nothing here reads.
Network network_from_config(std::string_view text, std::string_view file);

// Whether such a file describes more than the network above: a model that sees or hears too.
bool is_language_alone(std::string_view text);

}  // namespace wgf::advisor
