// SPDX-License-Identifier: MIT
#pragma once
// JSON as text, compiled once: the library's own printing costs each file that calls it two
// seconds. Bytes that are no UTF-8 become the replacement character.

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace wgf::results {

// As commands print it and files hold it: indented by two, with a newline at the end.
std::string indented(const nlohmann::ordered_json& json);

// Without blanks or newline.
std::string on_one_line(const nlohmann::ordered_json& json);

}  // namespace wgf::results
