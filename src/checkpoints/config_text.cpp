// SPDX-License-Identifier: MIT
#include "checkpoints/config_text.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;

}  // namespace

Json parse_config(std::string_view text, const std::string& file) {
  check_json_depth(text, file);
  const QuotedNumbers quoted = with_quoted_numbers(text);
  Json json;
  try {
    json = Json::parse(quoted.json);
  } catch (const Json::parse_error& fault) {
    const std::size_t place = fault.byte == 0 ? 0 : fault.byte - 1;
    const LineAndColumn at = line_and_column(text, quoted.place_before(place));
    throw Error({"network.config_broken",
                 {{"file", file},
                  {"line", std::to_string(at.line)},
                  {"column", std::to_string(at.column)}}});
  } catch (const Json::exception&) {  // a number larger than any double
    throw Error({"network.config_not_json", {{"file", file}}});
  }
  if (!json.is_object()) throw Error({"network.config_not_json", {{"file", file}}});
  return json;
}

std::string plain_config(std::string_view text, const std::string& file) {
  Json json = parse_config(text, file);
  for (Json* part : {&json, json.contains("text_config") ? &json["text_config"] : nullptr})
    if (part != nullptr && part->is_object()) part->erase("_name_or_path");
  return json.dump();
}

}  // namespace wgf::checkpoints
