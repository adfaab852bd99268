// SPDX-License-Identifier: MIT
// info: what this machine is, its GPUs and how they are joined, and the software in use.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/choices.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/product.h"
#include "cli/terminal.h"
#include "report/table.h"
#include "results/json.h"
#include "results/json_print.h"
#include "runner/environment.h"
#include "runner/launch/engine_process.h"

namespace wgf::cli {
namespace {

using results::Environment;
using results::Parameters;

// The words for a section or fact; names that are devices' own ("eth0") have none and stand as they
// are.
std::string label(const std::string& key, const std::string& name, const Context& context) {
  const std::string text = context.text(key);
  return text == key ? name : text;
}

// "gpu_0" is headed "GPU 0".
std::string section_title(const std::string& name, const Context& context) {
  constexpr std::string_view gpu = "gpu_";
  if (name.starts_with(gpu) && parse_integer(std::string_view(name).substr(gpu.size())))
    return fmt::format("GPU {}", name.substr(gpu.size()));
  return label("info.section_" + name, name, context);
}

std::string fact_text(const results::Value& value, const Context& context) {
  if (const bool* flag = std::get_if<bool>(&value))
    return context.text(*flag ? "info.yes" : "info.no");
  if (const double* number = std::get_if<double>(&value)) return format_number(*number);
  return results::to_text(value);
}

// "total_bytes" beside "total" is for programs.
bool is_for_programs(const std::string& name, const Parameters& facts) {
  constexpr std::string_view suffix = "_bytes";
  return name.ends_with(suffix) && facts.find(name.substr(0, name.size() - suffix.size()));
}

std::string section_text(const Environment::Section& section, const Context& context) {
  std::vector<std::pair<std::string, std::string>> lines;
  std::size_t width = 0;
  for (const auto& [name, value] : section.facts) {
    if (is_for_programs(name, section.facts)) continue;
    lines.emplace_back(label("info.fact_" + name, name, context), fact_text(value, context));
    width = std::max(width, display_width(lines.back().first));
  }
  std::string text = section_title(section.name, context) + "\n";
  for (const auto& [name, value] : lines)
    text += fmt::format("  {}  {}\n", pad_right(name, width), value);
  return text + "\n";
}

// Every GPU against every other, as `nvidia-smi topo -m` shows it.
std::string link_matrix(const runner::EnvironmentSources& sources, const Context& context) {
  const std::size_t count = sources.gpus.size();
  report::Table table{{{""}}, {}};
  for (std::size_t row = 0; row < count; ++row) {
    table.columns.push_back({fmt::format("GPU {}", row)});
    table.rows.push_back({fmt::format("GPU {}", row)});
    table.rows.back().resize(count + 1, "?");
    table.rows.back()[row + 1] = "X";
  }
  for (const hardware::GpuLink& link : sources.links) {
    const auto from = static_cast<std::size_t>(link.from);
    const auto to = static_cast<std::size_t>(link.to);
    if (link.kind.empty() || from >= count || to >= count) continue;
    table.rows[from][to + 1] = table.rows[to][from + 1] = link.kind;
  }
  return section_title("gpu_links", context) + "\n" + report::to_terminal(table, printed_width()) +
         "\n";
}

struct Options {
  bool start_engine = false;
  std::vector<std::string> sections;  // empty: all
};

// The sections asked for, in the order they were named ("gpu": every GPU and their links).
Environment chosen_environment(const runner::EnvironmentSources& sources, const Options& options) {
  Environment all = runner::make_environment(sources);
  if (options.sections.empty()) return all;
  std::vector<std::string> known;
  for (const Environment::Section& section : all.sections) known.push_back(section.name);
  // Asking for what is not there is no wrong name: info.no_gpu answers.
  if (sources.gpus.empty()) known.push_back("gpu");
  Environment chosen;
  for (const std::string& name : matching_values("info", options.sections, known))
    for (const Environment::Section& section : all.sections)
      if (section.name == name) chosen.sections.push_back(section);
  return chosen;
}

std::string info_text(const runner::EnvironmentSources& sources, const Options& options,
                      const Context& context) {
  std::string text;
  for (const Environment::Section& section : chosen_environment(sources, options).sections)
    text += section.name == "gpu_links" ? link_matrix(sources, context)
                                        : section_text(section, context);
  const auto& asked = options.sections;
  const auto is_gpu = [](const std::string& name) { return fold_name(name) == "gpu"; };
  const bool asks_for_gpu = asked.empty() || std::any_of(asked.begin(), asked.end(), is_gpu);
  if (asks_for_gpu && sources.gpus.empty()) text += context.text("info.no_gpu") + "\n";
  if (asked.empty() && sources.engine.empty()) text += context.text("info.engine_unknown") + "\n";
  return text;
}

void run_info(const Options& options, const Context& context) {
  runner::EnvironmentSources sources = runner::inspect_environment(
      {.version = std::string(product_version()), .commit = std::string(product_commit())});
  if (options.start_engine) {
    runner::EngineProcess engine(runner::EngineProcess::Options{.program = runner::find_engine()});
    sources.engine = runner::engine_facts(engine.greet());
  }
  const std::string text =
      context.json ? results::indented(results::to_json(chosen_environment(sources, options)))
                   : info_text(sources, options, context);
  print(text);
}

}  // namespace

void add_info_command(Command& program, Context& context) {
  Command command = program.add_command("info", context.text("info.description"));
  // Shared: it outlives this function with the callback.
  const auto options = std::make_shared<Options>();
  command.list("sections", options->sections, context.text("cli.option_sections"));
  add_json_flag(command, context);
  command.flag("--engine", options->start_engine, context.text("info.option_engine"));
  command.action([&context, options] { run_info(*options, context); });
}

}  // namespace wgf::cli
