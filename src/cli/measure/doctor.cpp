// SPDX-License-Identifier: MIT
// doctor: what is wrong with this machine, or with a measured run, and what to do about it.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <memory>

#include "advisor/score/rating.h"
#include "base/files.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/measure/doctor_text.h"
#include "hardware/gpu_vendor.h"
#include "report/result_table.h"
#include "results/json.h"
#include "runner/doctor/checks.h"
#include "runner/doctor/device_work.h"
#include "runner/doctor/engine_cases.h"
#include "runner/doctor/tuning.h"
#include "runner/environment.h"
#include "runner/interrupt.h"

namespace wgf::cli {
namespace {

using runner::DoctorFacts;
using Vendors = std::vector<std::unique_ptr<hardware::GpuVendor>>;

struct Options {
  std::string run_file;  // --run
  bool no_load = false;
  bool verbose = false;
};

// A line that says what is being worked on, on a terminal only.
void show_progress(const results::Case& value, const Context& context) {
  if (::isatty(STDERR_FILENO) == 0) return;
  const std::string text = context.text(
      {"doctor.working", {{"device", value.device}, {"case", report::case_label(value)}}});
  std::fputs(("\r\x1b[K" + text).c_str(), stderr);
}

void clear_progress() {
  if (::isatty(STDERR_FILENO) != 0) std::fputs("\r\x1b[K", stderr);
}

hardware::GpuInfo read_again(const Vendors& vendors, const runner::GpuFacts& gpu) {
  for (hardware::GpuHandle& handle : hardware::all_gpus(vendors))
    if (handle.info.vendor == gpu.info.vendor && handle.info.index == gpu.info.index)
      return std::move(handle.info);
  return gpu.info;
}

// Without an engine the checks that need one say why; that is no reason to leave out the others.
void let_engine_work(DoctorFacts& facts, const Vendors& vendors, const Options& options,
                     const Context& context, const std::function<bool()>& is_interrupted) {
  try {
    runner::EngineCases engine(
        {.program = runner::find_engine(), .forward_stderr = options.verbose}, is_interrupted);
    runner::add_engine(facts, engine.hello());
    runner::let_devices_work(
        facts,
        [&](const results::Case& value, const std::function<void()>& meanwhile) {
          show_progress(value, context);
          return engine.run(value, meanwhile);
        },
        [&](const runner::GpuFacts& gpu) { return read_again(vendors, gpu); });
  } catch (const Error& fault) {
    facts.engine.fault = fault.message();
  }
  clear_progress();
}

void examine_machine(const Options& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const Vendors vendors = hardware::open_gpu_vendors();
  DoctorFacts facts = runner::gather_facts(vendors, catalog.gpus());
  facts.engine.facts = runner::engine_facts_beside_engine();
  const runner::InterruptGuard interrupt;
  if (options.no_load)
    facts.engine.fault = Message{"doctor.no_load", {}};
  else
    let_engine_work(facts, vendors, options, context, [&] { return interrupt.is_interrupted(); });
  const std::vector<DoctorSection> sections{{"", "", runner::examine(facts)}};
  print_doctor(sections, context);
  if (interrupt.is_interrupted()) context.exit_code = ExitCode::error;
  if (runner::has_problem(sections.front().findings)) context.exit_code = ExitCode::regression;
}

void examine_run(const std::filesystem::path& file, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  results::Run run = results::parse_run(read_file(file), file.string());
  advisor::rate_results(run, catalog.models());
  const std::vector<std::string> labels = report::result_labels(run, context.language);
  std::vector<DoctorSection> sections;
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    std::vector<runner::Finding> findings = runner::tuning_checklist(run, i, catalog.gpus());
    if (findings.empty()) continue;
    if (runner::has_problem(findings)) context.exit_code = ExitCode::regression;
    sections.push_back({labels.at(i), run.results[i].measured_case.key(), std::move(findings)});
  }
  if (sections.empty()) throw Error({"doctor.nothing_to_judge", {{"file", file.string()}}});
  print_doctor(sections, context);
}

}  // namespace

void add_doctor_command(Command& program, Context& context) {
  Command command = program.add_command("doctor", context.text("doctor.description"));
  // Shared: it outlives this function with the callback.
  const auto options = std::make_shared<Options>();
  add_json_flag(command, context);
  const Option run = command.text("--run", options->run_file, context.text("doctor.option_run"));
  command.flag("--no-load", options->no_load, context.text("doctor.option_no_load")).excludes(run);
  command.flag("-v,--verbose", options->verbose, context.text("cli.option_verbose"));
  command.action([&context, options] {
    if (options->run_file.empty())
      examine_machine(*options, context);
    else
      examine_run(options->run_file, context);
  });
}

}  // namespace wgf::cli
