// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "advisor/market/suitability.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/lists/gpu_comparison.h"
#include "cli/words/gpu_market.h"
#include "cli/words/rate_basis.h"
#include "cli/words/service_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Suit;
using catalog::Gpu;

constexpr const char* none = "-";
constexpr const char* best_mark = " ▲";

// A cell, and the figure by which it is the best of its row; nothing where none is better.
struct Cell {
  std::string text = none;
  std::optional<double> merit;
};
using Cells = std::vector<Cell>;
struct Row {
  std::string title;
  Cells cells;
};

// The best of at least two that differ.
void mark_best(Cells& cells) {
  Cell* best = nullptr;
  bool do_differ = false;
  for (Cell& cell : cells) {
    if (!cell.merit) continue;
    do_differ = do_differ || (best != nullptr && *cell.merit != *best->merit);
    if (best == nullptr || *cell.merit > *best->merit) best = &cell;
  }
  if (do_differ) best->text += best_mark;
}

Cell figure(double value, const std::string& unit = "") {
  if (value == 0) return {};
  return {compact_number(value) + unit, value};
}

std::string cores_text(const Gpu& gpu) {
  if (!gpu.sm_count) return none;
  const auto cores = catalog::core_count(gpu);
  return cores ? fmt::format("{} x {}", *gpu.sm_count, *cores / *gpu.sm_count)
               : std::to_string(*gpu.sm_count);
}

std::string link_text(const Gpu& gpu) {
  if (gpu.interconnect.empty()) return none;
  if (!gpu.interconnect_bandwidth) return gpu.interconnect;
  return gpu.interconnect + " " + compact_number(gpu.interconnect_bandwidth->value / giga);
}

Cell rent_cell(const advisor::PriceRange* range) {
  return range == nullptr ? Cell{} : Cell{rental_text(range), -range->low.value};
}

Cell purchase_cell(const std::optional<advisor::Purchase>& purchase) {
  if (!purchase) return {};
  return {money_range(purchase->price), -purchase->price.low.value};
}

Cell value_cell(const advisor::PricePerformance* value) {
  if (value == nullptr) return {};
  return {value_text(value), value->index};
}

Cell rate_cell(const std::optional<advisor::ScenarioRate>& rate) {
  if (!rate) return {};
  std::string text = count_range({rate->low, rate->high});
  if (!rate->precision.empty()) text += " " + std::string(rate->precision);
  return {text, rate->value};
}

class Rows {
 public:
  Rows(const answers::GpuComparison& comparison, const Context& context)
      : comparison_(comparison), context_(context) {}

  // A row of what `cell` says of each card; none where it says nothing of any.
  template <typename Function>
  void add(const std::string& title, Function cell) {
    Row row{title, {}};
    for (const answers::ComparedCard& card : comparison_.cards) row.cells.push_back(cell(card));
    if (std::all_of(row.cells.begin(), row.cells.end(),
                    [](const Cell& one) { return one.text == none; }))
      return;
    mark_best(row.cells);
    all.push_back(std::move(row));
  }
  template <typename Function>
  void add_text(const char* key, Function text) {
    add(context_.text(key), [&](const answers::ComparedCard& card) {
      return Cell{text(*card.gpu), {}};
    });
  }

  std::vector<Row> all;

 private:
  const answers::GpuComparison& comparison_;
  const Context& context_;
};

void add_record(Rows& rows, const Context& context) {
  const auto gigabytes = [](const answers::ComparedCard& card) {
    Cell cell = figure(card.gpu->memory_gb);
    cell.text += " " + card.gpu->memory_type;
    return cell;
  };
  rows.add_text("cli.compare_architecture", [](const Gpu& gpu) { return gpu.architecture; });
  rows.add_text("cli.compare_cores", cores_text);
  rows.add(context.text("cli.compare_memory"), gigabytes);
  rows.add(context.text("cli.compare_bandwidth"), [](const answers::ComparedCard& card) {
    return figure(card.gpu->memory_bandwidth.value / giga);
  });
  for (const char* compute : {"fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4"})
    rows.add(compute, [&](const answers::ComparedCard& card) {
      const auto peak = catalog::dense_peak(*card.gpu, compute);
      return peak ? figure(peak->value / tera) : Cell{};
    });
  rows.add_text("cli.compare_link", link_text);
  rows.add(context.text("cli.compare_power"), [](const answers::ComparedCard& card) {
    return card.gpu->tdp ? Cell{compact_number(card.gpu->tdp->value), -card.gpu->tdp->value}
                         : Cell{};
  });
}

void add_market(Rows& rows, const answers::GpuComparison& comparison,
                const answers::GpuMarket& market, const Context& context) {
  rows.add(context.text("cli.compare_score"), [&](const answers::ComparedCard& card) {
    for (const results::RankRow& one : market.scores().rows)
      if (one.gpu == card.gpu->id) return Cell{fmt::format("{:.1f}", one.total), one.total};
    return Cell{};
  });
  rows.add(context.text("cli.compare_rent"), [&](const answers::ComparedCard& card) {
    return rent_cell(market.rental(card.gpu->id));
  });
  rows.add(context.text("cli.compare_purchase"),
           [](const answers::ComparedCard& card) { return purchase_cell(card.purchase); });
  rows.add(context.text("cli.compare_value"), [&](const answers::ComparedCard& card) {
    return value_cell(market.value(card.gpu->id));
  });
  rows.add(context.text("cli.compare_older_value"), [&](const answers::ComparedCard& card) {
    return Cell{older_value_text(market.value(card.gpu->id)), {}};
  });
  const bool is_tokens = comparison.scenario->is_tokens;
  rows.add(context.text(is_tokens ? "cli.compare_tokens" : "cli.compare_images"),
           [](const answers::ComparedCard& card) { return rate_cell(card.rate); });
  if (comparison.scenario->served.empty())  // a service is always a forecast, as its note says
    rows.add(context.text("ownership.column_basis"), [&](const answers::ComparedCard& card) {
      if (!card.rate) return Cell{};
      return Cell{rate_basis(card.rate->kind, card.rate->conversion, context), {}};
    });
  rows.add(context.text(is_tokens ? "cli.compare_usd_tokens" : "cli.compare_usd_images"),
           [](const answers::ComparedCard& card) {
             return card.usd_per_million
                        ? Cell{small_figure(*card.usd_per_million), -*card.usd_per_million}
                        : Cell{};
           });
}

void add_suits(Rows& rows, const Context& context) {
  for (const Suit suit : {Suit::pretraining, Suit::fine_tuning, Suit::llm_serving, Suit::vision,
                          Suit::hpc, Suit::development})
    rows.add(context.text("cli.suits_" + std::string(advisor::to_text(suit))),
             [&](const answers::ComparedCard& card) {
               const auto all = advisor::suits(*card.gpu);
               const bool does_suit = std::find(all.begin(), all.end(), suit) != all.end();
               return Cell{does_suit ? context.text("cli.compare_yes") : none, {}};
             });
}

report::Table table_of(const answers::GpuComparison& comparison, const std::vector<Row>& rows,
                       std::size_t begin, std::size_t end) {
  report::Table table{{{""}}, {}};
  for (std::size_t i = begin; i < end; ++i) table.columns.push_back({comparison.cards[i].gpu->id});
  for (const Row& row : rows) {
    table.rows.push_back({row.title});
    for (std::size_t i = begin; i < end; ++i) table.rows.back().push_back(row.cells[i].text);
  }
  return table;
}

std::size_t width_of(const report::Table& table) {
  const std::string text = report::to_terminal(table);
  std::size_t widest = 0;
  for (const std::string_view line : split(text, '\n'))
    widest = std::max(widest, display_width(line));
  return widest;
}

// What the rates of a case are; of a service the note below says it.
std::vector<std::string> basis_notes(const answers::GpuComparison& comparison,
                                     const Context& context) {
  if (!comparison.scenario->served.empty()) return {};
  return rate_notes(comparison.scenario->case_id, conversion_of(comparison.cards), context);
}

std::string note(const answers::GpuComparison& comparison, const Context& context) {
  const advisor::Scenario& scenario = *comparison.scenario;
  const char* key = !scenario.served.empty() ? "cli.compare_note_service"
                    : scenario.is_tokens     ? "cli.compare_note_tokens"
                                             : "cli.compare_note_images";
  return context.text({key,
                       {{"scenario", std::string(scenario.name)},
                        {"model", std::string(scenario.served)},
                        {"case", std::string(scenario.case_id)}}});
}

// That a service of such cards is one of several devices.
std::string served_devices(const answers::GpuComparison& comparison, const Context& context) {
  std::vector<const Gpu*> cards;
  for (const answers::ComparedCard& card : comparison.cards)
    if (card.rate) cards.push_back(card.gpu);
  return devices_note(cards, false, context);
}

}  // namespace

std::string comparison_text(const answers::GpuComparison& comparison,
                            const answers::GpuMarket& market, std::size_t width,
                            const Context& context) {
  Rows rows(comparison, context);
  add_record(rows, context);
  add_market(rows, comparison, market, context);
  add_suits(rows, context);
  std::string text;
  for (std::size_t begin = 0; begin < comparison.cards.size();) {
    std::size_t end = begin + 1;
    while (end < comparison.cards.size() &&
           width_of(table_of(comparison, rows.all, begin, end + 1)) <= width)
      ++end;
    text += report::to_terminal(table_of(comparison, rows.all, begin, end), width) + "\n";
    begin = end;
  }
  text += wrapped(context.text("cli.compare_note"), width) + "\n";
  text += wrapped(note(comparison, context), width) + "\n";
  for (const std::string& one : basis_notes(comparison, context))
    text += wrapped(one, width) + "\n";
  return text + (comparison.scenario->served.empty() ? "" : served_devices(comparison, context));
}

std::string explained_comparison(const answers::GpuComparison& comparison,
                                 const answers::GpuMarket& market, std::size_t width,
                                 const Context& context) {
  const std::string unit = context.text(comparison.scenario->is_tokens ? "cli.compare_usd_tokens"
                                                                       : "cli.compare_usd_images");
  std::string text = "\n";
  for (const answers::ComparedCard& card : comparison.cards) {
    if (const advisor::PricePerformance* value = market.value(card.gpu->id))
      text +=
          wrapped(card.gpu->id + ": " + index_arithmetic(*value, market, context), width, 2) + "\n";
    if (!card.usd_per_million) continue;
    text += wrapped(fmt::format("{}: {} $/h / 3600 / {}/s x 10^6 = {} {}", card.gpu->id,
                                format_number(market.rental(card.gpu->id)->low.value),
                                count_text(card.rate->value), small_figure(*card.usd_per_million),
                                unit),
                    width, 2) +
            "\n";
  }
  return text;
}

}  // namespace wgf::cli
