// SPDX-License-Identifier: MIT
// Where the memory of each case went: model state (parameters, gradients, optimizer), the rest of
// the allocated peak (activations, work space), what the allocator kept in reserve, and the rest of
// what the device counted (context, libraries).

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;

struct Stack {
  double model_state = 0, activations = 0, reserve = 0, other = 0;  // GiB

  double total() const { return model_state + activations + reserve + other; }
};

std::optional<double> gib_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric ? std::optional(metric->value) : std::nullopt;
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
    stack.other = std::max(*process - stack.model_state, 0.0);
    return stack;
  }
  stack.model_state = std::min(stack.model_state, *allocated);
  stack.activations = *allocated - stack.model_state;
  const double reserved = gib_of(result, "memory_reserved_peak").value_or(*allocated);
  stack.reserve = std::max(reserved - *allocated, 0.0);
  const double device = gib_of(result, "memory_device_peak").value_or(reserved);
  stack.other = std::max(device - std::max(reserved, *allocated), 0.0);
  return stack;
}

struct Layer {
  const char* key;
  double Stack::*member;
};
constexpr Layer layers[] = {{"chart.memory_model_state", &Stack::model_state},
                            {"chart.memory_activations", &Stack::activations},
                            {"chart.memory_reserve", &Stack::reserve},
                            {"chart.memory_other", &Stack::other}};

std::vector<std::string> labels_of(const ReportInput& input, const std::vector<ChartRow>& rows) {
  const std::vector<std::string> names = run_names(input);
  std::vector<std::string> labels;
  for (const ChartRow& row : rows)
    labels.push_back(names.size() > 1 ? row.label + ", " + names[row.run] : row.label);
  return labels;
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

Json layer_series(const ReportInput& input, const std::vector<ChartRow>& rows, const Layer& layer) {
  const std::string name = messages::render(layer.key, input.language);
  Json data = Json::array();
  for (const ChartRow& row : rows) {
    const double size = (*stack_of(*row.result)).*layer.member;
    const std::string text = name + ": " + memory_text(size);
    data.push_back(
        {{"value", chart_number(size)}, {"conditions", condition_lines_of(input, row, text)}});
  }
  return {{"type", "bar"}, {"name", name}, {"stack", "memory"}, {"barWidth", 14}, {"data", data}};
}

// A CPU has model and process alone: what is nowhere needs no place in the legend, and the others
// keep their colours. Returns where the panel begins.
int add_layers(Json& option, const ReportInput& input, const std::vector<ChartRow>& rows) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::size(layers); ++i) {
    if (!is_anywhere(layers[i], rows)) continue;
    Json series = layer_series(input, rows, layers[i]);
    series["color"] = option["color"][i];
    names.push_back(series["name"].get<std::string>());
    option["series"].push_back(std::move(series));
  }
  return add_legend(option, names);
}

}  // namespace

Chart make_memory_chart(const ReportInput& input) {
  Chart chart{.name = "memory", .title = messages::render("chart.memory", input.language)};
  const ShownRows shown =
      limit_rows(select_rows(measured_rows(input),
                             [](const Result& result) { return stack_of(result).has_value(); }),
                 input.language);
  chart.is_empty = shown.rows.empty();
  chart.option =
      chart_option(chart.title, messages::render("chart.memory_note", input.language) + shown.note);
  const RowPanel axes{.heading = "GiB", .labels = labels_of(input, shown.rows)};
  const int top = add_layers(chart.option, input, shown.rows);
  chart.height = add_panel(chart.option, axes, top, label_width(axes.labels));
  Json texts = Json::array();
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    const double total = stack_of(*shown.rows[i].result)->total();
    texts.push_back(row_text(total, i, memory_text(total)));
  }
  chart.option["series"].push_back(row_texts_series(0, "", texts));
  return chart;
}

}  // namespace wgf::report
