// SPDX-License-Identifier: MIT
// Of the task profile: the step as it is beside the steps that lack one of its costs, and where its
// time goes.

#include <algorithm>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"
#include "report/tasks/profile_variants.h"

namespace wgf::report {
namespace {

struct Bars {
  RowPanel panel;
  Json bars = Json::array(), texts = Json::array();

  void add(std::string label, double value, const std::string& text, Json conditions) {
    texts.push_back(row_text(value, panel.labels.size(), text));
    panel.labels.push_back(std::move(label));
    panel.largest = std::max(panel.largest, value);
    bars.push_back({{"value", chart_number(value)}, {"conditions", std::move(conditions)}});
  }
};

Bars steps_of(const ReportInput& input, std::size_t run,
              const std::vector<ProfileVariant>& variants) {
  Bars steps;
  steps.panel.heading = messages::render("chart.profile_steps", input.language) + ", ms";
  for (const ProfileVariant& variant : variants) {
    if (variant.step_ms <= 0) continue;
    const std::string text = format_number(variant.step_ms, 4) + " ms";
    const std::string name = messages::render(variant.name, input.language);
    const ChartRow row{.run = run, .result = variant.result, .label = name};
    steps.add(name, variant.step_ms, text, condition_lines_of(input, row, text));
  }
  return steps;
}

Bars shares_of(const ReportInput& input, std::size_t run,
               const std::vector<ProfileVariant>& variants) {
  Bars shares;
  shares.panel.heading = messages::render("chart.profile_shares", input.language) + ", %";
  for (const ProfileVariant& variant : variants)
    for (const char* tag : profile_shares) {
      const results::Metric* share = variant.result->find(tag);
      if (share == nullptr) continue;
      const std::string name = messages::render("tasks." + std::string(tag), input.language);
      const ChartRow row{.run = run, .result = variant.result, .label = name};
      shares.add(name, share->value, format_number(share->value, 3) + " %",
                 condition_lines_of(input, row, metric_text(*share)));
    }
  return shares;
}

// With the size of its input where that is not its own.
std::string network_name(const results::Parameters& parameters) {
  std::string name = parameters.text("model");
  for (const char* size : {"image_size", "sequence_length"})
    if (const results::Value* value = parameters.find(size))
      name += " " + parameter_label(size, *value);
  return name;
}

// Returns where the next panel begins.
int add_bars(Chart& chart, Bars bars, std::size_t number, int top, int width) {
  return add_bar_panel(chart.option, bars.panel, number, top, width, std::move(bars.bars),
                       std::move(bars.texts), bars.panel.heading);
}

}  // namespace

// Of one run: the first that profiled.
Chart make_profile_chart(const ReportInput& input) {
  Chart chart{.name = "profile",
              .title = messages::render("chart.profile", input.language),
              .is_empty = true};
  for (std::size_t i = 0; i < input.runs.size() && chart.is_empty; ++i) {
    if (input.runs[i].task != "profile") continue;
    const std::vector<ProfileVariant> variants = profile_variants(input.runs[i]);
    Bars steps = steps_of(input, i, variants), shares = shares_of(input, i, variants);
    chart.is_empty = steps.panel.labels.empty();
    if (chart.is_empty) continue;
    const results::Parameters& parameters = variants.front().result->measured_case.parameters;
    chart.option = chart_option(
        chart.title,
        messages::render({"chart.profile_note",
                          {{"model", network_name(parameters)},
                           {"batch", std::to_string(parameters.integer("batch_size"))}}},
                         input.language));
    const int width = std::max(label_width(steps.panel), label_width(shares.panel));
    const int next = add_bars(chart, std::move(steps), 0, first_panel_top - 20, width);
    chart.height =
        shares.panel.labels.empty() ? next : add_bars(chart, std::move(shares), 1, next, width);
  }
  return chart;
}

}  // namespace wgf::report
