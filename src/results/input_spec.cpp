// SPDX-License-Identifier: MIT
#include "results/input_spec.h"

#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace wgf::results {
namespace {

constexpr std::pair<std::string_view, ElementType> element_types[] = {
    {"float32", ElementType::float32},   {"float16", ElementType::float16},
    {"bfloat16", ElementType::bfloat16}, {"float64", ElementType::float64},
    {"int64", ElementType::int64},       {"int32", ElementType::int32},
    {"bool", ElementType::boolean}};

constexpr std::int64_t largest_element_bytes = 8;

Error unreadable(const char* key, std::string_view input, std::string_view part) {
  return Error({key, {{"input", std::string(input)}, {"part", std::string(part)}}},
               ExitCode::usage);
}

ElementType parse_type(std::string_view input, std::string_view name) {
  for (const auto& [known, type] : element_types)
    if (known == name) return type;
  std::vector<std::string> names;
  for (const auto& known : element_types) names.emplace_back(known.first);
  throw Error(
      {"results.input_type",
       {{"input", std::string(input)}, {"part", std::string(name)}, {"known", join(names, ", ")}}},
      ExitCode::usage);
}

std::vector<std::int64_t> parse_shape(std::string_view input, std::string_view text) {
  std::vector<std::int64_t> shape;
  std::int64_t bytes = largest_element_bytes;
  for (const std::string& part : split(text, ',')) {
    const std::optional<std::int64_t> extent = parse_integer(trim(part));
    if (!extent || *extent < 1) throw unreadable("results.input_extent", input, trim(part));
    if (__builtin_mul_overflow(bytes, *extent, &bytes))
      throw unreadable("results.input_too_large", input, trim(part));
    shape.push_back(*extent);
  }
  return shape;
}

InputSpec parse_one(std::string_view input) {
  const std::size_t open = input.find('[');
  if (open == std::string_view::npos || !input.ends_with(']'))
    throw unreadable("results.input_form", input, input);
  InputSpec spec{.type = parse_type(input, trim(input.substr(0, open)))};
  spec.shape = parse_shape(input, input.substr(open + 1, input.size() - open - 2));
  return spec;
}

}  // namespace

std::vector<InputSpec> parse_inputs(std::string_view text) {
  std::vector<InputSpec> inputs;
  for (const std::string& part : split(text, ';')) inputs.push_back(parse_one(trim(part)));
  return inputs;
}

}  // namespace wgf::results
