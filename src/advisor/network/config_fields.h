// SPDX-License-Identifier: MIT
#pragma once
// The fields of one config.json, each checked as it is read.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/network/bounds.h"
#include "base/error.h"
#include "base/text.h"

namespace wgf::advisor {

// What a field may say.
struct FieldRange {
  std::int64_t least, most;
  constexpr FieldRange or_none() const { return {0, most}; }
};
inline constexpr FieldRange a_width{1, most_width}, of_heads{1, most_heads},
    of_layers{1, most_layers}, of_words{1, most_vocabulary}, of_experts{1, most_experts_of_a_layer},
    of_tokens{1, most_positions};

class ConfigFields {
 public:
  using Json = nlohmann::json;
  using Names = std::initializer_list<const char*>;  // of one field, GPT-2's among them

  ConfigFields(const Json& json, std::string_view file) : json_(json), file_(file) {}

  std::optional<int> number(Names names, FieldRange range) const {
    for (const char* name : names) {
      const auto field = json_.find(name);
      if (field == json_.end() || field->is_null()) continue;
      const Json& value = of_all_layers(name, *field);
      const bool is_whole = value.is_number_integer();
      if (!is_whole || value < range.least || value > range.most) throw_out_of(name, value, range);
      return value.get<int>();
    }
    return std::nullopt;
  }

  int needed(Names names, FieldRange range) const {
    const std::optional<int> value = number(names, range);
    if (value) return *value;
    const std::vector<std::string> list(names.begin(), names.end());
    throw Error({"network.config_field_missing",
                 {{"file", std::string(file_)}, {"field", join(list, " / ")}}});
  }

  bool flag(const char* name, bool otherwise) const {
    const auto field = json_.find(name);
    if (field == json_.end() || field->is_null()) return otherwise;
    if (!field->is_boolean()) throw_bad(name, *field);
    return field->get<bool>();
  }

  std::string text(const char* name) const {
    const auto field = json_.find(name);
    return field != json_.end() && field->is_string() ? field->get<std::string>() : std::string();
  }

  // As Hugging Face writes it beside weights that are stored so.
  bool is_quantised_to(std::string_view method) const {
    const auto field = json_.find("quantization_config");
    if (field == json_.end() || !field->is_object()) return false;
    const auto name = field->find("quant_method");
    return name != field->end() && name->is_string() && name->get<std::string>() == method;
  }

  // Experts in MXFP4 among layers in 16 bits (GPT-OSS) or in 8 (DeepSeek V4, MiMo V2.6).
  bool has_fp4_experts() const {
    if (is_quantised_to("mxfp4") || text("expert_dtype") == "fp4") return true;
    const auto field = json_.find("quantization_config");
    if (field == json_.end() || !field->is_object()) return false;
    return field->value("expert_dtype", Json()) == "fp4" ||
           field->value("store_dtype", Json()) == "mxfp4";
  }

  // Of a list with a name for every layer 1 where it is this one.
  std::optional<std::vector<int>> listed(const char* name, std::string_view kind) const {
    const auto field = json_.find(name);
    if (field == json_.end() || !field->is_array()) return std::nullopt;
    std::vector<int> is_kind;
    for (const Json& value : *field) is_kind.push_back(value == Json(std::string(kind)) ? 1 : 0);
    return is_kind;
  }

  // How many of the layers are of a kind, where "layer_types" lists them.
  std::optional<int> layers_of_type(std::string_view type) const {
    const auto field = json_.find("layer_types");
    if (field == json_.end() || !field->is_array()) return std::nullopt;
    return static_cast<int>(std::count(field->begin(), field->end(), Json(std::string(type))));
  }

  // A list of whole numbers, one a layer ("moe_layer_freq", "compress_ratios").
  std::optional<std::vector<int>> layer_numbers(const char* name) const {
    const auto field = json_.find(name);
    if (field == json_.end() || !field->is_array() || field->empty()) return std::nullopt;
    std::vector<int> numbers;
    for (const Json& value : *field) {
      if (!value.is_number_integer() || value < 0 || value > most_positions) throw_bad(name, value);
      numbers.push_back(value.get<int>());
    }
    return numbers;
  }

  bool has(const char* name) const {
    const auto field = json_.find(name);
    return field != json_.end() && !field->is_null();
  }

  void check_listed_layers(int layers) const {
    for (const char* name : {"layer_types", "mlp_layer_types", "hybrid_layer_pattern"})
      check_list(name, layers);
  }

  void check_list(const char* name, int layers) const {
    const auto field = json_.find(name);
    if (field == json_.end() || !field->is_array()) return;
    if (static_cast<int>(field->size()) == layers) return;
    throw Error({"network.config_layer_types",
                 {{"file", std::string(file_)},
                  {"field", name},
                  {"listed", std::to_string(field->size())},
                  {"layers", std::to_string(layers)}}});
  }

  [[noreturn]] void throw_bad(const char* name, const Json& value) const {
    throw Error({"network.config_bad_field",
                 {{"file", std::string(file_)}, {"field", name}, {"value", as_written(value)}}});
  }

  [[noreturn]] void throw_out_of(const char* name, const Json& value, FieldRange range) const {
    throw Error({"network.config_out_of_range",
                 {{"file", std::string(file_)},
                  {"field", name},
                  {"value", as_written(value)},
                  {"least", std::to_string(range.least)},
                  {"most", std::to_string(range.most)}}});
  }

  [[noreturn]] void throw_too_large(double params) const {
    throw Error({"network.config_too_large",
                 {{"file", std::string(file_)},
                  {"params", fmt::format("{:.2g}", params)},
                  {"most", fmt::format("{:g}", most_parameters)}}});
  }

  [[noreturn]] void throw_uneven(int hidden, int heads) const {
    throw Error({"network.config_uneven_heads",
                 {{"file", std::string(file_)},
                  {"hidden", std::to_string(hidden)},
                  {"heads", std::to_string(heads)}}});
  }

 private:
  // Numbers that JSON lacks are read as text (Infinity, NaN) and were none.
  static std::string as_written(const Json& value) {
    for (const char* number : {"Infinity", "-Infinity", "NaN"})
      if (value == number) return number;
    return value.dump(-1, ' ', true, Json::error_handler_t::replace);
  }

  // Hunyuan and others list the same number once a layer.
  const Json& of_all_layers(const char* name, const Json& value) const {
    if (!value.is_array() || value.empty()) return value;
    const bool is_one = std::all_of(value.begin(), value.end(),
                                    [&](const Json& other) { return other == value.front(); });
    if (is_one) return value.front();
    throw Error({"network.config_not_modelled",
                 {{"file", std::string(file_)}, {"part", std::string(name) + " […]"}}},
                ExitCode::not_supported);
  }

  const Json& json_;
  std::string_view file_;
};

}  // namespace wgf::advisor
