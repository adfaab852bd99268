// SPDX-License-Identifier: MIT
#include "cli/measure/run_option_table.h"

#include "base/text.h"
#include "cli/option_values.h"
#include "runner/benchmarks_table.h"
#include "runner/device_choice.h"
#include "runner/sweep.h"

namespace wgf::cli {
namespace {

using Line = RunCommandLine;

constexpr int run_only = static_cast<int>(OptionScope::run);
constexpr int run_and_tasks = run_only + static_cast<int>(OptionScope::task);
constexpr int run_and_kernels = run_only + static_cast<int>(OptionScope::kernel);
constexpr int measuring = run_and_kernels + static_cast<int>(OptionScope::quick);
constexpr int all = measuring + static_cast<int>(OptionScope::task);

void set_device(Line& line, const std::string& value) {
  if (fold_name(value) == "mps")
    throw Error({"cli.device_not_supported", {{"device", value}}}, ExitCode::not_supported);
  runner::check_device_name(value);
  line.options.device = value;
}

void set_models(Line& line, const std::string& value) {
  line.options.models = parse_list("-m/--models", value);
  // The default of earlier versions, by its name.
  if (line.options.models.size() == 1 && line.options.models.front() == "all")
    line.options.models.clear();
  line.names_work = true;
}

void set_model_file(Line& line, const std::string& value) {
  if (!value.ends_with(".pt") && !value.ends_with(".pt2"))
    throw Error({"cli.model_file_suffix", {{"path", value}}}, ExitCode::usage);
  line.model_files.push_back(value);
  line.names_work = true;
}

void set_caches(Line& line, const std::string& value) {
  constexpr std::string_view caches[] = {"hot", "cold"};
  line.caches = parse_choices("--cache", value);
  for (const std::string& cache : line.caches) runner::check_choice("--cache", cache, caches);
}

void set_operations(Line& line, const std::string& value) {
  line.operations = parse_choices("--operation", value);
  for (const std::string& operation : line.operations)
    runner::check_choice("--operation", operation, runner::all_operations());
}

void set_benchmarks(Line& line, const std::string& value) {
  line.benchmarks = parse_choices("--benchmark", value);
  for (const std::string& benchmark : line.benchmarks) runner::benchmark_info(benchmark);
  line.names_work = true;
}

const RunOption table[] = {
    {"-m,--models", "NAME,...", "models", run_only, OptionKind::list, set_models},
    {"-b,--batch-sizes", "N,...", "batch_sizes", run_only, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.batch_sizes = runner::parse_sweep("-b/--batch-sizes", value);
     }},
    {"-p,--precision", "NAME,...", "precision", run_and_tasks, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.precisions = parse_choices("-p/--precision", value);
     }},
    {"--workload", "NAME,...", "workload", run_only, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.workloads = parse_choices("--workload", value);
     }},
    {"--launch", "NAME,...", "launch", run_only, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.launches = parse_choices("--launch", value);
     }},
    {"--optimizer", "NAME,...", "optimizer", run_and_tasks, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.optimizers = parse_choices("--optimizer", value);
     }},
    {"--memory-format", "NAME", "memory_format", run_and_tasks, OptionKind::value,
     [](Line& line, const std::string& value) { line.options.memory_format = lower_case(value); }},
    {"--pure", "", "pure", run_and_tasks, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.pure = true; }},
    {"--image-size", "N,...", "image_size", run_and_tasks, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.image_sizes = runner::parse_sweep("--image-size", value);
     }},
    {"--sequence-length", "N,...", "sequence_length", run_and_tasks, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.sequence_lengths = runner::parse_sweep("--sequence-length", value);
     }},
    {"--benchmark", "NAME,...", "benchmark", run_only, OptionKind::list, set_benchmarks},
    {"--size", "N,...", "size", run_only, OptionKind::list,
     [](Line& line, const std::string& value) { line.size = value; }},
    {"--cache", "NAME,...", "cache", run_only, OptionKind::list, set_caches},
    {"--bytes", "SIZE,...", "bytes", run_only, OptionKind::list,
     [](Line& line, const std::string& value) { line.bytes = value; }},
    {"--operation", "NAME,...", "operation", run_only, OptionKind::list, set_operations},
    {"--model-file", "FILE", "model_file", run_only, OptionKind::each, set_model_file},
    {"--input", "SHAPE", "input", run_only, OptionKind::value,
     [](Line& line, const std::string& value) { line.options.input = value; }},
    {"-i,--iterations", "N", "iterations", measuring, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.iterations = parse_count("-i/--iterations", value, 1);
     }},
    {"-w,--warmup", "N", "warmup", all, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.warmup = parse_count("-w/--warmup", value, 0);
     }},
    {"--precision-target", "SHARE", "precision_target", run_and_kernels, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.precision_target = parse_share("--precision-target", value);
     }},
    {"--max-time", "TIME", "max_time", run_and_kernels, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.max_time = parse_time("--max-time", value);
     }},
    {"--sustained", "", "sustained", run_and_kernels, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.stopping.sustained = true; }},
    {"--case-timeout", "TIME", "case_timeout", all, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.case_timeout = parse_time("--case-timeout", value);
     }},
    {"--time-budget", "TIME", "time_budget", all, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.time_budget = parse_time("--time-budget", value);
     }},
    {"--device", "NAME", "device", all, OptionKind::value, set_device},
    {"--seed", "N", "seed", all, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.seed = static_cast<std::uint64_t>(parse_count("--seed", value, 0));
     }},
    {"--repeat", "N", "repeat", measuring, OptionKind::value,
     [](Line& line, const std::string& value) {
       line.options.repeat = parse_count("--repeat", value, 1);
     }},
    {"--isolate", "", "isolate", measuring, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.isolate = true; }},
    {"--try-anyway", "", "try_anyway", measuring, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.try_anyway = true; }},
    {"--resume", "FILE", "resume", measuring, OptionKind::value,
     [](Line& line, const std::string& value) { line.resume = value; }},
    {"-o,--output", "FILE", "output", all, OptionKind::each,
     [](Line& line, const std::string& value) { line.outputs.push_back(value); }},
    {"-f,--format", "NAME", "format", all, OptionKind::each,
     [](Line& line, const std::string& value) {
       for (const std::string& name : parse_list("--format", value)) line.formats.push_back(name);
     }},
    {"--force", "", "force", all, OptionKind::flag,
     [](Line& line, const std::string&) { line.force = true; }},
    {"-v,--verbose", "", "verbose", all, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.verbose = true; }},
};

}  // namespace

std::span<const RunOption> run_option_table() {
  return table;
}

bool names_models(const RunOption& option) {
  return option.set == set_models;
}

}  // namespace wgf::cli
