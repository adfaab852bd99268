// SPDX-License-Identifier: MIT
#include "checkpoints/quantisation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"
#include "checkpoints/config_text.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;

constexpr const char* place = "quantization_config";

class Fields {
 public:
  Fields(const Json& json, std::string_view file) : json_(json), file_(file) {}

  // The first of the names that is there; AutoAWQ's own files call some fields otherwise.
  const Json* find(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      const auto field = json_.find(name);
      if (field != json_.end() && !field->is_null()) return &*field;
    }
    return nullptr;
  }
  std::int64_t whole(std::initializer_list<const char*> names) const {
    const Json* field = find(names);
    if (field == nullptr) bad(*names.begin(), "-");
    constexpr std::int64_t most = 1 << 24;
    if (!field->is_number_integer() || *field < -1 || *field > most)
      bad(*names.begin(), text_of(*field));
    return field->get<std::int64_t>();
  }
  bool flag(const char* name, bool otherwise) const {
    const Json* field = find({name});
    if (field == nullptr) return otherwise;
    if (!field->is_boolean()) bad(name, text_of(*field));
    return field->get<bool>();
  }
  // In small letters.
  std::string text(const char* name, const char* otherwise) const {
    const Json* field = find({name});
    if (field == nullptr) return otherwise;
    if (!field->is_string()) bad(name, text_of(*field));
    std::string text = field->get<std::string>();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
  }
  [[noreturn]] void bad(const char* name, const std::string& given) const {
    throw Error({"network.config_bad_field",
                 {{"file", file_}, {"field", std::string(place) + "." + name}, {"value", given}}});
  }
  [[noreturn]] void refuse(const char* name, const std::string& given,
                           const char* supported) const {
    throw Error({"checkpoint.quantisation_not_read",
                 {{"file", file_},
                  {"field", std::string(place) + "." + name},
                  {"given", printable(given)},
                  {"known", supported}}},
                ExitCode::not_supported);
  }
  static std::string text_of(const Json& value) {
    return value.dump(-1, ' ', true, Json::error_handler_t::replace);
  }

 private:
  const Json& json_;
  std::string file_;
};

Quantisation read_gptq(const Fields& fields) {
  Quantisation read{.method = Quantisation::Method::gptq};
  const std::string format = fields.text("checkpoint_format", "gptq");
  if (format != "gptq" && format != "gptq_v2")
    fields.refuse("checkpoint_format", format, "gptq, gptq_v2");
  if (fields.flag("is_marlin_format", false)) fields.refuse("is_marlin_format", "true", "false");
  if (const Json* own = fields.find({"dynamic"}); own != nullptr && !own->empty())
    fields.refuse("dynamic", Fields::text_of(*own), "{}");
  read.has_zeros_less_one = format == "gptq";
  // In another order of inputs or not, each input's group stands in g_idx; symmetric or not, the
  // zeros are stored.
  fields.flag("desc_act", false);
  fields.flag("sym", true);
  return read;
}

Quantisation read_awq(const Fields& fields) {
  const std::string version = fields.text("version", "gemm");
  if (version != "gemm") fields.refuse("version", version, "gemm");
  if (!fields.flag("zero_point", true)) fields.refuse("zero_point", "false", "true");
  return {.method = Quantisation::Method::awq, .has_zeros_less_one = false};
}

}  // namespace

std::optional<Quantisation> read_quantisation(std::string_view config, std::string_view file) {
  const Json json = parse_config(config, std::string(file));
  const auto found = json.find(place);
  if (found == json.end() || found->is_null()) return std::nullopt;
  if (!found->is_object())
    throw Error(
        {"network.config_bad_field",
         {{"file", std::string(file)}, {"field", place}, {"value", Fields::text_of(*found)}}});
  const Fields fields(*found, file);
  const std::string method = fields.text("quant_method", "");
  const auto family = json.find("model_type");
  const bool has_mxfp4 = family != json.end() && *family == "gpt_oss";  // and no other
  if (has_mxfp4 && method == "mxfp4")
    return Quantisation{.method = Quantisation::Method::mxfp4, .group_size = 32};
  if (method != "gptq" && method != "awq")
    fields.refuse("quant_method", method, has_mxfp4 ? "mxfp4" : "gptq, awq");
  Quantisation read = method == "gptq" ? read_gptq(fields) : read_awq(fields);
  const std::int64_t bits = fields.whole({"bits", "w_bit"});
  if (bits != 4) fields.refuse("bits", std::to_string(bits), "4");
  read.group_size = fields.whole({"group_size", "q_group_size"});
  if (read.group_size == 0) fields.bad("group_size", "0");
  return read;
}

}  // namespace wgf::checkpoints
