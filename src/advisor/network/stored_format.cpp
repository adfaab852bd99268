// SPDX-License-Identifier: MIT
#include "advisor/network/stored_format.h"

#include <nlohmann/json.hpp>

#include "advisor/network/config_json.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& json, const char* name) {
  const auto field = json.find(name);
  return field != json.end() && field->is_string() ? lower_case(field->get<std::string>()) : "";
}

int bits_of(const Json& json, const char* name) {
  const auto field = json.find(name);
  const bool is_whole = field != json.end() && field->is_number_integer();
  return is_whole && *field > 0 && *field <= 32 ? field->get<int>() : 0;
}

bool is_set(const Json& json, const char* name) {
  const auto field = json.find(name);
  return field != json.end() && field->is_boolean() && field->get<bool>();
}

std::string_view integers(int bits) {
  return bits == 4 ? "int4" : bits == 8 ? "int8" : "";
}

std::string_view floats(int bits) {
  return bits == 4 ? "fp4" : bits == 8 ? "fp8" : "";
}

// Of the first group of layers that are stored alike; most checkpoints have one.
const Json* grouped_weights(const Json& quantised) {
  const auto groups = quantised.find("config_groups");
  if (groups == quantised.end() || !groups->is_object() || groups->empty()) return nullptr;
  const Json& group = *groups->begin();
  if (!group.is_object() || !group.contains("weights") || !group["weights"].is_object())
    return nullptr;
  return &group["weights"];
}

std::string_view precision_of_groups(const Json& quantised) {
  const Json* weights = grouped_weights(quantised);
  if (weights == nullptr) return "";
  const int bits = bits_of(*weights, "num_bits");
  return text_of(*weights, "type") == "float" ? floats(bits) : integers(bits);
}

bool is_in_groups_of_32(const Json& quantised) {
  const Json* weights = grouped_weights(quantised);
  return bits_of(weights == nullptr ? quantised : *weights, "group_size") == 32;
}

// ModelOpt: "FP8", "NVFP4", "W4A16_AWQ", "W4A8_AWQ"
std::string_view precision_of_algorithm(const std::string& name) {
  if (name.find("nvfp4") != std::string::npos) return "fp4";
  if (name.starts_with("w4")) return "int4";
  if (name.starts_with("int8") || name.starts_with("w8a8_sq")) return "int8";
  return name.find("fp8") != std::string::npos ? "fp8" : "";
}

std::string_view precision_of(const Json& quantised, const std::string& method) {
  if (method == "awq" || method == "gptq" || method == "auto-round")
    return integers(bits_of(quantised, "bits"));
  if (method == "bitsandbytes")  // its two types of four bits are of one size
    return is_set(quantised, "load_in_4bit")   ? "nf4"
           : is_set(quantised, "load_in_8bit") ? "int8"
                                               : "";
  if (method == "compressed-tensors") return precision_of_groups(quantised);
  if (method.starts_with("modelopt"))
    return precision_of_algorithm(text_of(quantised, "quant_algo"));
  if (method == "fp8" || method == "fbgemm_fp8") return "fp8";
  return method == "eetq" ? "int8" : "";
}

}  // namespace

std::optional<StoredFormat> stored_format(std::string_view config) {
  const Json json = parse_config(config, "config.json");
  const Json* quantised = quantised_part(json);
  if (quantised == nullptr) return std::nullopt;
  const std::string method = text_of(*quantised, "quant_method");
  if (method.empty() || method == "mxfp4") return std::nullopt;
  const std::string_view precision = precision_of(*quantised, method);
  return StoredFormat{method, precision, precision == "int4" && is_in_groups_of_32(*quantised)};
}

}  // namespace wgf::advisor
