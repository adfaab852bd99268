// SPDX-License-Identifier: MIT
// list-benchmarks: what can be measured, with which parameters, giving which numbers.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/choices.h"
#include "base/text.h"
#include "cli/commands.h"
#include "report/table.h"
#include "results/json_print.h"
#include "results/metrics.h"
#include "runner/benchmarks_table.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using runner::BenchmarkInfo;
using Benchmarks = std::vector<const BenchmarkInfo*>;

struct BenchmarkListOptions {
  std::vector<std::string> names, metrics, parameters;
  std::string sort;
};

std::string description(const BenchmarkInfo& benchmark, messages::Language language) {
  return messages::render("benchmark." + std::string(benchmark.name), language);
}

std::vector<std::string> metrics_of(const BenchmarkInfo& benchmark) {
  return {benchmark.metrics.begin(), benchmark.metrics.end()};
}

std::vector<std::string> parameters_of(const BenchmarkInfo& benchmark) {
  std::vector<std::string> names;
  for (const runner::ParameterInfo& parameter : benchmark.parameters)
    names.emplace_back(parameter.name);
  return names;
}

using NamesOf = std::vector<std::string> (*)(const BenchmarkInfo&);

// Keeps the benchmarks that have one of the values; a value none has is an error.
void keep_having(Benchmarks& benchmarks, const std::string& option,
                 const std::vector<std::string>& values, NamesOf names_of) {
  if (values.empty()) return;
  std::vector<std::string> known;
  for (const BenchmarkInfo& benchmark : runner::all_benchmarks())
    for (const std::string& name : names_of(benchmark))
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  const std::vector<std::string> wanted = matching_values(option, values, known);
  std::erase_if(benchmarks, [&](const BenchmarkInfo* benchmark) {
    const std::vector<std::string> names = names_of(*benchmark);
    return std::find_first_of(names.begin(), names.end(), wanted.begin(), wanted.end()) ==
           names.end();
  });
}

void sort_benchmarks(Benchmarks& benchmarks, const std::string& field) {
  check_choice("--sort", field, {"name", "parameters", "metrics"});
  std::stable_sort(benchmarks.begin(), benchmarks.end(),
                   [&](const BenchmarkInfo* a, const BenchmarkInfo* b) {
                     if (field == "name") return a->name < b->name;
                     if (field == "metrics") return a->metrics.size() > b->metrics.size();
                     return a->parameters.size() > b->parameters.size();
                   });
}

Benchmarks chosen_benchmarks(const BenchmarkListOptions& options) {
  Benchmarks benchmarks;
  for (const std::string& name : options.names) benchmarks.push_back(&runner::benchmark_info(name));
  if (options.names.empty())
    for (const BenchmarkInfo& benchmark : runner::all_benchmarks())
      benchmarks.push_back(&benchmark);
  keep_having(benchmarks, "--metric", options.metrics, metrics_of);
  keep_having(benchmarks, "--parameter", options.parameters, parameters_of);
  if (!options.sort.empty()) sort_benchmarks(benchmarks, options.sort);
  return benchmarks;
}

std::string benchmarks_json(const Benchmarks& benchmarks) {
  Json list = Json::array();
  for (const BenchmarkInfo* info : benchmarks) {
    const BenchmarkInfo& benchmark = *info;
    Json parameters = Json::array();
    for (const runner::ParameterInfo& parameter : benchmark.parameters)
      parameters.push_back({{"name", parameter.name},
                            {"values", to_text(parameter.values)},
                            {"default", parameter.fallback}});
    Json metrics = Json::array();
    for (const std::string_view tag : benchmark.metrics)
      metrics.push_back({{"tag", tag}, {"unit", results::metric_info(tag).unit}});
    list.push_back({{"name", benchmark.name},
                    {"description", description(benchmark, messages::Language::english)},
                    {"parameters", parameters},
                    {"metrics", metrics}});
  }
  return results::indented(list);
}

std::string benchmarks_text(const Benchmarks& benchmarks, const Context& context) {
  if (benchmarks.empty()) return context.text("cli.no_benchmark_found") + "\n";
  std::string text;
  for (const BenchmarkInfo* info : benchmarks) {
    const BenchmarkInfo& benchmark = *info;
    text += fmt::format("{}: {}\n", benchmark.name, description(benchmark, context.language));
    report::Table table{{{context.text("cli.column_parameter")},
                         {context.text("cli.column_values")},
                         {context.text("cli.column_default")}},
                        {}};
    for (const runner::ParameterInfo& parameter : benchmark.parameters)
      table.rows.push_back({std::string(parameter.name), to_text(parameter.values),
                            std::string(parameter.fallback)});
    text += report::to_terminal(table);
    const std::string metrics = join(metrics_of(benchmark), ", ");
    text += context.text(Message{"cli.metrics", {{"metrics", metrics}}}) + "\n\n";
  }
  return text;
}

}  // namespace

void add_list_benchmarks_command(Command& program, Context& context) {
  Command command =
      program.add_command("list-benchmarks", context.text("cli.list_benchmarks_description"));
  const auto options = std::make_shared<BenchmarkListOptions>();
  command.list("names", options->names, context.text("cli.option_benchmark_names"));
  command.list("--metric", options->metrics, context.text("cli.option_metric"));
  command.list("--parameter", options->parameters, context.text("cli.option_parameter"));
  command.text("--sort", options->sort, context.text("cli.option_sort_benchmarks"));
  add_json_flag(command, context);
  command.action([&context, options] {
    const Benchmarks benchmarks = chosen_benchmarks(*options);
    const std::string text =
        context.json ? benchmarks_json(benchmarks) : benchmarks_text(benchmarks, context);
    print(text);
  });
}

}  // namespace wgf::cli
