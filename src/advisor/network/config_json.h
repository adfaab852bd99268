// SPDX-License-Identifier: MIT
#pragma once
// The text of a config.json as JSON, and which part of it describes a model of language.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace wgf::advisor {

// NaN and Infinity, as Python writes them, become strings of that name. Throws Error:
// json.too_deep, network.config_broken with line and column, network.config_not_json for what is no
// object.
nlohmann::json parse_config(std::string_view text, std::string_view file);

// Of a model that sees or hears the part that speaks (Gemma 3, Llama 4, Qwen VL, DeepSeek-VL2,
// Janus, InternVL), else null.
const nlohmann::json* language_part(const nlohmann::json& config);

// Its quantization_config, which stands in the file itself or with the language model; or null.
const nlohmann::json* quantised_part(const nlohmann::json& config);

}  // namespace wgf::advisor
