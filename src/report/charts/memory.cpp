// SPDX-License-Identifier: MIT
// Where the memory of each case went: model state (parameters, gradients, optimizer), the rest of
// the allocated peak (activations, work space), what the allocator kept in reserve, and the rest of
// what the device counted (context, libraries).

#include <algorithm>
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

Json layer_series(const ReportInput& input, const std::vector<ChartRow>& rows, const Layer& layer) {
  Json data = Json::array();
  for (const ChartRow& row : rows)
    data.push_back({{"value", chart_number((*stack_of(*row.result)).*layer.member)},
                    {"conditions", condition_lines_of(input, row)}});
  return {{"type", "bar"},
          {"name", messages::render(layer.key, input.language)},
          {"stack", "memory"},
          {"barWidth", 14},
          {"data", data}};
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
  std::vector<std::string> names;
  for (const Layer& layer : layers) names.push_back(messages::render(layer.key, input.language));
  add_legend(chart.option, names);
  const RowPanel axes{.heading = "GiB", .labels = labels_of(input, shown.rows)};
  chart.height = add_panel(chart.option, axes, first_panel_top, label_width(axes.labels));
  for (const Layer& layer : layers)
    chart.option["series"].push_back(layer_series(input, shown.rows, layer));
  Json texts = Json::array();
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    const double total = stack_of(*shown.rows[i].result)->total();
    const ShownUnit unit = shown_memory_unit(total);
    texts.push_back(
        row_text(total, i, format_number(total * unit.scale, 3) + " " + std::string(unit.name)));
  }
  chart.option["series"].push_back(row_texts_series(0, "", texts));
  return chart;
}

}  // namespace wgf::report
