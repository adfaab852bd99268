// SPDX-License-Identifier: MIT
#include "report/link_matrix.h"

#include <map>
#include <set>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Result;
using results::Run;

using Pair = std::pair<std::int64_t, std::int64_t>;  // from, to
using Cells = std::map<Pair, const Result*>;

// What shares a matrix of bandwidths.
struct Kind {
  std::string direction;
  std::int64_t bytes = 0;
  auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const std::int64_t bytes = parameters.find("bytes") != nullptr
                                 ? parameters.integer("bytes")
                                 : parameters.integer("size_mib", 0) * mebi;
  return {parameters.text("direction", "one_way"), bytes};
}

Pair pair_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  return {parameters.integer("from", 0), parameters.integer("to", 1)};
}

// Of a matrix: that of its first number, so that all can be compared.
struct MatrixUnit {
  std::string_view name;
  double scale = 1;
};
MatrixUnit unit_of(const Cells& cells, std::string_view tag) {
  if (tag == "latency") return {"µs", 1e3};  // kept in milliseconds
  for (const auto& [pair, result] : cells)
    if (const Metric* metric = result->find(tag); metric != nullptr) {
      const ShownUnit unit = shown_unit(*metric);
      return {unit.name, unit.scale};
    }
  return {};
}

TitledTable matrix_of(const Cells& cells, std::string_view tag, Message title, Language language) {
  std::set<std::int64_t> from, to;
  for (const auto& [pair, result] : cells) {
    from.insert(pair.first);
    to.insert(pair.second);
  }
  const MatrixUnit unit = unit_of(cells, tag);
  title.args.emplace_back("unit", std::string(unit.name));
  TitledTable titled{messages::render(title, language),
                     {{text_column("links.column_from", language)}, {}}};
  for (const std::int64_t number : to)
    titled.table.columns.push_back({"GPU " + std::to_string(number), Align::right});
  for (const std::int64_t row : from) {
    std::vector<std::string> line{"GPU " + std::to_string(row)};
    for (const std::int64_t column : to) {
      const auto found = cells.find({row, column});
      const auto value = found == cells.end() ? std::nullopt : number_of(*found->second, tag);
      line.push_back(value                  ? format_number(*value * unit.scale, 4)
                     : found == cells.end() ? "-"
                                            : status_text(*found->second, language));
    }
    titled.table.rows.push_back(std::move(line));
  }
  return titled;
}

}  // namespace

std::vector<TitledTable> link_matrices(const Run& run, Language language) {
  std::map<Kind, Cells> kinds;
  std::set<Pair> pairs;
  for (const Result& result : run.results) {
    if (result.measured_case.benchmark != "link") continue;
    kinds[kind_of(result)].try_emplace(pair_of(result), &result);
    if (number_of(result, "bandwidth")) pairs.insert(pair_of(result));
  }
  std::vector<TitledTable> matrices;
  if (pairs.size() < 2) return matrices;
  // One way first: what a copy alone reaches.
  for (const char* direction : {"one_way", "both"})
    for (const auto& [kind, cells] : kinds)
      if (kind.direction == direction)
        matrices.push_back(matrix_of(
            cells, "bandwidth",
            {std::string("links.matrix_") + direction, {{"size", format_bytes(Bytes(kind.bytes))}}},
            language));
  // The short copy is the same whatever the long one's size; the way back would be in it.
  for (const auto& [kind, cells] : kinds)
    if (kind.direction == "one_way") {
      matrices.push_back(matrix_of(cells, "latency", {"links.matrix_latency", {}}, language));
      break;
    }
  return matrices;
}

}  // namespace wgf::report
