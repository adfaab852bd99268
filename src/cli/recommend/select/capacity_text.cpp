// SPDX-License-Identifier: MIT
// The matrix of select --capacity, and with --explain the arithmetic of its cells.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "advisor/serving/cache_room.h"
#include "answers/service/service_figures.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/recommend/select/select.h"
#include "cli/recommend/select/select_rows.h"
#include "cli/terminal.h"
#include "cli/words/service_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

constexpr std::size_t models_of_table = 3;

// Rounded up: what is needed, not a little less.
std::string whole_gb(double bytes) {
  return advisor::whole_text(std::ceil(bytes / giga));
}

bool is_counted(const answers::CapacityCell& cell) {
  return cell.outcome.forecast || cell.outcome.why == answers::NoService::no_room;
}

std::string cell_text(const answers::CapacityCell& cell, RowMarks& marks) {
  if (!is_counted(cell)) return "-";
  marks.service(*cell.gpu);
  if (cell.does_fit) {
    const auto cost = cell.usd_per_1k();
    marks.card(*cell.gpu, cell.outcome.forecast->basis.familiarity);
    return "✅ " + rate_text(cell.outcome.forecast->forecast().output_tokens_per_s) + "  " +
           (cost ? marks.rent(*cell.rent, fmt::format("${:.6f}", *cost)) : "-");
  }
  return fmt::format("❌ {} GB", whole_gb(cell.needed));
}

// Below the figure of a cell that fits: where nine in ten such forecasts stay.
std::string cell_interval(const answers::CapacityCell& cell) {
  if (!cell.does_fit) return "";
  const Interval& range = cell.outcome.forecast->forecast().throughput_interval;
  return "   " + dash_range(rate_text(range.low), rate_text(range.high));
}

// With its precision where that is not the one of the title.
std::string column_title(const answers::Capacity& all, const answers::ServiceRequest& request) {
  const std::string_view precision = request.precisions.front();
  return request.network.name +
         (precision == all.precision() ? "" : fmt::format(", {}", precision));
}

// Of networks whose requests are not those of the title: they take fewer tokens, or more.
std::string lengths_text(const answers::Capacity& all, const Context& context) {
  using Lengths = std::pair<double, double>;
  std::vector<std::pair<Lengths, std::vector<std::string>>> groups;
  for (const answers::ServiceRequest& request : all.requests) {
    const Lengths lengths{request.load.input_tokens, request.load.output_tokens};
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == lengths; });
    if (known == groups.end())
      groups.push_back({lengths, {request.network.name}});
    else
      known->second.push_back(request.network.name);
  }
  std::string text;
  for (auto group = std::next(groups.begin()); group != groups.end(); ++group)
    text += paragraph({"select.capacity_lengths",
                       {{"models", join(group->second, context.text("recommend.list_comma"))},
                        {"input", advisor::whole_text(group->first.first)},
                        {"output", advisor::whole_text(group->first.second)}}},
                      context);
  return text;
}

// As many models side by side as 80 columns hold.
std::string tables_text(const answers::Capacity& all, RowMarks& marks, const Context& context) {
  const std::size_t cards = all.requests.front().cards.size();
  std::string text;
  for (std::size_t first = 0; first < all.requests.size(); first += models_of_table) {
    const std::size_t end = std::min(first + models_of_table, all.requests.size());
    report::Table table{{{context.text("cli.column_gpu")}}, {}};
    for (std::size_t i = first; i < end; ++i)
      table.columns.push_back({column_title(all, all.requests[i])});
    for (std::size_t card = 0; card < cards; ++card) {
      table.rows.push_back({all.requests.front().cards[card]->id});
      std::vector<std::string> intervals{""};
      for (std::size_t i = first; i < end; ++i) {
        table.rows.back().push_back(cell_text(all.cells[i * cards + card], marks));
        intervals.push_back(cell_interval(all.cells[i * cards + card]));
      }
      const auto is_empty = [](const std::string& one) { return one.empty(); };
      if (!std::all_of(intervals.begin(), intervals.end(), is_empty))
        table.rows.push_back(std::move(intervals));
    }
    report::wrap_columns(table, text_width(), {{0, 12}});
    text += "\n" + report::to_terminal(table, text_width());
  }
  return text;
}

// What the software is not known to run, which is why nothing is forecast of it.
std::string not_known_text(const answers::Capacity& all, const Context& context) {
  std::vector<answers::WithoutService> cells;
  for (const answers::CapacityCell& cell : all.cells)
    if (!cell.outcome.forecast && cell.outcome.why == answers::NoService::not_known)
      cells.push_back({fmt::format("{} ({}) {}", cell.model, cell.precision, cell.gpu->id),
                       answers::NoService::not_known});
  return without_text(cells, context);
}

// Cards of which some cell is forecast, or says what memory it would take.
std::vector<const catalog::Gpu*> counted_cards(const answers::Capacity& all) {
  std::vector<const catalog::Gpu*> cards;
  for (const catalog::Gpu* gpu : all.requests.front().cards)
    if (std::any_of(all.cells.begin(), all.cells.end(), [&](const answers::CapacityCell& cell) {
          return cell.gpu == gpu && is_counted(cell);
        }))
      cards.push_back(gpu);
  return cards;
}

}  // namespace

std::string capacity_text(const answers::Capacity& all, const Context& context) {
  const answers::ServiceRequest& request = all.requests.front();
  RowMarks marks;
  const std::string tables = tables_text(all, marks, context);
  return paragraph({"select.capacity_title",
                    {{"precision", std::string(all.precision())},
                     {"requests", advisor::whole_text(request.loads.front())},
                     {"input", advisor::whole_text(request.load.input_tokens)},
                     {"output", advisor::whole_text(request.load.output_tokens)}}},
                   context) +
         lengths_text(all, context) + tables + "\n" + marks.notes(context) +
         not_known_text(all, context) +
         (answers::is_16_bits(all.precision())
              ? other_types_text(counted_cards(all), all.precision(), context)
              : "") +
         paragraph({"select.capacity_note", {}}, context);
}

std::string explained_cells(const answers::Capacity& all, const Context& context) {
  report::Table table{{{context.text("cli.column_gpu")},
                       {context.text("cli.column_model")},
                       {context.text("select.column_memory")},
                       {context.text("select.column_dollars")}},
                      {}};
  for (const answers::CapacityCell& cell : all.cells) {
    if (cell.needed <= 0) continue;
    const auto gb = [](double bytes) { return fmt::format("{:.1f}", bytes / giga); };
    const std::string memory =
        fmt::format("({} + {} + {} x {:.2f}) / {:g} = {}", gb(cell.room.weights),
                    gb(cell.room.others), advisor::whole_text(cell.requests),
                    cell.room.request / giga, cell.room.budget / cell.room.memory, gb(cell.needed));
    const auto cost = cell.usd_per_1k();
    table.rows.push_back(
        {cell.gpu->id, cell.model, memory,
         cost ? fmt::format("{} / 3600 / {} x 1000", compact_number(cell.rent->per_gpu.value),
                            rate_text(cell.outcome.forecast->forecast().output_tokens_per_s))
              : "-"});
  }
  report::wrap_columns(table, text_width(), {{1, 10}, {0, 10}});
  return "\n" + report::to_terminal(table, text_width()) + "\n" +
         paragraph({"select.capacity_explained", {}}, context);
}

}  // namespace wgf::cli
