// SPDX-License-Identifier: MIT
// Where the machine stands: its score as a bar among those of the catalogue's GPUs, coloured by
// where most of each one's rates come from.

#include <optional>

#include "catalog/catalog.h"
#include "report/charts/chart_list.h"
#include "report/ranking.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using results::RateKind;

struct Bar {
  std::string name;
  std::string basis;  // for the hover
  double score = 0;
  std::optional<RateKind> kind;  // none: one of the runs
  bool is_gap = false;           // stands for rows that are left out
};

// "14. NVIDIA H100", and "- …" for the record of the machine's own card, which has no place.
std::string placed_name(const RankedRow& row, const std::string& name) {
  return (row.place ? std::to_string(*row.place) + ". " : "- ") + name;
}

// The best, and those around the runs; the page has them all in its table.
std::vector<Bar> bars_of(const ReportInput& input) {
  constexpr std::size_t best = 5, around = 8;
  const std::vector<RankedRow> rows = ranked_rows(input);
  std::vector<Bar> bars;
  if (rows.empty()) return bars;
  const std::vector<bool> is_near = nearest_rows(rows, best, around);
  const std::vector<std::string> names = run_names(input);
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_near[i]) {
      if (is_near[i - 1]) bars.push_back({.name = "…", .is_gap = true});
      continue;
    }
    const results::RankRow* row = rows[i].gpu;
    if (row == nullptr) {
      bars.push_back({placed_name(rows[i], names[rows[i].run]),
                      messages::render("chart.rank_this", input.language), rows[i].total(),
                      std::nullopt});
      continue;
    }
    const catalog::Gpu* gpu = catalog.gpus().find_id(row->gpu);
    bars.push_back({placed_name(rows[i], gpu == nullptr ? row->gpu : gpu->name),
                    rate_kind_text(*row, input.language), row->total, usual_kind(*row)});
  }
  return bars;
}

struct Colour {
  std::optional<RateKind> kind;
  const char* key;
  const char* colour;
};
constexpr Colour colours[] = {{std::nullopt, "chart.rank_this", "#D55E00"},
                              {RateKind::measured, "chart.rank_measured", "#0072B2"},
                              {RateKind::published, "chart.rank_published", "#56B4E9"},
                              {RateKind::forecast, "chart.rank_forecast", "#B8B8B8"}};

Json bars_json(const std::vector<Bar>& bars, std::optional<RateKind> kind) {
  Json data = Json::array();
  for (std::size_t i = 0; i < bars.size(); ++i) {
    if (bars[i].is_gap || bars[i].kind != kind) continue;
    const std::string text = score_text(bars[i].score);
    data.push_back({{"value", {chart_number(bars[i].score), i}},
                    {"label", {{"formatter", text}}},
                    {"conditions", {bars[i].name, text, bars[i].basis}}});
  }
  return data;
}

// A series for each kind there is, so that the legend explains the colours. Returns where
// the panel begins.
int add_bars(Json& option, const std::vector<Bar>& bars, messages::Language language) {
  std::vector<std::string> names;
  option["color"] = Json::array();
  for (const Colour& colour : colours) {
    Json data = bars_json(bars, colour.kind);
    if (data.empty()) continue;
    names.push_back(messages::render(colour.key, language));
    option["color"].push_back(colour.colour);
    option["series"].push_back({{"type", "bar"},
                                {"name", names.back()},
                                {"barGap", "-100%"},
                                {"barWidth", 14},
                                {"data", std::move(data)},
                                {"label", {{"show", true}, {"position", "right"}}}});
  }
  return add_legend(option, names);
}

}  // namespace

Chart make_rank_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "rank", .title = text("chart.rank"), .height = first_panel_top};
  const std::vector<Bar> bars = bars_of(input);
  chart.is_empty = bars.empty();
  chart.option = chart_option(chart.title, text("chart.rank_note"));
  if (bars.empty()) return chart;
  RowPanel axes{.heading = text("chart.rank_axis")};
  for (const Bar& bar : bars) axes.labels.push_back(bar.name);
  const int top = add_bars(chart.option, bars, input.language);
  const int room = label_width(axes.labels);
  chart.height = add_panel(chart.option, axes, top, room);
  // Names of cards are full of capitals, which are wider than the layout takes them for.
  constexpr double capitals_share = 0.85;
  chart.option["yAxis"][0]["axisLabel"]["width"] = static_cast<int>(capitals_share * room);
  chart.option["xAxis"][0]["max"] = 100;
  chart.option["xAxis"][0]["interval"] = 25;
  return chart;
}

}  // namespace wgf::report
