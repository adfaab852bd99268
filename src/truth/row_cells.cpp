// SPDX-License-Identifier: MIT
#include "truth/row_cells.h"

#include <algorithm>

namespace wgf::truth {

std::optional<double> parse_separated_number(std::string_view text) {
  for (const std::string_view about : {"~", "≈"})  // a measurement read off a figure
    if (text.starts_with(about)) text.remove_prefix(about.size());
  if (text.find(',') == std::string_view::npos) return parse_number(text);
  // One to three digits, then groups of three, then the fraction.
  const std::size_t end = std::min(text.find('.'), text.size());
  std::string digits;
  std::size_t since_comma = 0;
  bool has_comma = false;
  constexpr std::size_t group = 3;
  for (const char c : text.substr(0, end)) {
    if (c == ',') {
      const bool is_full =
          has_comma ? since_comma == group : since_comma >= 1 && since_comma <= group;
      if (!is_full) return std::nullopt;
      has_comma = true;
      since_comma = 0;
    } else {
      digits += c;
      ++since_comma;
    }
  }
  return since_comma == group ? parse_number(digits.append(text.substr(end))) : std::nullopt;
}

RowShape shape_of(const Cells& cells) {
  return {cells.text("model"),   cells.number("params_b"), cells.number("active_params_b"),
          cells.count("layers"), cells.count("hidden"),    cells.count("ffn_hidden"),
          cells.count("heads"),  cells.count("kv_heads"),  cells.count("vocab")};
}

std::string group_of_source(std::string_view source) {
  if (source.find("mlcommons/inference") != std::string_view::npos)
    return "mlcommons/inference_results";
  const std::size_t mlcommons = source.find("mlcommons/");
  if (mlcommons != std::string_view::npos) return "mlcommons/training_results";
  const std::size_t paper = source.find("arXiv:");
  if (paper != std::string_view::npos) {
    const std::string_view id = source.substr(paper);
    return std::string(id.substr(0, id.find_first_of(" );,")));
  }
  std::string_view word = source.substr(0, source.find_first_of(" @"));
  return std::string(word);
}

}  // namespace wgf::truth
