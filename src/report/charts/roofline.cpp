// SPDX-License-Identifier: MIT
// The roofline of a run: what its GPU can reach over FLOP a byte, and where its work stands.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/charts/chart_list.h"
#include "report/charts/chart_parts.h"
#include "report/result_table.h"
#include "report/roofline.h"

namespace wgf::report {
namespace {

constexpr const char* roof_colours[] = {"#8C8C8C", "#56B4E9", "#E69F00", "#CC79A7", "#F0E442"};
constexpr std::size_t most_named = 20;  // of a kind
constexpr const char *train_colour = "#D55E00", *infer_colour = "#0072B2",
                     *kernel_colour = "#009E73";

const catalog::Gpu* card_of(const results::Run& run) {
  if (run.devices.empty()) return nullptr;
  return catalog::embedded_catalog().gpus().find_id(run.devices.front().catalog_id);
}

struct Range {
  double low = 0, high = 0;
};

double power_below(double value) {
  return std::pow(10, std::floor(std::log10(value)));
}
double power_above(double value) {
  return std::pow(10, std::ceil(std::log10(value)));
}

// Everything that is drawn, and a decade of slope left of the highest ridge.
Range intensities_of(const Roofline& roofline) {
  Range range{roofline.points.front().intensity, roofline.ridge(roofline.ceilings.back()) * 2};
  for (const RooflinePoint& point : roofline.points) {
    range.low = std::min(range.low, point.intensity);
    range.high = std::max(range.high, point.intensity);
  }
  return {power_below(std::min(range.low, roofline.ridge(roofline.ceilings.front()) / 10)),
          power_above(range.high)};
}

Range rates_of(const Roofline& roofline, const Range& intensities) {
  Range range{intensities.low * roofline.bandwidth.value, roofline.ceilings.back().rate.value};
  for (const RooflinePoint& point : roofline.points) {
    range.low = std::min(range.low, point.rate.value);
    range.high = std::max(range.high, point.rate.value);
  }
  return {power_below(range.low / tera), power_above(range.high / tera * 1.01)};
}

std::string rate_text(double tflops) {
  return format_number(tflops, 3) + " TFLOP/s";
}

// The slope, then flat; named at its end.
Json roof_series(const Roofline& roofline, const Ceiling& ceiling, const Range& range,
                 const char* colour, const std::string& name) {
  const double peak = ceiling.rate.value / tera, ridge = roofline.ridge(ceiling);
  const double start = range.low * roofline.bandwidth.value / tera;
  return {{"type", "line"},
          {"name", name},
          {"showSymbol", false},
          {"color", colour},
          {"lineStyle", {{"width", 2}, {"type", ceiling.is_measured ? "solid" : "dashed"}}},
          {"data",
           {{chart_number(range.low), chart_number(start)},
            {chart_number(ridge), chart_number(peak)},
            {chart_number(range.high), chart_number(peak)}}}};
}

struct Kind {
  const char* key;  // of the legend
  const char* colour;
  bool (*has)(const results::Case& value);
};
constexpr Kind kinds[] = {
    {"chart.roofline_train", train_colour,
     [](const results::Case& value) { return value.benchmark == "train"; }},
    {"chart.roofline_infer", infer_colour,
     [](const results::Case& value) {
       return value.benchmark == "infer" || value.benchmark == "user_model";
     }},
    {"chart.roofline_kernels", kernel_colour,
     [](const results::Case& value) {
       return value.benchmark != "train" && value.benchmark != "infer" &&
              value.benchmark != "user_model";
     }},
};

Json conditions_of(const RooflinePoint& point, const std::string& label,
                   messages::Language language) {
  const char* bound = point.is_memory_bound ? "chart.roofline_memory" : "chart.roofline_compute";
  return {label,
          rate_text(point.rate.value / tera) + ", " + format_number(point.intensity, 3) + " FLOP/B",
          messages::render({bound,
                            {{"share", format_number(point.share() * 100, 3)},
                             {"roof", rate_text(point.attainable.value / tera)}}},
                           language)};
}

// A label that is shown asks for a place: point_names.js finds one where there is room, which takes
// time for each that asks.
Json points_series(const std::vector<const RooflinePoint*>& points, const Kind& kind,
                   const std::string& name, messages::Language language) {
  Json data = Json::array();
  for (const RooflinePoint* point : points) {
    const bool is_named = data.size() < most_named;
    const std::string label = case_label(point->result->measured_case);
    data.push_back(
        {{"value", {chart_number(point->intensity), chart_number(point->rate.value / tera)}},
         {"name", label},
         {"label", {{"show", is_named}, {"formatter", label}}},
         {"conditions", conditions_of(*point, label, language)}});
  }
  return {{"type", "scatter"},       {"name", name},
          {"symbolSize", 10},        {"color", kind.colour},
          {"label", text_outline()}, {"data", std::move(data)}};
}

Json log_axis(const Range& range, const std::string& name) {
  return {{"type", "log"},
          {"min", chart_number(range.low)},
          {"max", chart_number(range.high)},
          {"name", name}};
}

std::string subtitle_of(const Roofline& roofline, messages::Language language) {
  return messages::render(
      {roofline.bandwidth_is_measured ? "chart.roofline_note" : "chart.roofline_note_datasheet",
       {{"bandwidth", format_number(roofline.bandwidth.value / giga, 4)}}},
      language);
}

}  // namespace

Chart make_roofline_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "roofline", .title = text("chart.roofline"), .height = 520};
  chart.is_empty = true;
  // Two machines have two roofs: of several runs there is no one picture.
  if (input.runs.size() != 1) return chart;
  const Roofline roofline = roofline_of(input.runs.front(), card_of(input.runs.front()));
  chart.is_empty = roofline.points.empty();
  if (chart.is_empty) return chart;
  chart.option = chart_option(chart.title, subtitle_of(roofline, input.language));
  const Range x = intensities_of(roofline), y = rates_of(roofline, x);
  std::vector<std::string> names;
  std::size_t number = 0;
  for (const Ceiling& ceiling : roofline.ceilings) {
    names.push_back(messages::render(
        {ceiling.is_measured ? "chart.roofline_measured" : "chart.roofline_datasheet",
         {{"mode", ceiling.math_mode}, {"rate", rate_text(ceiling.rate.value / tera)}}},
        input.language));
    chart.option["series"].push_back(roof_series(
        roofline, ceiling, x, roof_colours[number++ % std::size(roof_colours)], names.back()));
  }
  for (const Kind& kind : kinds) {
    std::vector<const RooflinePoint*> points;
    for (const RooflinePoint& point : roofline.points)
      if (kind.has(point.result->measured_case)) points.push_back(&point);
    if (points.empty()) continue;
    names.push_back(text(kind.key));
    chart.option["series"].push_back(points_series(points, kind, names.back(), input.language));
  }
  const int lower = add_legend(chart.option, names) - first_panel_top;
  chart.height += lower;
  chart.option["grid"].push_back(
      {{"left", 72}, {"right", 40}, {"top", 110 + lower}, {"bottom", 56}});
  chart.option["xAxis"].push_back(log_axis(x, text("chart.roofline_intensity")));
  chart.option["xAxis"].back().update({{"nameLocation", "middle"}, {"nameGap", 30}});
  chart.option["yAxis"].push_back(log_axis(y, "TFLOP/s"));
  chart.option["yAxis"].back()["nameTextStyle"] = {{"align", "left"}, {"fontWeight", "bold"}};
  return chart;
}

}  // namespace wgf::report
