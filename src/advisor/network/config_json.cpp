// SPDX-License-Identifier: MIT
#include "advisor/network/config_json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

bool is_of_language(const Json& part, bool has_own_fields) {
  if (!part.is_object()) return false;
  if (has_own_fields) return part.contains("hidden_size");
  constexpr const char* fields[] = {"hidden_size", "num_hidden_layers", "vocab_size", "model_type"};
  return std::any_of(std::begin(fields), std::end(fields),
                     [&](const char* field) { return part.contains(field); });
}

const Json* find(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_object() ? &*found : nullptr;
}

}  // namespace

Json parse_config(std::string_view text, std::string_view file) {
  check_json_depth(text, file);
  const QuotedNumbers quoted = with_quoted_numbers(text);
  Json json;
  try {
    json = Json::parse(quoted.json);
  } catch (const Json::parse_error& fault) {
    const std::size_t place = fault.byte == 0 ? 0 : fault.byte - 1;
    const LineAndColumn at = line_and_column(text, quoted.place_before(place));
    throw Error({"network.config_broken",
                 {{"file", std::string(file)},
                  {"line", std::to_string(at.line)},
                  {"column", std::to_string(at.column)}}});
  } catch (const Json::exception& fault) {  // "number overflow parsing '1e999'"
    const std::vector<std::string> parts = split(fault.what(), '\'');
    throw Error({"network.config_number_too_large",
                 {{"file", std::string(file)}, {"value", parts.size() > 1 ? parts[1] : "?"}}});
  }
  if (!json.is_object()) throw Error({"network.config_not_json", {{"file", std::string(file)}}});
  return json;
}

const Json* language_part(const Json& config) {
  const bool has_own_fields = config.contains("hidden_size");
  const Json* thinker = find(config, "thinker_config");
  for (const Json* whole : {&config, thinker})
    for (const char* name : {"text_config", "language_config", "llm_config"})
      if (const Json* part = whole == nullptr ? nullptr : find(*whole, name);
          part != nullptr && is_of_language(*part, has_own_fields))
        return part;
  return nullptr;
}

const Json* quantised_part(const Json& json) {
  for (const Json* part : {&json, language_part(json)}) {
    if (part == nullptr) continue;
    for (const char* name : {"quantization_config", "compression_config"})
      if (const Json* found = find(*part, name)) return found;
  }
  return nullptr;
}

}  // namespace wgf::advisor
