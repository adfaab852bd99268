// SPDX-License-Identifier: MIT
#pragma once
// config.json of Hugging Face as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace wgf::checkpoints {

// NaN and Infinity, as Python writes them, are read as strings, which no field that is needed
// takes. Throws Error for what is no JSON object or nests too deep. `file`: what the text is
// called in messages.
nlohmann::json parse_config(std::string_view text, const std::string& file);

// The same as one line, without what says where it lay on somebody's machine (_name_or_path).
std::string plain_config(std::string_view text, const std::string& file);

}  // namespace wgf::checkpoints
