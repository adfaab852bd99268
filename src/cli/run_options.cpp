// SPDX-License-Identifier: MIT
#include "cli/run_options.h"

#include <algorithm>

#include "base/text.h"
#include "cli/option_values.h"
#include "runner/benchmarks_table.h"
#include "runner/device_choice.h"
#include "runner/sweep.h"

namespace wgf::cli {

using Line = RunCommandLine;

// One value, at most once; a value each time it is given; a list that grows when given again; no
// value.
enum class Kind { value, each, list, flag };

// One option: what it is called, in --help the message "cli.option_<help>", what it does.
struct RunOption {
  const char* names;
  const char* value_name;
  const char* help;
  OptionScope scope;  // quick: both commands have it
  Kind kind;
  void (*set)(Line&, const std::string& value);
};

namespace {

constexpr OptionScope both = OptionScope::quick;
constexpr OptionScope run_only = OptionScope::run;

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
    {"-m,--models", "NAME,...", "models", run_only, Kind::list, set_models},
    {"-b,--batch-sizes", "N,...", "batch_sizes", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.batch_sizes = runner::parse_sweep("-b/--batch-sizes", value);
     }},
    {"-p,--precision", "NAME,...", "precision", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.precisions = parse_choices("-p/--precision", value);
     }},
    {"--workload", "NAME,...", "workload", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.workloads = parse_choices("--workload", value);
     }},
    {"--launch", "NAME,...", "launch", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.launches = parse_choices("--launch", value);
     }},
    {"--optimizer", "NAME,...", "optimizer", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.optimizers = parse_choices("--optimizer", value);
     }},
    {"--memory-format", "NAME", "memory_format", run_only, Kind::value,
     [](Line& line, const std::string& value) { line.options.memory_format = lower_case(value); }},
    {"--pure", "", "pure", run_only, Kind::flag,
     [](Line& line, const std::string&) { line.options.pure = true; }},
    {"--image-size", "N,...", "image_size", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.image_sizes = runner::parse_sweep("--image-size", value);
     }},
    {"--sequence-length", "N,...", "sequence_length", run_only, Kind::list,
     [](Line& line, const std::string& value) {
       line.options.sequence_lengths = runner::parse_sweep("--sequence-length", value);
     }},
    {"--benchmark", "NAME,...", "benchmark", run_only, Kind::list, set_benchmarks},
    {"--size", "N,...", "size", run_only, Kind::list,
     [](Line& line, const std::string& value) { line.size = value; }},
    {"--cache", "NAME,...", "cache", run_only, Kind::list, set_caches},
    {"--bytes", "SIZE,...", "bytes", run_only, Kind::list,
     [](Line& line, const std::string& value) { line.bytes = value; }},
    {"--operation", "NAME,...", "operation", run_only, Kind::list, set_operations},
    {"--model-file", "FILE", "model_file", run_only, Kind::each, set_model_file},
    {"--input", "SHAPE", "input", run_only, Kind::value,
     [](Line& line, const std::string& value) { line.options.input = value; }},
    {"-i,--iterations", "N", "iterations", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.iterations = parse_count("-i/--iterations", value, 1);
     }},
    {"-w,--warmup", "N", "warmup", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.warmup = parse_count("-w/--warmup", value, 0);
     }},
    {"--precision-target", "SHARE", "precision_target", run_only, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.precision_target = parse_share("--precision-target", value);
     }},
    {"--max-time", "TIME", "max_time", run_only, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.stopping.max_time = parse_time("--max-time", value);
     }},
    {"--sustained", "", "sustained", run_only, Kind::flag,
     [](Line& line, const std::string&) { line.options.stopping.sustained = true; }},
    {"--case-timeout", "TIME", "case_timeout", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.case_timeout = parse_time("--case-timeout", value);
     }},
    {"--time-budget", "TIME", "time_budget", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.time_budget = parse_time("--time-budget", value);
     }},
    {"--device", "NAME", "device", both, Kind::value, set_device},
    {"--seed", "N", "seed", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.seed = static_cast<std::uint64_t>(parse_count("--seed", value, 0));
     }},
    {"--repeat", "N", "repeat", both, Kind::value,
     [](Line& line, const std::string& value) {
       line.options.repeat = parse_count("--repeat", value, 1);
     }},
    {"--isolate", "", "isolate", both, Kind::flag,
     [](Line& line, const std::string&) { line.options.isolate = true; }},
    {"--try-anyway", "", "try_anyway", both, Kind::flag,
     [](Line& line, const std::string&) { line.options.try_anyway = true; }},
    {"--resume", "FILE", "resume", both, Kind::value,
     [](Line& line, const std::string& value) { line.resume = value; }},
    {"-o,--output", "FILE", "output", both, Kind::each,
     [](Line& line, const std::string& value) { line.outputs.push_back(value); }},
    {"-f,--format", "NAME", "format", both, Kind::each,
     [](Line& line, const std::string& value) {
       for (const std::string& name : parse_list("--format", value)) line.formats.push_back(name);
     }},
    {"--force", "", "force", both, Kind::flag,
     [](Line& line, const std::string&) { line.force = true; }},
    {"-v,--verbose", "", "verbose", both, Kind::flag,
     [](Line& line, const std::string&) { line.options.verbose = true; }},
};

// Read before all others, so that what is typed wins over the file wherever --config stands.
void set_config(Line& line, const std::string& value) {
  if (value.ends_with(".yaml") || value.ends_with(".yml"))
    throw Error({"cli.config_yaml",
                 {{"path", value}, {"toml", value.substr(0, value.rfind('.')) + ".toml"}}},
                ExitCode::usage);
  runner::apply_config_file(line.options, value);
  line.names_work = !line.options.models.empty();
}

const RunOption config_option{"--config", "FILE", "config", run_only, Kind::value, set_config};

void add_option(Command& command, const RunOption& option, const Context& context,
                const std::shared_ptr<std::vector<GivenOption>>& given) {
  const std::string help = context.text("cli.option_" + std::string(option.help));
  const auto take = [given, &option](const std::string& value) {
    given->push_back({&option, value});
  };
  if (option.kind == Kind::flag)
    command.flag(
        option.names, [take] { take(""); }, help);
  else if (option.kind == Kind::value)
    command.text(option.names, take, help, option.value_name);
  else
    command.repeatable(option.names, take, help, option.value_name);
}

// "-b 1 -b 2" is "-b 1,2".
std::vector<GivenOption> with_joined_lists(const std::vector<GivenOption>& given) {
  std::vector<GivenOption> joined;
  for (const GivenOption& one : given) {
    const auto earlier = std::find_if(joined.begin(), joined.end(), [&](const GivenOption& other) {
      return other.option == one.option && one.option->kind == Kind::list;
    });
    if (earlier == joined.end())
      joined.push_back(one);
    else
      earlier->value += "," + one.value;
  }
  return joined;
}

}  // namespace

std::string option_without_work(const RunCommandLine& line) {
  if (line.names_work) return "";
  for (const char* key : {"batch_sizes", "precision", "workload", "launch", "optimizer",
                          "memory_format", "pure", "image_size", "sequence_length"}) {
    if (!runner::is_given(line.options, key)) continue;
    std::string option = std::string("--") + key;
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
  }
  return "";
}

RunOptionReader::RunOptionReader(Command& command, const Context& context, OptionScope scope)
    : given_(std::make_shared<std::vector<GivenOption>>()) {
  for (const RunOption& option : table)
    if (scope == OptionScope::run || option.scope == both)
      add_option(command, option, context, given_);
  if (scope == OptionScope::run) add_option(command, config_option, context, given_);
}

RunCommandLine RunOptionReader::read() const {
  RunCommandLine line;
  bool has_models = false;
  const std::vector<GivenOption> all = with_joined_lists(*given_);
  for (const GivenOption& given : all)
    if (given.option == &config_option) given.option->set(line, given.value);
  for (const GivenOption& given : all) {
    if (given.option != &config_option) given.option->set(line, given.value);
    has_models |= given.option->set == set_models;
    line.options.given.push_back(given.option->help);
  }
  // Files stand beside the models typed with -m, in whatever order, and replace those of --config.
  if (!line.model_files.empty() && !has_models) line.options.models.clear();
  line.options.models.insert(line.options.models.end(), line.model_files.begin(),
                             line.model_files.end());
  if (line.outputs.empty())
    for (const std::filesystem::path& output : line.options.outputs)
      line.outputs.push_back(output.string());
  return line;
}

}  // namespace wgf::cli
