// SPDX-License-Identifier: MIT
#pragma once
// model.safetensors.index.json: which file of a folder has which tensor.

#include <map>
#include <string>
#include <string_view>

namespace wgf::checkpoints {

// File of each tensor, a name without a folder. Throws Error for what is no such text and for a
// file that does not lie beside it. `file`: what the text is called in messages.
std::map<std::string, std::string> read_weight_index(std::string_view text, std::string_view file);

}  // namespace wgf::checkpoints
