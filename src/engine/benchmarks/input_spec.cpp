// SPDX-License-Identifier: MIT
#include "engine/benchmarks/input_spec.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

constexpr std::pair<std::string_view, c10::ScalarType> dtypes[] = {
    {"float32", c10::ScalarType::Float},     {"float16", c10::ScalarType::Half},
    {"bfloat16", c10::ScalarType::BFloat16}, {"float64", c10::ScalarType::Double},
    {"int64", c10::ScalarType::Long},        {"int32", c10::ScalarType::Int},
    {"bool", c10::ScalarType::Bool}};

std::optional<c10::ScalarType> dtype_named(std::string_view name) {
  for (const auto& [known, dtype] : dtypes)
    if (known == name) return dtype;
  return std::nullopt;
}

InputSpec parse_one(std::string_view text) {
  const CaseEnded unreadable(results::Status::failed,
                             {"engine.bad_input", {{"input", std::string(text)}}});
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) throw unreadable;
  const auto dtype = dtype_named(trim(text.substr(0, open)));
  if (!dtype) throw unreadable;
  InputSpec spec{.dtype = *dtype};
  for (const std::string& part : split(text.substr(open + 1, text.size() - open - 2), ',')) {
    const auto extent = parse_integer(trim(part));
    if (!extent || *extent < 1) throw unreadable;
    spec.shape.push_back(*extent);
  }
  return spec;
}

}  // namespace

std::vector<InputSpec> parse_inputs(std::string_view text) {
  std::vector<InputSpec> inputs;
  for (const std::string& part : split(text, ';')) inputs.push_back(parse_one(trim(part)));
  return inputs;
}

}  // namespace wgf::engine
