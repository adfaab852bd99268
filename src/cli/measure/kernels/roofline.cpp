// SPDX-License-Identifier: MIT
// roofline: what the device can reach over FLOP a byte, and where measured work stands below it; of
// a results file, or measured now.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/measure/kernel_cases.h"
#include "cli/measure/measure_session.h"
#include "cli/terminal.h"
#include "report/result_table.h"
#include "report/roofline.h"
#include "report/table.h"
#include "results/json_print.h"
#include "runner/benchmarks_table.h"
#include "runner/journal.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::Ceiling;
using report::Roofline;
using report::RooflinePoint;

// Models and kernels to place.
std::vector<results::Case> placed_cases(const RunCommandLine& line, std::string_view device,
                                        const catalog::ModelCatalog& models) {
  std::vector<results::Case> cases;
  // Without a model named, a plan would be of all of them.
  if (!line.options.models.empty()) cases = runner::make_plan(line.options, device, models);
  for (results::Case& kernel : kernel_cases(line, device)) cases.push_back(std::move(kernel));
  return cases;
}

bool counts_flops(const std::string& benchmark) {
  const auto metrics = runner::benchmark_info(benchmark).metrics;
  return std::find(metrics.begin(), metrics.end(), "flops") != metrics.end();
}

// Of what can be placed, in that order; kernels have their own. Where nothing has one, of models.
std::vector<std::string> precisions_of(const std::vector<results::Case>& placed,
                                       const RunCommandLine& line) {
  std::vector<std::string> precisions;
  for (const results::Case& value : placed) {
    const std::string precision = value.parameters.text("precision");
    if (!precision.empty() && counts_flops(value.benchmark) &&
        std::find(precisions.begin(), precisions.end(), precision) == precisions.end())
      precisions.push_back(precision);
  }
  return precisions.empty() ? line.options.precisions : precisions;
}

// The roof: the largest usual product of each arithmetic, and a copy that no cache holds.
void append_ceilings(std::vector<results::Case>& cases, const RunCommandLine& line,
                     const std::vector<std::string>& precisions, std::string_view device) {
  const bool is_cpu = device == "cpu";
  const std::int64_t side = is_cpu ? 2048 : 8192;
  const auto add = [&](const char* benchmark, results::Parameters parameters) {
    cases.push_back({.benchmark = benchmark,
                     .parameters = std::move(parameters),
                     .device = std::string(device),
                     .seed = line.options.seed,
                     .stopping = line.options.stopping});
  };
  for (const std::string& precision : precisions)
    add("matmul", {{"m", side}, {"n", side}, {"k", side}, {"precision", precision}});
  add("bandwidth", {{"operation", "copy"}, {"size_mib", std::int64_t{is_cpu ? 256 : 1024}}});
}

RunCommandLine with_defaults(RunCommandLine line, std::string_view device) {
  if (line.options.models.empty() && line.benchmarks.empty())
    line.options.models = {"resnet50", "bert-base"};
  if (line.options.batch_sizes.empty()) line.options.batch_sizes = {device == "cpu" ? 1 : 32};
  if (line.options.precisions.empty())
    line.options.precisions = {device == "cpu" ? "fp32" : "bf16"};
  return line;
}

Session make_session(const RunCommandLine& line) {
  Session session{.line = line, .default_files = {"results.json"}};
  session.line.names_work = true;
  session.is_lowered_on_cpu = true;
  session.check = [line](const catalog::ModelCatalog& models) {
    runner::check_options(with_defaults(line, "cpu").options, models);
    kernel_cases(line, "cpu");
  };
  session.make_cases = [line](std::string_view device, const catalog::ModelCatalog& models) {
    const RunCommandLine full = with_defaults(line, device);
    std::vector<results::Case> placed = placed_cases(full, device, models), cases;
    append_ceilings(cases, full, precisions_of(placed, full), device);
    for (results::Case& value : placed)
      if (std::none_of(cases.begin(), cases.end(),
                       [&](const results::Case& other) { return other.key() == value.key(); }))
        cases.push_back(std::move(value));
    return cases;
  };
  return session;
}

Json json_of(const Roofline& roofline, const Context& context) {
  Json ceilings = Json::array(), points = Json::array(), left_out = Json::array();
  for (const Ceiling& ceiling : roofline.ceilings)
    ceilings.push_back({{"precision", ceiling.math_mode},
                        {"tflops", ceiling.rate.value / tera},
                        {"measured", ceiling.is_measured},
                        {"ridge_flop_per_byte", roofline.ridge(ceiling)}});
  for (const RooflinePoint& point : roofline.points)
    points.push_back({{"case", point.result->measured_case.key()},
                      {"flop_per_byte", point.intensity},
                      {"tflops", point.rate.value / tera},
                      {"attainable_tflops", point.attainable.value / tera},
                      {"share", point.share()},
                      {"bound", point.is_memory_bound ? "memory" : "compute"},
                      {"bytes", point.counts_operators ? "operators" : "definition"}});
  for (const report::Unplaced& one : roofline.left_out)
    left_out.push_back(
        {{"case", one.result->measured_case.key()}, {"reason", context.text(one.reason)}});
  return {{"bandwidth_gb_s", roofline.bandwidth.value / giga},
          {"bandwidth_measured", roofline.bandwidth_is_measured},
          {"ceilings", ceilings},
          {"points", points},
          {"left_out", left_out}};
}

// Cases that one reason keeps out, in one line; of many the first.
std::string left_out_lines(const Roofline& roofline, const Context& context) {
  constexpr std::size_t most_named = 5;
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // reason, cases
  for (const report::Unplaced& one : roofline.left_out) {
    const std::string reason = context.text(one.reason);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& other) { return other.first == reason; });
    if (group == groups.end()) group = groups.insert(groups.end(), {reason, {}});
    const std::string label = report::case_label(one.result->measured_case);
    if (std::find(group->second.begin(), group->second.end(), label) == group->second.end())
      group->second.push_back(label);
  }
  std::string text;
  for (auto& [reason, cases] : groups) {
    const std::size_t more = cases.size() - std::min(cases.size(), most_named);
    cases.resize(cases.size() - more);
    text +=
        context.text(Message{
            more > 0 ? "kernel.left_out_more" : "kernel.left_out",
            {{"cases", join(cases, ", ")}, {"more", std::to_string(more)}, {"reason", reason}}}) +
        "\n";
  }
  return text;
}

std::string roof_lines(const Roofline& roofline, const Context& context) {
  const auto origin = [&](bool is_measured) {
    return context.text(is_measured ? "kernel.measured" : "kernel.data_sheet");
  };
  std::string text = fmt::format("{}: {} GB/s, {}\n", context.text("kernel.memory"),
                                 format_number(roofline.bandwidth.value / giga, 4),
                                 origin(roofline.bandwidth_is_measured));
  for (const Ceiling& ceiling : roofline.ceilings)
    text += fmt::format(
        "{}: {} TFLOP/s, {}, {}\n", ceiling.math_mode, format_number(ceiling.rate.value / tera, 4),
        origin(ceiling.is_measured),
        context.text({"kernel.ridge", {{"ridge", format_number(roofline.ridge(ceiling), 3)}}}));
  return text;
}

std::string text_of(const Roofline& roofline, const Context& context) {
  const auto heading = [&](const char* key) { return context.text(key); };
  report::Table table;
  table.columns = {{heading("report.column_case")},
                   {heading("kernel.column_intensity"), report::Align::right},
                   {heading("kernel.column_rate"), report::Align::right},
                   {heading("kernel.column_roof"), report::Align::right},
                   {heading("kernel.column_share"), report::Align::right},
                   {heading("kernel.column_bound")}};
  bool is_above_slope = false, is_above_flat = false;
  for (const RooflinePoint& point : roofline.points) {
    (point.is_memory_bound ? is_above_slope : is_above_flat) |= point.share() > 1;
    table.rows.push_back(
        {report::case_label(point.result->measured_case), format_number(point.intensity, 3),
         format_number(point.rate.value / tera, 3) + " TFLOP/s",
         format_number(point.attainable.value / tera, 3) + " TFLOP/s",
         format_number(point.share() * 100, 3) + " %",
         heading(point.is_memory_bound ? "kernel.bound_memory" : "kernel.bound_compute")});
  }
  std::string text =
      roof_lines(roofline, context) + "\n" + report::to_terminal(table, printed_width());
  text += context.text("kernel.roofline_note") + "\n";
  if (is_above_slope) text += context.text("kernel.roofline_above") + "\n";
  if (is_above_flat) text += context.text("kernel.roofline_above_product") + "\n";
  return text + left_out_lines(roofline, context);
}

Roofline roofline_of(const results::Run& run, const Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const catalog::Gpu* card =
      run.devices.empty() ? nullptr : catalog.gpus().find_id(run.devices.front().catalog_id);
  return report::roofline_of(run, card);
}

void print_roofline(const Roofline& roofline, const Context& context) {
  if (context.json)
    print(results::indented(json_of(roofline, context)));
  else
    print(roofline.points.empty() ? left_out_lines(roofline, context) : text_of(roofline, context));
}

void place_file(const std::string& file, const Context& context) {
  const results::Run run = runner::load_results(file);
  const Roofline roofline = roofline_of(run, context);
  if (roofline.points.empty()) throw Error({"kernel.no_roofline", {{"file", file}}});
  print_roofline(roofline, context);
}

}  // namespace

void add_roofline_command(Command& program, Context& context) {
  Command command = program.add_command("roofline", context.text("kernel.roofline_description"));
  const auto files = std::make_shared<std::vector<std::string>>();
  command.paths("file", *files, context.text("kernel.option_roofline_file"), "RESULTS.json");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::roofline);
  command.action([&context, reader, files] {
    if (files->size() > 1) throw Error({"kernel.one_roofline", {}}, ExitCode::usage);
    if (!files->empty()) return place_file(files->front(), context);
    Session session = make_session(reader.read());
    session.is_printed = !context.json;  // one document on stdout
    session.print_more = [&context](const results::Run& run) {
      print_roofline(roofline_of(run, context), context);
    };
    measure(session, context);
  });
}

}  // namespace wgf::cli
