// SPDX-License-Identifier: MIT
#pragma once
// What the "model_type" of a config.json says of a network that its fields do not.

#include "advisor/network/config_fields.h"

namespace wgf::advisor {

struct ModelTraits {
  bool is_known = true;  // false: none of the types known; its layers are taken as Llama's
  bool is_encoder = false, has_learned_positions = false, has_layer_norm = false;
  bool has_all_biases = false, has_qkv_bias = false, is_gated = true, ties_by_default = false;
  bool has_pooler = true;  // of an encoder, with its token types
  int norms = 2;
};

// A file that names no type has Llama's layers without being of an unknown one.
ModelTraits traits_of(const ConfigFields& config);

}  // namespace wgf::advisor
