// SPDX-License-Identifier: MIT
#include "results/input_spec.h"

#include <limits>
#include <optional>
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

// A bound of random numbers, which the type must be able to hold.
std::int64_t parse_bound(const InputSpec& spec, std::string_view part) {
  const std::optional<std::int64_t> bound = parse_integer(trim(part));
  using Int32 = std::numeric_limits<std::int32_t>;
  const bool fits = bound && (spec.type != ElementType::int32 ||
                              (*bound >= Int32::min() && *bound <= Int32::max()));
  if (!fits) throw unreadable("results.input_range", spec.text, trim(part));
  return *bound;
}

// "LEAST<=TYPE[SIZES]<LIMIT", of which both bounds may be left out.
InputSpec parse_one(std::string_view input) {
  const std::size_t open = input.find('['), close = input.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    throw unreadable("results.input_form", input, input);
  constexpr std::string_view from = "<=";
  std::string_view type = input.substr(0, open);
  std::optional<std::string_view> least;
  if (const std::size_t at = type.find(from); at != std::string_view::npos) {
    least = type.substr(0, at);
    type.remove_prefix(at + from.size());
  }
  const std::string_view limit = trim(input.substr(close + 1));
  if (!limit.empty() && !limit.starts_with('<'))
    throw unreadable("results.input_form", input, input);
  InputSpec spec{.text = std::string(input), .type = parse_type(input, trim(type))};
  spec.shape = parse_shape(input, input.substr(open + 1, close - open - 1));
  if (!least && limit.empty()) return spec;
  if (!is_whole_number(spec.type))
    throw unreadable("results.input_range_type", input, to_text(spec.type));
  if (least) spec.least = parse_bound(spec, *least);
  if (!limit.empty()) spec.limit = parse_bound(spec, limit.substr(1));
  if (spec.least >= spec.limit) throw unreadable("results.input_range_empty", input, input);
  return spec;
}

}  // namespace

std::string_view to_text(ElementType type) {
  for (const auto& [name, known] : element_types)
    if (known == type) return name;
  return "";
}

bool is_whole_number(ElementType type) {
  return type == ElementType::int64 || type == ElementType::int32;
}

std::vector<InputSpec> parse_inputs(std::string_view text) {
  std::vector<InputSpec> inputs;
  for (const std::string& part : split(text, ';')) inputs.push_back(parse_one(trim(part)));
  return inputs;
}

}  // namespace wgf::results
