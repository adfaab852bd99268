// SPDX-License-Identifier: MIT
#include "report/tasks/link_matrix.h"

#include <map>
#include <set>

#include "base/statistics.h"
#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

using Pair = std::pair<std::int64_t, std::int64_t>;        // from, to
using Cells = std::map<Pair, std::vector<const Result*>>;  // of each round one

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

struct MatrixUnit {
  const char* name;
  double scale = 1;
};
MatrixUnit unit_of(std::string_view tag) {
  if (tag == "latency" || tag == "step_time") return {"µs", 1e3};  // kept in milliseconds
  return {"GB/s"};
}

// The median of the rounds; where none has a number, how the first ended.
std::string cell_text(const std::vector<const Result*>& rounds, std::string_view tag,
                      Language language) {
  std::vector<double> values;
  for (const Result* result : rounds)
    if (const auto value = number_of(*result, tag)) values.push_back(*value);
  if (values.empty()) return status_text(*rounds.front(), language);
  return format_number(median(values) * unit_of(tag).scale, 4);
}

// place: what stands at both ends, "GPU".
TitledTable matrix_of(const Cells& cells, std::string_view tag, Message title,
                      const std::string& place, Language language) {
  std::set<std::int64_t> from, to;
  for (const auto& [pair, rounds] : cells) {
    from.insert(pair.first);
    to.insert(pair.second);
  }
  title.args.emplace_back("unit", unit_of(tag).name);
  TitledTable titled{messages::render(title, language),
                     {{text_column("links.column_from", language)}, {}}};
  for (const std::int64_t number : to)
    titled.table.columns.push_back({place + " " + std::to_string(number), Align::right});
  for (const std::int64_t row : from) {
    std::vector<std::string> line{place + " " + std::to_string(row)};
    for (const std::int64_t column : to) {
      const auto found = cells.find({row, column});
      line.push_back(found == cells.end() ? "-" : cell_text(found->second, tag, language));
    }
    titled.table.rows.push_back(std::move(line));
  }
  return titled;
}

// By who calls with which settings, and by size.
std::map<std::string, std::map<std::int64_t, Cells>> ranks_by_size(const Run& run) {
  std::map<std::string, std::map<std::int64_t, Cells>> ways;
  for (const Result& result : run.results) {
    const results::Parameters& parameters = result.measured_case.parameters;
    if (result.measured_case.benchmark != "collective" || parameters.find("from") == nullptr)
      continue;
    ways[collective_way(result)][parameters.integer("bytes")][pair_of(result)].push_back(&result);
  }
  return ways;
}

std::string with_way(std::string text, const std::string& way, std::size_t ways) {
  return ways > 1 ? way + ": " + text : text;
}

}  // namespace

std::vector<TitledTable> rank_matrices(const Run& run, Language language) {
  std::vector<TitledTable> matrices;
  const auto ways = ranks_by_size(run);
  for (const auto& [way, sizes] : ways) {
    const auto add = [&, &name = way](const Cells& cells, std::int64_t bytes, const char* tag,
                                      const char* title) {
      matrices.push_back(
          matrix_of(cells, tag, {title, {{"size", format_bytes(Bytes(bytes))}}}, "rank", language));
      matrices.back().title = with_way(matrices.back().title, name, ways.size());
    };
    add(sizes.begin()->second, sizes.begin()->first, "step_time", "tasks.comm_matrix_time");
    for (const auto& [bytes, cells] : sizes)
      if (bytes > sizes.begin()->first || sizes.size() == 1)
        add(cells, bytes, "algorithm_bandwidth", "tasks.comm_matrix_bandwidth");
  }
  return matrices;
}

std::vector<std::string> slow_pairs(const Run& run, Language language) {
  constexpr double slow_share = 0.75;
  std::vector<std::string> sentences;
  const auto ways = ranks_by_size(run);
  for (const auto& [way, sizes] : ways) {
    const auto& [bytes, cells] = *sizes.rbegin();
    std::map<Pair, double> rates;
    std::vector<double> all;
    for (const auto& [pair, rounds] : cells)
      if (const auto rate = number_of(*rounds.front(), "algorithm_bandwidth")) {
        rates[pair] = *rate;
        all.push_back(*rate);
      }
    if (all.size() < 2) continue;
    const double middle = median(all);
    const auto say = [&, &size = bytes, &name = way](const char* key, const Pair& pair,
                                                     double rate) {
      const Message message{key,
                            {{"from", std::to_string(pair.first)},
                             {"to", std::to_string(pair.second)},
                             {"bandwidth", format_number(rate, 3)},
                             {"median", format_number(middle, 3)},
                             {"size", format_bytes(Bytes(size))}}};
      sentences.push_back(with_way(messages::render(message, language), name, ways.size()));
    };
    const std::size_t before = sentences.size();
    for (const auto& [pair, rate] : rates)
      if (rate < slow_share * middle) say("tasks.comm_advice_slow_pair", pair, rate);
    if (sentences.size() == before) say("tasks.comm_advice_no_slow_pair", {}, middle);
  }
  return sentences;
}

std::vector<TitledTable> link_matrices(const Run& run, Language language) {
  std::map<Kind, Cells> kinds;
  std::set<Pair> pairs;
  for (const Result& result : run.results) {
    if (result.measured_case.benchmark != "link") continue;
    kinds[kind_of(result)][pair_of(result)].push_back(&result);
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
            "GPU", language));
  // The short copy is the same whatever the long one's size; the way back would be in it.
  for (const auto& [kind, cells] : kinds)
    if (kind.direction == "one_way") {
      matrices.push_back(
          matrix_of(cells, "latency", {"links.matrix_latency", {}}, "GPU", language));
      break;
    }
  return matrices;
}

}  // namespace wgf::report
