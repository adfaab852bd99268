// SPDX-License-Identifier: MIT
#pragma once
// The attention of each layer, from the fields of a config.json.

#include <string>
#include <vector>

#include "advisor/network/config_fields.h"
#include "advisor/network/model_traits.h"
#include "advisor/network/network.h"

namespace wgf::advisor {

struct AttentionLayers {
  int layers = 0;
  Attention attention;
};

// The kinds of attention of a network, of `layers` layers together; at least one.
std::vector<AttentionLayers> attention_layers(const ConfigFields& config, const ModelTraits& traits,
                                              int hidden, int layers);

// Its "intermediate_size" is that of an expert and of the shared one, "…_mlp" of dense layers.
bool is_llama_4(const std::string& type);

}  // namespace wgf::advisor
