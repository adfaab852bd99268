// SPDX-License-Identifier: MIT
#pragma once
// Which matrices of a quantised checkpoint are left in 16 bits: the lists of its
// quantization_config (modules_to_not_convert, ignore, ignored_layers, exclude_modules, …).

#include <nlohmann/json_fwd.hpp>

#include "advisor/network/network.h"

namespace wgf::advisor {

struct UnquantisedParts {
  WideShares shares;
  bool is_read = true;  // false: an entry is a pattern that nothing here reads
};

// Of the layers of a network; what sees or hears is passed over. An entry is a module's path or a
// part of it between dots, a glob ("*self_attn*") or "re:" and a regular expression.
UnquantisedParts unquantised_parts(const nlohmann::json& quantised, const Network& network);

}  // namespace wgf::advisor
