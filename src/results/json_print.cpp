// SPDX-License-Identifier: MIT
#include "results/json_print.h"

#include <nlohmann/json.hpp>

namespace wgf::results {

using Json = nlohmann::ordered_json;

std::string indented(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string on_one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace wgf::results
