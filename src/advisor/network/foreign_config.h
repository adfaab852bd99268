// SPDX-License-Identifier: MIT
#pragma once
// Networks whose config.json has the fields of a decoder without being one: state spaces, hybrids,
// encoder-decoders, vision. Read as decoders they would be wrong by half.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wgf::advisor {

// What in it says so: "model_type jamba", "attn_layer_period"; empty: nothing does.
std::string foreign_part(const nlohmann::json& config);

}  // namespace wgf::advisor
