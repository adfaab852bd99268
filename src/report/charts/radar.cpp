// SPDX-License-Identifier: MIT
// The GPU at a glance: compute, bandwidth, memory, efficiency and, where the price is known, value;
// each as a share of the most any GPU of the catalogue offers by its data sheet. One outline is the
// data sheet, one what was measured.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/charts/chart_list.h"

namespace wgf::report {
namespace {

using catalog::Gpu;
using results::Result;
using results::Run;
using results::Status;

struct Abilities {
  std::optional<double> compute, bandwidth, memory, efficiency, value;
};

struct Axis {
  const char* key;
  const char* unit;
  std::optional<double> Abilities::*member;
};
constexpr Axis axes[] = {{"chart.radar_compute", "TFLOP/s", &Abilities::compute},
                         {"chart.radar_bandwidth", "GB/s", &Abilities::bandwidth},
                         {"chart.radar_memory", "GiB", &Abilities::memory},
                         {"chart.radar_efficiency", "TFLOP/s/W", &Abilities::efficiency},
                         {"chart.radar_value", "TFLOP/s per $/h", &Abilities::value}};

// 16-bit matrix products: what training runs on.
std::optional<double> peak_tflops(const Gpu& gpu) {
  for (const char* compute : {"bf16", "fp16"})
    if (const auto peak = catalog::dense_peak(gpu, compute)) return peak->value / tera;
  return std::nullopt;
}

// What an hour's dollar buys; nothing where nobody is known to rent the card alone.
std::optional<double> per_dollar(std::optional<double> tflops, const Gpu& gpu,
                                 const ReportInput& input) {
  const Rent* rent = find_rent(input.rents, gpu.id);
  if (!tflops || rent == nullptr || rent->price.value <= 0) return std::nullopt;
  return *tflops / rent->price.value;
}

Abilities of_data_sheet(const Gpu& gpu, const ReportInput& input) {
  Abilities abilities;
  abilities.compute = peak_tflops(gpu);
  abilities.bandwidth = gpu.memory_bandwidth.value / giga;
  abilities.memory = in_gib(gpu.memory());
  if (abilities.compute && gpu.tdp) abilities.efficiency = *abilities.compute / gpu.tdp->value;
  abilities.value = per_dollar(abilities.compute, gpu, input);
  return abilities;
}

// The figure that is the outer edge of each axis.
Abilities best_of(const catalog::GpuCatalog& gpus, const ReportInput& input) {
  Abilities best;
  for (const Gpu& gpu : gpus.gpus) {
    const Abilities abilities = of_data_sheet(gpu, input);
    for (const Axis& axis : axes)
      if (const auto value = abilities.*axis.member)
        best.*axis.member = std::max((best.*axis.member).value_or(0), *value);
  }
  return best;
}

bool is_half_precision_product(const Result& result) {
  const std::string precision = result.measured_case.parameters.text("precision");
  return result.measured_case.benchmark == "matmul" && (precision == "bf16" || precision == "fp16");
}

Abilities as_measured(const Run& run) {
  Abilities abilities;
  for (const Result& result : run.results) {
    // Of one card, as its data sheet is.
    if (result.status != Status::ok || result.devices.size() > 1) continue;
    const auto* rate = result.find("bandwidth");
    if (rate != nullptr && result.measured_case.benchmark == "bandwidth")
      abilities.bandwidth = std::max(abilities.bandwidth.value_or(0), rate->value);
    const auto* flops = result.find("flops");
    if (flops == nullptr || !is_half_precision_product(result)) continue;
    if (flops->value <= abilities.compute.value_or(0)) continue;
    abilities.compute = flops->value;
    const auto* power = result.find("power");
    abilities.efficiency =
        power && power->value > 0 ? std::optional(flops->value / power->value) : std::nullopt;
  }
  if (!run.devices.empty() && run.devices.front().memory.value > 0)
    abilities.memory = in_gib(run.devices.front().memory);
  return abilities;
}

struct Outline {
  std::string name;
  Abilities abilities;
};

// Only axes on which every outline has a figure: a gap would read as zero.
std::vector<Axis> common_axes(const std::vector<Outline>& outlines, const Abilities& best) {
  std::vector<Axis> common;
  for (const Axis& axis : axes) {
    const bool is_known =
        (best.*axis.member).has_value() &&
        std::all_of(outlines.begin(), outlines.end(), [&](const Outline& outline) {
          return (outline.abilities.*axis.member).has_value();
        });
    if (is_known) common.push_back(axis);
  }
  return common;
}

std::vector<Outline> outlines_of(const ReportInput& input, const catalog::GpuCatalog& gpus) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  const std::vector<std::string> names = run_names(input);
  std::vector<Outline> sheets, measured;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const Run& run = input.runs[i];
    if (run.devices.empty()) continue;
    const Gpu* gpu = gpus.find_id(run.devices.front().catalog_id);
    if (gpu == nullptr) continue;
    const auto has_name = [&](const Outline& outline) { return outline.name == gpu->name; };
    if (std::none_of(sheets.begin(), sheets.end(), has_name))
      sheets.push_back({gpu->name, of_data_sheet(*gpu, input)});
    Abilities abilities = as_measured(run);
    if (!abilities.compute || !abilities.bandwidth) continue;
    abilities.value = per_dollar(abilities.compute, *gpu, input);
    measured.push_back({names[i] + ", " + text("chart.radar_measured"), abilities});
  }
  for (Outline& sheet : sheets) sheet.name += ", " + text("chart.radar_sheet");
  sheets.insert(sheets.end(), measured.begin(), measured.end());
  return sheets;
}

Json point_of(const Outline& outline, const std::vector<Axis>& shown, const Abilities& best) {
  Json values = Json::array(), lines = Json::array({outline.name});
  for (const Axis& axis : shown) {
    const double value = *(outline.abilities.*axis.member);
    values.push_back(chart_number(100 * value / *(best.*axis.member)));
    lines.push_back(format_number(value, 3) + " " + axis.unit);
  }
  return {{"name", outline.name},
          {"value", values},
          {"areaStyle", {{"opacity", 0.12}}},
          {"conditions", lines}};
}

}  // namespace

Chart make_radar_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  constexpr int height = 460, centre_px = 267, radius_px = 133;
  Chart chart{.name = "radar", .title = text("chart.radar"), .height = height};
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const std::vector<Outline> outlines = outlines_of(input, catalog.gpus());
  const Abilities best = best_of(catalog.gpus(), input);
  const std::vector<Axis> shown = common_axes(outlines, best);
  constexpr std::size_t fewest_axes = 3;  // fewer enclose nothing
  chart.is_empty = outlines.empty() || shown.size() < fewest_axes;
  if (chart.is_empty) return chart;
  chart.option = chart_option(
      chart.title,
      messages::render({"chart.radar_note", {{"name", outlines.back().name}}}, input.language));
  for (const char* list : {"grid", "xAxis", "yAxis"}) chart.option.erase(list);
  Json indicators = Json::array(), data = Json::array();
  // What the last outline reaches, in its unit: measured where anything was.
  for (const Axis& axis : shown)
    indicators.push_back({{"max", 100},
                          {"name", text(axis.key) + "\n" +
                                       format_number(*(outlines.back().abilities.*axis.member), 3) +
                                       " " + axis.unit}});
  std::vector<std::string> names;
  for (const Outline& outline : outlines) {
    names.push_back(outline.name);
    data.push_back(point_of(outline, shown, best));
  }
  const int lower = add_legend(chart.option, names) - first_panel_top;
  chart.height += lower;
  chart.option["radar"] = {{"indicator", indicators},
                           {"center", {"50%", centre_px + lower}},
                           {"radius", radius_px},
                           {"axisName", {{"color", "#888"}}}};
  chart.option["series"].push_back({{"type", "radar"}, {"data", data}});
  return chart;
}

}  // namespace wgf::report
