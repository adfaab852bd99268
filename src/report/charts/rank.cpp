// SPDX-License-Identifier: MIT
// Where the machine stands: its score as a bar among those of the catalogue's GPUs, coloured by how
// sure each is.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/charts/chart_list.h"

namespace wgf::report {
namespace {

using results::RankRow;
using results::RateKind;
using results::Score;

struct Bar {
  std::string name;
  double score = 0;
  std::optional<RateKind> kind;  // none: one of the runs
};

// The first run's ranking, with every run that was scored by the same version over the same cases.
std::vector<Bar> bars_of(const ReportInput& input) {
  std::vector<Bar> bars;
  const std::vector<std::string> names = run_names(input);
  const Score* first = nullptr;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const auto& score = input.runs[i].score;
    if (!score) continue;
    if (first == nullptr) first = &*score;
    if (score->version == first->version && score->missing() == first->missing())
      bars.push_back({names[i], score->total, std::nullopt});
  }
  if (first == nullptr) return bars;
  const catalog::Catalog catalog;
  for (const RankRow& row : first->ranking) {
    const catalog::Gpu* gpu = catalog.gpus().find_id(row.gpu);
    bars.push_back({gpu == nullptr ? row.gpu : gpu->name, row.total, row.kind});
  }
  std::stable_sort(bars.begin(), bars.end(),
                   [](const Bar& a, const Bar& b) { return a.score > b.score; });
  return bars;
}

// The best, and those around the runs; the page has them all in its table.
std::vector<Bar> nearest_bars(std::vector<Bar> bars) {
  constexpr std::size_t best = 5, around = 8;
  std::vector<bool> is_kept(bars.size(), false);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    if (i < best) is_kept[i] = true;
    if (bars[i].kind) continue;
    const std::size_t last = std::min(i + around, bars.size() - 1);
    for (std::size_t j = i < around ? 0 : i - around; j <= last; ++j) is_kept[j] = true;
  }
  std::vector<Bar> kept;
  for (std::size_t i = 0; i < bars.size(); ++i)
    if (is_kept[i]) kept.push_back(std::move(bars[i]));
  return kept;
}

// A series for each kind, so that the legend explains the colours.
Json series_of(const std::vector<Bar>& bars, std::optional<RateKind> kind,
               const std::string& name) {
  Json data = Json::array();
  for (std::size_t i = 0; i < bars.size(); ++i)
    if (bars[i].kind == kind)
      data.push_back({{"value", {chart_number(bars[i].score), i}},
                      {"label", {{"formatter", format_number(bars[i].score, 3)}}},
                      {"conditions", {bars[i].name, name}}});
  return {{"type", "bar"},  {"name", name}, {"barGap", "-100%"},
          {"barWidth", 14}, {"data", data}, {"label", {{"show", true}, {"position", "right"}}}};
}

}  // namespace

Chart make_rank_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "rank", .title = text("chart.rank"), .height = first_panel_top};
  const std::vector<Bar> all = bars_of(input);
  const std::vector<Bar> bars = nearest_bars(all);
  chart.is_empty = bars.empty();
  chart.option = chart_option(chart.title, text("chart.rank_note"));
  if (bars.empty()) return chart;
  RowPanel axes{.heading = text("chart.rank_axis")};
  for (const Bar& bar : bars) axes.labels.push_back(bar.name);
  chart.height = add_panel(chart.option, axes, first_panel_top, label_width(axes.labels));
  chart.option["xAxis"][0]["max"] = 100;
  chart.option["xAxis"][0]["interval"] = 25;
  constexpr std::pair<std::optional<RateKind>, const char*> kinds[] = {
      {std::nullopt, "chart.rank_this"},
      {RateKind::measured, "chart.rank_measured"},
      {RateKind::published, "chart.rank_published"},
      {RateKind::forecast, "chart.rank_forecast"}};
  std::vector<std::string> names;
  for (const auto& [kind, key] : kinds) {
    names.push_back(text(key));
    chart.option["series"].push_back(series_of(bars, kind, names.back()));
  }
  chart.option["color"] = {"#D55E00", "#0072B2", "#56B4E9", "#B8B8B8"};
  add_legend(chart.option, names);
  return chart;
}

}  // namespace wgf::report
