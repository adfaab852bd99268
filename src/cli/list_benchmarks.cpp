// SPDX-License-Identifier: MIT
// list-benchmarks: what can be measured, with which parameters, giving which numbers.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands.h"
#include "report/table.h"
#include "results/metrics.h"
#include "runner/benchmarks_table.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using runner::BenchmarkInfo;

std::string description(const BenchmarkInfo& benchmark, messages::Language language) {
  return messages::render("benchmark." + std::string(benchmark.name), language);
}

std::string benchmarks_json() {
  Json list = Json::array();
  for (const BenchmarkInfo& benchmark : runner::all_benchmarks()) {
    Json parameters = Json::array();
    for (const runner::ParameterInfo& parameter : benchmark.parameters)
      parameters.push_back({{"name", parameter.name},
                            {"values", parameter.values},
                            {"default", parameter.fallback}});
    Json metrics = Json::array();
    for (const std::string_view tag : benchmark.metrics)
      metrics.push_back({{"tag", tag}, {"unit", results::metric_info(tag).unit}});
    list.push_back({{"name", benchmark.name},
                    {"description", description(benchmark, messages::Language::english)},
                    {"parameters", parameters},
                    {"metrics", metrics}});
  }
  return list.dump(2) + "\n";
}

std::string benchmarks_text(const Context& context) {
  std::string text;
  for (const BenchmarkInfo& benchmark : runner::all_benchmarks()) {
    text += fmt::format("{}: {}\n", benchmark.name, description(benchmark, context.language));
    report::Table table{{{context.text("cli.column_parameter")},
                         {context.text("cli.column_values")},
                         {context.text("cli.column_default")}},
                        {}};
    for (const runner::ParameterInfo& parameter : benchmark.parameters)
      table.rows.push_back({std::string(parameter.name), std::string(parameter.values),
                            std::string(parameter.fallback)});
    text += report::to_terminal(table);
    std::vector<std::string> metrics(benchmark.metrics.begin(), benchmark.metrics.end());
    text += context.text(Message{"cli.metrics", {{"metrics", join(metrics, ", ")}}}) + "\n\n";
  }
  return text;
}

}  // namespace

void add_list_benchmarks_command(CLI::App& app, Context& context) {
  CLI::App* command =
      app.add_subcommand("list-benchmarks", context.text("cli.list_benchmarks_description"));
  add_json_flag(*command, context);
  command->callback([&context] {
    const std::string text = context.json ? benchmarks_json() : benchmarks_text(context);
    std::fwrite(text.data(), 1, text.size(), stdout);
  });
}

}  // namespace wgf::cli
