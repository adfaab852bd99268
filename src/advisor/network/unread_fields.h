// SPDX-License-Identifier: MIT
#pragma once
// Fields of a config.json that by their names change the network's shape and that nothing here
// reads: a generation after those known keeps its type's name and adds such fields.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace wgf::advisor {

// Names, in the file's order of names; those that are null, false, 0 or empty say nothing.
std::vector<std::string> unread_fields(const nlohmann::json& config);

// The first of them that speaks of experts: without it a network of an unknown type would be read
// as a dense one. Empty: there is none.
std::string unread_expert_field(const nlohmann::json& config);

}  // namespace wgf::advisor
