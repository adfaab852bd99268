// SPDX-License-Identifier: MIT
#pragma once
// What transformers leaves out of a model of language inside another: the fields that are as its
// class has them.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace wgf::advisor {

// Adds the fields of the class of `type` that are missing; of a type that is not known none. A part
// that names no type is Llama's.
void add_class_defaults(nlohmann::json& language, std::string_view type);

}  // namespace wgf::advisor
