// SPDX-License-Identifier: MIT
// compile-test: whether compiling a network pays: eager, CUDA graph, AOTInductor package, and both.

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/compile/packages.h"
#include "cli/measure/tasks/task.h"
#include "results/protocol.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using results::Case;
using results::Run;
using runner::DeviceState;

constexpr const char* default_models = "resnet50,bert-base";
// On a CPU compilers take as long for a network as measuring it may.
constexpr const char* default_model_of_cpu = "simple_cnn";
constexpr Seconds time_of_cpu{3};
constexpr std::int64_t batch_size_of_gpu = 32, batch_size_of_cpu = 4;
constexpr Seconds default_limit{1800};

struct CompileTestOptions {
  std::string models, task, batch_size, steps, python, keep, limit;
  bool is_alone = false, is_beside = false;
};

std::vector<std::string> workloads_of(const std::string& task) {
  if (task.empty() || task == "all") return {"infer", "train"};
  for (const char* known : {"infer", "train"})
    if (task == known) return {task};
  throw Error({"compile.unknown_task", {{"value", task}}}, ExitCode::usage);
}

// Graphs and packages lie here: a folder of the user's, or one that goes with the command.
class PackageFolder {
 public:
  explicit PackageFolder(const std::string& kept) : is_kept_(!kept.empty()) {
    std::error_code fault;
    if (is_kept_) {
      path_ = fs::absolute(kept);
      fs::create_directories(path_, fault);
    } else {
      std::string pattern = (fs::temp_directory_path(fault) / "compile-test-XXXXXX").string();
      if (::mkdtemp(pattern.data()) == nullptr) fault = {errno, std::generic_category()};
      path_ = pattern;
    }
    const char* option = is_kept_ ? "--keep" : "TMPDIR";
    if (fault)
      throw unwritable({"", {{"path", path_.string()}, {"reason", fault.message()}}}, option);
    try {
      check_writable(path_ / "make_package.py");
    } catch (const Error& there) {
      throw unwritable(there.message(), option);
    }
  }
  ~PackageFolder() {
    std::error_code ignored;
    if (!is_kept_) fs::remove_all(path_, ignored);
  }
  PackageFolder(const PackageFolder&) = delete;
  PackageFolder& operator=(const PackageFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_kept_;
};

std::vector<Case> planned_cases(runner::RunOptions options, bool are_models_typed,
                                std::string_view device, const catalog::ModelCatalog& models) {
  if (device == "cpu" && !are_models_typed) options.models = {default_model_of_cpu};
  if (options.batch_sizes.empty())
    options.batch_sizes = {device == "cpu" ? batch_size_of_cpu : batch_size_of_gpu};
  std::vector<Case> cases;
  for (const Case& value : runner::make_plan(options, device, models))
    for (const char* launch : {"eager", "graph"}) cases.push_back(launched(value, launch));
  return cases;
}

// What else is less on a CPU, named as options.
std::vector<std::string> lower_cases(const CompileTestOptions& options, std::vector<Case>& plan) {
  std::vector<std::string> changes;
  if (options.models.empty())
    changes.push_back(std::string("-m ") + default_models + " -> " + default_model_of_cpu);
  if (!options.is_beside && !options.is_alone) changes.emplace_back("--no-beside");
  if (options.steps.empty())
    changes.push_back("max_time " + format_duration(results::StoppingRule{}.max_time) + " -> " +
                      format_duration(time_of_cpu));
  for (Case& value : plan) value.stopping.max_time = time_of_cpu;
  return changes;
}

Session make_session(const CompileTestOptions& options, RunCommandLine line, Context& context) {
  line.options.models = task_models(options.models, default_models);
  const std::vector<std::string> workloads = workloads_of(options.task);
  if (options.is_alone && options.is_beside)
    throw Error({"compile.beside_or_not", {}}, ExitCode::usage);
  if (!options.batch_size.empty())
    line.options.batch_sizes = {parse_count("--batch-size", options.batch_size, 1)};
  if (!options.steps.empty())
    line.options.stopping.iterations = parse_count("--steps", options.steps, 1);
  const Seconds limit = time_or("--compile-timeout", options.limit, default_limit);
  Session session =
      task_session({"compile_test", "compile_speedup.png", {"compile_speedup"}}, line);
  session.line.options.workloads = workloads;
  const auto folder = std::make_shared<PackageFolder>(options.keep);
  session.engine_environment = {{results::packages_variable, folder->path().string()}};
  const auto packages = std::make_shared<Packages>(
      Packages::Options{.python = options.python,
                        .folder = folder->path(),
                        .limit = limit,
                        .times_beside = !options.is_alone,
                        .times_beside_on_cpu = options.is_beside,
                        .is_task_typed = !options.task.empty(),
                        .say = [&context](const Message& note) { print_note(note, context); }});
  session.check = [options = session.line.options](const catalog::ModelCatalog& models) {
    runner::check_options(options, models);
  };
  session.make_cases = [all = session.line.options, are_typed = !options.models.empty()](
                           std::string_view device, const catalog::ModelCatalog& models) {
    return planned_cases(all, are_typed, device, models);
  };
  session.lower_on_cpu = [options](std::vector<Case>& plan) { return lower_cases(options, plan); };
  session.next_case = [packages, folder](const Run& run, const DeviceState&,
                                         const std::function<bool()>& is_interrupted) {
    return packages->next(run, is_interrupted);
  };
  session.complete = [packages](Run& run, const DeviceState&, const catalog::ModelCatalog&) {
    packages->complete(run);
  };
  return session;
}

}  // namespace

void add_compile_test_command(Command& program, Context& context) {
  Command command = program.add_command("compile-test", context.text("compile.description"));
  const auto options = std::make_shared<CompileTestOptions>();
  command.text("-m,--models", options->models, context.text("compile.option_models"), "NAME,...");
  command.text("--task", options->task, context.text("compile.option_task"), "TASK");
  command.text("-b,--batch-size", options->batch_size, context.text("compile.option_batch_size"),
               "N");
  command.text("--steps", options->steps, context.text("compile.option_steps"), "N");
  command.text("--python", options->python, context.text("compile.option_python"), "PATH");
  command.flag("--no-beside", options->is_alone, context.text("compile.option_no_beside"));
  command.flag("--beside", options->is_beside, context.text("compile.option_beside"));
  command.text("--keep", options->keep, context.text("compile.option_keep"), "DIR");
  command.text("--compile-timeout", options->limit, context.text("compile.option_limit"), "TIME");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::task);
  command.action([&context, options, reader] {
    measure(make_session(*options, reader.read(), context), context);
  });
}

}  // namespace wgf::cli
