// SPDX-License-Identifier: MIT
#include "pipeline/picture.h"

#include <algorithm>
#include <cmath>

namespace wgf::pipeline {
namespace {

constexpr int signs = 10;  // of micro-batches, before they begin anew

char sign_of(const Action& action) {
  const int number = action.micro_batch % signs;
  switch (action.step) {
    case Step::forward:
      return static_cast<char>('0' + number);
    case Step::backward:
      return static_cast<char>('a' + number);
    case Step::weights:
      return '=';
  }
  return ' ';
}

// The shortest pass, so that each has a character where there is room.
double unit_of(const Simulation& simulation, std::size_t width) {
  double shortest = simulation.end.value;
  for (const auto& spans : simulation.of_rank)
    for (const Span& span : spans)
      if (span.end > span.begin) shortest = std::min(shortest, span.end.value - span.begin.value);
  return std::max(shortest, simulation.end.value / static_cast<double>(width));
}

}  // namespace

std::vector<std::string> draw_step(const Simulation& simulation, std::size_t width) {
  std::vector<std::string> lines;
  if (simulation.end.value <= 0 || width == 0) return lines;
  const double unit = unit_of(simulation, width);
  const auto columns =
      std::min(width, static_cast<std::size_t>(std::ceil(simulation.end.value / unit - 1e-9)));
  for (const auto& spans : simulation.of_rank) {
    std::string line(columns, '.');
    auto span = spans.begin();
    for (std::size_t column = 0; column < columns; ++column) {
      const double middle = (static_cast<double>(column) + 0.5) * unit;
      while (span != spans.end() && span->end.value <= middle) ++span;
      if (span != spans.end() && span->begin.value <= middle) line[column] = sign_of(span->action);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace wgf::pipeline
