// SPDX-License-Identifier: MIT
// Where the memory of each case went: model state (parameters, gradients, optimizer), the rest of
// the allocated peak (activations, work space), what the allocator kept in reserve, and the rest:
// on a GPU of what anyone held there (context, libraries, other processes), on a CPU of the
// process.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;

struct Stack {
  double model_state = 0, activations = 0, reserve = 0, device = 0, process = 0;  // GiB

  double total() const { return model_state + activations + reserve + device + process; }
};

std::optional<double> gib_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  // A number that is none stands for a reading that could not be taken.
  const bool is_known = metric != nullptr && std::isfinite(metric->value);
  return is_known ? std::optional(metric->value) : std::nullopt;
}

// Each counter holds the one before; where a later one was read lower (another moment), its layer
// is empty rather than negative. A CPU has no allocator counters: its process's peak takes their
// place.
std::optional<Stack> stack_of(const Result& result) {
  const std::optional<double> process = gib_of(result, "memory_process_peak");
  const std::optional<double> allocated = gib_of(result, "memory_allocated_peak");
  if (!allocated && !process) return std::nullopt;
  Stack stack;
  stack.model_state = gib_of(result, "memory_model_state").value_or(0);
  if (!allocated) {
    stack.process = std::max(*process - stack.model_state, 0.0);
    return stack;
  }
  stack.model_state = std::min(stack.model_state, *allocated);
  stack.activations = *allocated - stack.model_state;
  const double reserved = gib_of(result, "memory_reserved_peak").value_or(*allocated);
  stack.reserve = std::max(reserved - *allocated, 0.0);
  const double device = gib_of(result, "memory_device_peak").value_or(reserved);
  stack.device = std::max(device - std::max(reserved, *allocated), 0.0);
  return stack;
}

struct Layer {
  const char* key;
  double Stack::*member;
};
constexpr Layer layers[] = {{"chart.memory_model_state", &Stack::model_state},
                            {"chart.memory_activations", &Stack::activations},
                            {"chart.memory_reserve", &Stack::reserve},
                            {"chart.memory_device", &Stack::device},
                            {"chart.memory_process", &Stack::process}};
constexpr std::size_t device_layer = 3;

// What stands at one place of the axis: a case in one run, or, without a result, the name of a case
// over its runs. Layers have the colours, so that of several runs each row is named by its run.
struct Place {
  std::string label;
  const ChartRow* row = nullptr;
};

std::vector<Place> places_of(const ReportInput& input, const std::vector<ChartRow>& rows) {
  const std::vector<std::string> names = run_names(input);
  const bool is_comparison = names.size() > 1;
  std::vector<Place> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_comparison && (i == 0 || !is_same_case(rows[i - 1], rows[i])))
      places.push_back({rows[i].label, nullptr});
    places.push_back({is_comparison ? names[rows[i].run] : rows[i].label, &rows[i]});
  }
  return places;
}

RowPanel axes_of(const std::vector<Place>& places, const ShownUnit& unit) {
  RowPanel axes{.heading = std::string(unit.name)};
  for (const Place& place : places) {
    if (place.row == nullptr) axes.headings.push_back(axes.labels.size());
    axes.labels.push_back(place.label);
  }
  return axes;
}

// One for the whole axis.
ShownUnit unit_of(const std::vector<ChartRow>& rows) {
  double largest = 0;
  for (const ChartRow& row : rows) largest = std::max(largest, stack_of(*row.result)->total());
  return shown_memory_unit(largest);
}

std::string memory_text(double gibibytes) {
  const ShownUnit unit = shown_memory_unit(gibibytes);
  return format_number(gibibytes * unit.scale, 3) + " " + std::string(unit.name);
}

bool is_anywhere(const Layer& layer, const std::vector<ChartRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [&](const ChartRow& row) {
    return (*stack_of(*row.result)).*layer.member > 0;
  });
}

Json layer_series(const ReportInput& input, const std::vector<Place>& places, const Layer& layer,
                  double scale) {
  const std::string name = messages::render(layer.key, input.language);
  Json data = Json::array();
  for (const Place& place : places) {
    if (place.row == nullptr) {
      data.push_back("-");
      continue;
    }
    const double size = (*stack_of(*place.row->result)).*layer.member;
    const std::string text = name + ": " + memory_text(size);
    data.push_back({{"value", chart_number(size * scale)},
                    {"conditions", condition_lines_of(input, *place.row, text)}});
  }
  return {{"type", "bar"}, {"name", name}, {"stack", "memory"}, {"barWidth", 14}, {"data", data}};
}

// A CPU has model and process alone: what is nowhere needs no place in the legend, and the others
// keep their colours. Returns where the panel begins.
int add_layers(Json& option, const ReportInput& input, const std::vector<ChartRow>& rows,
               const std::vector<Place>& places, double scale) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::size(layers); ++i) {
    if (!is_anywhere(layers[i], rows)) continue;
    Json series = layer_series(input, places, layers[i], scale);
    series["color"] = option["color"][i];
    names.push_back(series["name"].get<std::string>());
    option["series"].push_back(std::move(series));
  }
  return add_legend(option, names);
}

}  // namespace

Chart make_memory_chart(const ReportInput& input) {
  Chart chart{.name = "memory", .title = messages::render("chart.memory", input.language)};
  const ShownRows shown = limit_cases(select_rows(measured_rows(input),
                                                  [](const Result& result) {
                                                    const std::optional<Stack> stack =
                                                        stack_of(result);
                                                    return stack && stack->total() > 0;
                                                  }),
                                      input);
  chart.is_empty = shown.rows.empty();
  std::string note = messages::render("chart.memory_note", input.language);
  if (is_anywhere(layers[device_layer], shown.rows))
    note += messages::render("chart.memory_device_note", input.language);
  chart.option = chart_option(chart.title, note + shown.note);
  const ShownUnit unit = unit_of(shown.rows);
  const std::vector<Place> places = places_of(input, shown.rows);
  const RowPanel axes = axes_of(places, unit);
  const int top = add_layers(chart.option, input, shown.rows, places, unit.scale);
  chart.height = add_panel(chart.option, axes, top, label_width(axes));
  Json texts = Json::array();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].row == nullptr) continue;
    const double total = stack_of(*places[i].row->result)->total();
    texts.push_back(row_text(total * unit.scale, i, memory_text(total)));
  }
  chart.option["series"].push_back(row_texts_series(0, "", texts));
  return chart;
}

}  // namespace wgf::report
