// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/text.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

// Parameters a label leaves out where they have this value: it is what people expect.
bool is_usual(std::string_view name, const std::string& value) {
  return (name == "launch" && value == "eager") || name == "memory_format" || name == "optimizer" ||
         (name == "pure" && value == "false");
}

std::string parameter_text(std::string_view name, const results::Value& value) {
  const std::string text = results::to_text(value);
  if (is_usual(name, text)) return "";
  if (name == "model" || name == "precision" || name == "launch" || name == "operation" ||
      name == "kind" || name == "pattern")
    return text;
  if (name == "batch_size") return "b" + text;
  if (name == "pure") return "pure";
  if (name == "bytes") {
    if (const auto* bytes = std::get_if<std::int64_t>(&value)) return format_bytes(Bytes(*bytes));
  }
  return fmt::format("{}={}", name, text);
}

}  // namespace

std::string case_label(const results::Case& value) {
  std::string label = value.benchmark;
  const auto& parameters = value.parameters;
  const bool is_product = parameters.find("m") && parameters.find("n") && parameters.find("k");
  if (is_product)
    label += fmt::format(" {}x{}x{}", parameters.integer("m"), parameters.integer("n"),
                         parameters.integer("k"));
  for (const auto& [name, parameter] : parameters) {
    if (is_product && (name == "m" || name == "n" || name == "k")) continue;
    if (const std::string text = parameter_text(name, parameter); !text.empty())
      label += " " + text;
  }
  return label;
}

}  // namespace wgf::report
