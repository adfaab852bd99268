// SPDX-License-Identifier: MIT
#include "report/tasks/llm_timeline.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/units.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Timeline;

// Of each launch the time that none before it covers.
std::vector<double> own_times_us(const Timeline& timeline) {
  std::vector<double> times;
  double covered_us = 0;
  for (const Timeline::Launch& launch : timeline.launches) {
    const double end_us = launch.start_us + launch.duration_us;
    times.push_back(std::max(0.0, end_us - std::max(covered_us, launch.start_us)));
    covered_us = std::max(covered_us, end_us);
  }
  return times;
}

struct PhaseColumns {
  const char* share;                         // heading
  const char* rate;                          // heading
  double (*amount)(const PartTotal& total);  // giga or tera, of which the rate is
};
constexpr PhaseColumns of_tokens = {"tasks.llm_profile_column_of_token",
                                    "tasks.llm_profile_column_read",
                                    [](const PartTotal& total) { return total.bytes / giga; }};
constexpr PhaseColumns of_prompts = {"tasks.llm_profile_column_of_prompt",
                                     "tasks.llm_profile_column_flops",
                                     [](const PartTotal& total) { return total.flops / tera; }};

struct Shown {
  const Timeline& timeline;
  const PhaseColumns& columns;
  std::optional<double> limit;  // GB/s; prompts have none
};

std::vector<std::string> row_of(const std::string& name, const PartTotal& total,
                                const Shown& shown) {
  const double amount = shown.columns.amount(total);
  const double rate = amount > 0 && total.time_us > 0 ? amount / (total.time_us * 1e-6) : 0;
  std::vector<std::string> row = {name,
                                  short_kernel_name(total.kernel),
                                  total.calls > 0 ? std::to_string(total.calls) : "",
                                  format_number(total.time_us, 4),
                                  percent_text(100 * total.time_us / shown.timeline.period_us),
                                  rate > 0 ? format_number(rate, 3) : "-"};
  if (shown.limit) row.push_back(rate > 0 ? percent_text(100 * rate / *shown.limit) : "-");
  return row;
}

Table table_of(const Shown& shown, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.llm_profile_column_part", language),
                   text_column("tasks.llm_profile_column_kernel", language),
                   number("tasks.llm_profile_column_calls"),
                   number("tasks.llm_profile_column_time"),
                   number(shown.columns.share),
                   number(shown.columns.rate)};
  if (shown.limit) table.columns.push_back(number("tasks.llm_column_limit"));
  PartTotal all{.time_us = shown.timeline.period_us};
  for (const PartTotal& total : part_totals(shown.timeline)) {
    table.rows.push_back(row_of(part_name(total.part, language), total, shown));
    all.calls += total.calls;
    all.bytes += total.bytes;
    all.flops += total.flops;
  }
  const auto name = [&](const char* key) { return messages::render(key, language); };
  table.rows.push_back(
      row_of(name("tasks.llm_profile_gaps"), {.time_us = gap_us(shown.timeline)}, shown));
  table.rows.push_back(row_of(name("tasks.llm_profile_all"), all, shown));
  return table;
}

// Both times: recording slows steps down.
std::string title_of(const Result& result, const Timeline& timeline, Language language) {
  const auto measured = number_of(result, timeline.phase + ".step_time");
  return messages::render(
      {timeline.phase == "decode" ? "tasks.llm_profile_token" : "tasks.llm_profile_prompt",
       {{"case", profiled_label(result)},
        {"recorded", format_number(timeline.period_us * 1e-3, 4)},
        {"measured", measured ? format_number(*measured, 4) : "-"}}},
      language);
}

}  // namespace

std::vector<PartTotal> part_totals(const Timeline& timeline) {
  std::map<std::string, PartTotal> by_part;
  std::map<std::string, std::map<std::string, double>> kernels;
  const std::vector<double> own_us = own_times_us(timeline);
  for (std::size_t i = 0; i < timeline.launches.size(); ++i) {
    const Timeline::Launch& launch = timeline.launches[i];
    PartTotal& total = by_part[launch.part];
    total.part = launch.part;
    ++total.calls;
    total.time_us += own_us[i];
    total.bytes += launch.bytes;
    total.flops += launch.flops;
    kernels[launch.part][launch.name] += launch.duration_us;
  }
  std::vector<PartTotal> totals;
  for (auto& [part, total] : by_part) {
    const auto& names = kernels[part];
    total.kernel = std::max_element(names.begin(), names.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
    totals.push_back(std::move(total));
  }
  std::stable_sort(totals.begin(), totals.end(),
                   [](const PartTotal& a, const PartTotal& b) { return a.time_us > b.time_us; });
  return totals;
}

double gap_us(const Timeline& timeline) {
  double busy_us = 0;
  for (const double own_us : own_times_us(timeline)) busy_us += own_us;
  return std::max(0.0, timeline.period_us - busy_us);
}

std::string part_name(const std::string& part, Language language) {
  return messages::render("tasks.llm_profile_part_" + (part.empty() ? "none" : part), language);
}

std::string short_kernel_name(const std::string& name) {
  constexpr std::size_t most = 28;
  std::string text = name.substr(0, name.find_first_of("<("));
  if (text.starts_with("void ")) text.erase(0, 5);
  // LibTorch's operations keep their namespace, kernels lose theirs.
  const std::size_t colons = text.rfind("::");
  if (colons != std::string::npos && !text.starts_with("aten::")) text.erase(0, colons + 2);
  return text.size() <= most ? text : text.substr(0, most - 1) + "…";
}

std::string profiled_label(const Result& result) {
  results::Case shown = result.measured_case;
  shown.parameters = {};
  for (const auto& [name, value] : result.measured_case.parameters)
    if (name != "profiled_steps") shown.parameters.set(name, value);
  return case_label(shown);
}

std::vector<TitledTable> timeline_tables(const results::Run& run, Language language) {
  std::vector<TitledTable> tables;
  for (const Result& result : run.results)
    for (const Timeline& timeline : result.timelines) {
      const bool is_token = timeline.phase == "decode";
      const Shown shown{timeline, is_token ? of_tokens : of_prompts,
                        is_token ? number_of(result, "read.bandwidth") : std::nullopt};
      if (!timeline.launches.empty() && timeline.period_us > 0)
        tables.push_back({title_of(result, timeline, language), table_of(shown, language)});
    }
  return tables;
}

}  // namespace wgf::report
