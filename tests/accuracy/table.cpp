// SPDX-License-Identifier: MIT
#include "table.h"

#include <algorithm>
#include <cmath>

namespace wgf::accuracy {
namespace {

std::vector<std::vector<std::string>> cells_of(std::string_view text) {
  std::vector<std::vector<std::string>> lines(1, {""});
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && is_quoted && at + 1 < text.size() && text[at + 1] == '"') {
      lines.back().back() += text[++at];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      lines.back().emplace_back();
    } else if (c == '\n' && !is_quoted) {
      lines.push_back({""});
    } else if (c != '\r' || is_quoted) {
      lines.back().back() += c;
    }
  }
  if (lines.back().size() == 1) lines.pop_back();
  return lines;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

}  // namespace

std::vector<Row> read_csv(std::string_view text) {
  const auto lines = cells_of(text);
  std::vector<Row> rows;
  for (std::size_t line = 1; line < lines.size(); ++line) {
    Row& row = rows.emplace_back();
    for (std::size_t cell = 0; cell < std::min(lines[0].size(), lines[line].size()); ++cell)
      row[lines[0][cell]] = lines[line][cell];
  }
  return rows;
}

Summary summary_of(const std::vector<const Prediction*>& predictions) {
  Summary summary;
  std::vector<double> errors;
  for (const Prediction* one : predictions) {
    errors.push_back(std::abs(one->error()));
    summary.mean += errors.back();
    summary.inside += one->low <= one->truth && one->truth <= one->high;
  }
  summary.rows = errors.size();
  if (errors.empty()) return summary;
  std::sort(errors.begin(), errors.end());
  summary.mean /= static_cast<double>(errors.size());
  summary.inside /= static_cast<double>(errors.size());
  summary.median = quantile(errors, 0.5);
  summary.p90 = quantile(errors, 0.9);
  summary.max = errors.back();
  return summary;
}

}  // namespace wgf::accuracy
