// SPDX-License-Identifier: MIT
#include "cli/measure/run_option_table.h"

#include "base/choices.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "runner/benchmarks_table.h"
#include "runner/device_choice.h"
#include "runner/parameter_choices.h"

namespace wgf::cli {
namespace {

using Line = RunCommandLine;

constexpr int only_run = static_cast<int>(OptionScope::run);
constexpr int only_roofline = static_cast<int>(OptionScope::roofline);
constexpr int only_optimizers = static_cast<int>(OptionScope::optimizers);
constexpr int one_case = static_cast<int>(OptionScope::one_case);
constexpr int run_like = only_run + only_roofline;
constexpr int training = static_cast<int>(OptionScope::training);
constexpr int task = static_cast<int>(OptionScope::task);
constexpr int task_lists = task + training;
constexpr int any_task = task + one_case + only_optimizers;
constexpr int run_and_kernels = run_like + static_cast<int>(OptionScope::kernel) + training;
constexpr int measuring = run_and_kernels + static_cast<int>(OptionScope::quick);
constexpr int all = measuring + any_task;

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

void set_batch_sizes(Line& line, const std::string& value) {
  line.options.batch_sizes = parse_sweep("-b/--batch-sizes", value);
}

void set_precisions(Line& line, const std::string& value) {
  line.options.precisions = parse_choices("-p/--precision", value);
}

void set_optimizers(Line& line, const std::string& value) {
  line.options.optimizers = parse_choices("--optimizer", value);
}

void set_image_sizes(Line& line, const std::string& value) {
  line.options.image_sizes = parse_sweep("--image-size", value);
}

void set_sequence_lengths(Line& line, const std::string& value) {
  line.options.sequence_lengths = parse_sweep("--sequence-length", value);
}

void set_case_timeout(Line& line, const std::string& value) {
  line.options.case_timeout = parse_time("--case-timeout", value);
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
    runner::check_choice("--operation", operation, runner::choices::operations);
}

void set_benchmarks(Line& line, const std::string& value) {
  line.benchmarks = parse_choices("--benchmark", value);
  for (const std::string& benchmark : line.benchmarks) runner::benchmark_info(benchmark);
  line.names_work = true;
}

const RunOption table[] = {
    {"-m,--models", "NAME,...", "models", only_run, OptionKind::list, set_models},
    {"-m,--models", "NAME,...", "models", only_roofline, OptionKind::list, set_models,
     "roofline_models"},
    {"-b,--batch-sizes", "N,...", "batch_sizes", only_run, OptionKind::list, set_batch_sizes},
    {"-b,--batch-sizes", "N,...", "batch_sizes", only_roofline, OptionKind::list, set_batch_sizes,
     "roofline_batch_sizes"},
    {"-p,--precision", "NAME,...", "precision", only_run + task_lists + only_optimizers,
     OptionKind::list, set_precisions},
    {"-p,--precision", "NAME", "precision", one_case, OptionKind::value, set_precisions},
    {"-p,--precision", "NAME,...", "precision", only_roofline, OptionKind::list, set_precisions,
     "roofline_precision"},
    {"--workload", "NAME,...", "workload", run_like, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.workloads = parse_choices("--workload", value);
     }},
    {"--launch", "NAME,...", "launch", run_like, OptionKind::list,
     [](Line& line, const std::string& value) {
       line.options.launches = parse_choices("--launch", value);
     }},
    {"--optimizer", "NAME,...", "optimizer", run_like + task_lists, OptionKind::list,
     set_optimizers},
    {"--optimizer", "NAME", "optimizer", one_case, OptionKind::value, set_optimizers},
    {"--optimizer", "NAME,...", "optimizer", only_optimizers, OptionKind::list, set_optimizers,
     "every_optimizer"},
    {"--memory-format", "NAME", "memory_format", run_like + any_task + training, OptionKind::value,
     [](Line& line, const std::string& value) { line.options.memory_format = lower_case(value); }},
    {"--pure", "", "pure", run_like + any_task + training, OptionKind::flag,
     [](Line& line, const std::string&) { line.options.pure = true; }},
    {"--image-size", "N,...", "image_size", run_like + task_lists + only_optimizers,
     OptionKind::list, set_image_sizes},
    {"--image-size", "N", "image_size", one_case, OptionKind::value, set_image_sizes,
     "one_image_size"},
    {"--sequence-length", "N,...", "sequence_length", run_like + task_lists + only_optimizers,
     OptionKind::list, set_sequence_lengths},
    {"--sequence-length", "N", "sequence_length", one_case, OptionKind::value, set_sequence_lengths,
     "one_sequence_length"},
    {"--benchmark", "NAME,...", "benchmark", run_like, OptionKind::list, set_benchmarks},
    {"--size", "N,...", "size", run_like, OptionKind::list,
     [](Line& line, const std::string& value) { line.size = value; }},
    {"--cache", "NAME,...", "cache", run_like, OptionKind::list, set_caches},
    {"--bytes", "SIZE,...", "bytes", run_like, OptionKind::list,
     [](Line& line, const std::string& value) { line.bytes = value; }},
    {"--operation", "NAME,...", "operation", run_like, OptionKind::list, set_operations},
    {"--model-file", "FILE", "model_file", run_like, OptionKind::each, set_model_file},
    {"--input", "SHAPE", "input", run_like, OptionKind::value,
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
    {"--case-timeout", "TIME", "case_timeout", measuring, OptionKind::value, set_case_timeout},
    {"--case-timeout", "TIME", "case_timeout", any_task, OptionKind::value, set_case_timeout,
     "case_timeout_of_task"},
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
    {"--resume", "FILE", "resume", all, OptionKind::value,
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
