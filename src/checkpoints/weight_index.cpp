// SPDX-License-Identifier: MIT
#include "checkpoints/weight_index.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/printable.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;

bool is_name_of_file(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

}  // namespace

std::map<std::string, std::string> read_weight_index(std::string_view text, std::string_view file) {
  const std::string name(file);
  check_json_depth(text, name);
  const Json json = Json::parse(text, nullptr, false);
  const auto map = json.is_object() ? json.find("weight_map") : json.end();
  if (!json.is_object() || map == json.end() || !map->is_object() || map->empty())
    throw Error({"checkpoint.no_weight_map", {{"file", name}}});
  std::map<std::string, std::string> files;
  for (const auto& [tensor, value] : map->items()) {
    if (!value.is_string() || !is_name_of_file(value.get_ref<const std::string&>()))
      throw Error({"checkpoint.index_leaves_folder",
                   {{"file", name},
                    {"tensor", printable(tensor)},
                    {"given", value.dump(-1, ' ', true, Json::error_handler_t::replace)}}});
    files.emplace(tensor, value.get<std::string>());
  }
  return files;
}

}  // namespace wgf::checkpoints
