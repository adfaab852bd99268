// SPDX-License-Identifier: MIT
#include "cli/measure/tasks/task.h"

#include "base/option_values.h"
#include "report/formats/picture.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

// A network of any size on any CPU, for a hundred batches.
constexpr Seconds longest_case{3600};

// The picture is left out with a note where none can be drawn.
void choose_default_files(Session& session, const Task& task) {
  session.default_files = {task.name + std::string(".json"), task.name + std::string(".csv")};
  if (!session.line.outputs.empty() || !session.line.formats.empty()) return;
  try {
    report::check_png();
    session.default_files.emplace_back(task.picture);
  } catch (const Error& fault) {
    session.notes.push_back(fault.message());
  }
}

}  // namespace

Session task_session(const Task& task, RunCommandLine line) {
  line.options.workloads = {"train"};
  line.options.isolate = true;
  line.names_work = true;
  if (!runner::is_given(line.options, "case_timeout")) line.options.case_timeout = longest_case;
  Session session{.line = std::move(line)};
  choose_default_files(session, task);
  session.task = task.name;
  session.charts = task.charts;
  session.is_lowered_on_cpu = true;
  session.check = [options = session.line.options](const catalog::ModelCatalog& models) {
    runner::check_options(options, models);
  };
  return session;
}

std::vector<std::string> task_models(const std::string& typed, const std::string& fallback) {
  const std::vector<std::string> models = parse_list("-m", typed.empty() ? fallback : typed);
  for (const std::string& model : models)
    if (model.ends_with(".pt") || model.ends_with(".pt2"))
      throw Error({"runner.model_file_trains_not", {{"path", model}}}, ExitCode::usage);
  return models;
}

std::vector<std::string> task_model(const std::string& typed, const std::string& fallback) {
  const std::vector<std::string> models = task_models(typed, fallback);
  if (models.size() > 1) throw Error({"tasks.one_model", {{"models", typed}}}, ExitCode::usage);
  return models;
}

std::int64_t count_or(const std::string& option, const std::string& typed, std::int64_t minimum,
                      std::int64_t fallback) {
  return typed.empty() ? fallback : parse_count(option, typed, minimum);
}

Seconds time_or(const std::string& option, const std::string& typed, Seconds fallback) {
  return typed.empty() ? fallback : parse_time(option, typed);
}

Error unwritable(Message fault, const std::string& option) {
  fault.key = "cli.unwritable";
  fault.args.emplace_back("option", option);
  return Error(std::move(fault));
}

results::Case only_case(const runner::RunOptions& options, std::string_view device,
                        const catalog::ModelCatalog& models) {
  const std::vector<results::Case> plan = runner::make_plan(options, device, models);
  if (plan.size() != 1)
    throw Error({"tasks.one_case", {{"count", std::to_string(plan.size())}}}, ExitCode::usage);
  return plan.front();
}

}  // namespace wgf::cli
