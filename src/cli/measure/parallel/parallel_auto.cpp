// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/parallel_auto.h"

#include <algorithm>
#include <memory>

#include "answers/parallel/forecast_rows.h"
#include "answers/parallel/layout_choice.h"
#include "base/error.h"
#include "base/option_values.h"
#include "cli/measure/distributed/engine_cases.h"
#include "cli/measure/measure_session.h"
#include "cli/measure/parallel/forecast_run.h"
#include "cli/measure/step_forecasts.h"
#include "cli/surroundings.h"
#include "runner/launch/rank_devices.h"

namespace wgf::cli {
namespace {

using results::Result;

constexpr const char* auto_task = "parallel_auto";

struct AutoOptions {
  std::string model, batch, gpus, global_batch, top, card;
};

struct AutoRequest {
  answers::LayoutQuestion question;  // but for the card
  std::size_t top = 4;
};

AutoRequest request_of(const AutoOptions& typed, const RunCommandLine& line,
                       const catalog::ModelCatalog& models) {
  const NamedModel model = named_decoder(typed.model.empty() ? "gpt2-xl" : typed.model, models);
  const auto& options = line.options;
  const std::string precision =
      options.precisions.empty() ? "bf16" : std::string(options.precisions.front());
  const std::int64_t sequence =
      options.sequence_lengths.empty() ? 1024 : options.sequence_lengths.front();
  AutoRequest request;
  answers::LayoutQuestion& question = request.question;
  question.one = {
      .benchmark = "train_decoder",
      .parameters = {{"model", model.name},
                     {"batch_size", parse_count("-b", typed.batch.empty() ? "1" : typed.batch, 1)},
                     {"sequence_length", sequence},
                     {"precision", precision}},
      .model_config = model.config};
  question.gpus = parse_count("--gpus", typed.gpus.empty() ? "8" : typed.gpus, 1);
  constexpr std::int64_t usual_each = 8;  // sequences of a step for each GPU
  question.global_batch =
      typed.global_batch.empty()
          ? usual_each * question.gpus * question.one.parameters.integer("batch_size")
          : parse_count("--global-batch", typed.global_batch, 1);
  request.top =
      static_cast<std::size_t>(parse_count("--top", typed.top.empty() ? "4" : typed.top, 1));
  return request;
}

// The fastest, and last the rule of thumb where it is none of them.
std::vector<Result> forecasts_of(const AutoRequest& request, const std::string& card,
                                 const Context& context) {
  const auto catalog = asked_catalog(context);
  const answers::Surroundings surroundings = surroundings_of(*catalog, context);
  answers::LayoutQuestion question = request.question;
  question.gpu = card;
  std::vector<Result> rows = answers::fastest_layouts(question, surroundings, request.top);
  const auto rule = answers::rule_of_thumb(question, surroundings);
  if (!rule) return rows;
  auto place = std::find_if(rows.begin(), rows.end(), [&](const Result& row) {
    return row.measured_case.key() == rule->key();
  });
  if (place == rows.end())
    place = rows.insert(place, answers::forecast_result(*rule, card, surroundings));
  place->warnings.push_back({"tasks.parallel_rule_of_thumb", {}});
  return rows;
}

// What was measured in place of its forecast, which it keeps beside.
void put_measured(std::vector<Result>& rows, const std::vector<Result>& measured) {
  for (Result& row : rows) {
    const auto found = std::find_if(measured.begin(), measured.end(), [&](const Result& result) {
      return result.measured_case.key() == row.measured_case.key();
    });
    if (found == measured.end()) continue;
    Result result = *found;
    take_step_forecast(result, row);
    row = std::move(result);
  }
}

}  // namespace

Session layouts_session(ForecastsOfCard rows_of,
                        std::function<void(const catalog::ModelCatalog& models)> check,
                        RunCommandLine line, const char* without_gpu) {
  line.names_work = true;
  Session session{.line = line, .default_files = {std::string(auto_task) + ".json"}};
  session.task = auto_task;
  session.is_of_ranks = true;
  session.leaves_out_beyond = true;
  session.tells_ignored = false;
  session.check = std::move(check);
  const auto rows = std::make_shared<std::vector<Result>>();
  session.make_fitting_cases = [=](const runner::DeviceState& state,
                                   const catalog::ModelCatalog& models) {
    if (state.device.catalog_id.empty())
      throw Error({without_gpu, {{"device", state.device.id}}}, ExitCode::not_supported);
    *rows = rows_of(state.device.catalog_id, models);
    std::vector<results::Case> cases;
    for (Result& row : *rows) {
      results::Case& value = row.measured_case;
      value.device = runner::devices_of_ranks(state.device.id, value.ranks());
      value.seed = line.options.seed;
      value.stopping = line.options.stopping;
      cases.push_back(value);
    }
    return cases;
  };
  session.complete = [rows](results::Run& run, const runner::DeviceState&,
                            const catalog::ModelCatalog&) {
    put_measured(*rows, run.results);
    run.results = std::move(*rows);
  };
  return session;
}

namespace {

Session make_session(const AutoOptions& typed, const RunCommandLine& line, const Context& context) {
  return layouts_session(
      [=, &context](const std::string& card, const catalog::ModelCatalog& models) {
        return forecasts_of(request_of(typed, line, models), card, context);
      },
      [=](const catalog::ModelCatalog& models) { request_of(typed, line, models); }, line,
      "tasks.parallel_auto_needs_gpu");
}

}  // namespace

void add_parallel_auto(Command& parallel, Context& context) {
  Command command = parallel.add_command("auto", context.text("tasks.parallel_auto"));
  const auto typed = std::make_shared<AutoOptions>();
  const auto text = [&](const char* name, std::string& value, const char* help,
                        const char* value_name) {
    command.text(name, value, context.text(std::string("tasks.parallel_option_") + help),
                 value_name);
  };
  text("-m,--model", typed->model, "model", "NAME");
  text("-b,--batch-size", typed->batch, "batch", "N");
  text("--gpus", typed->gpus, "auto_gpus", "N");
  text("--global-batch", typed->global_batch, "global_batch", "N");
  text("--top", typed->top, "top", "N");
  text("--gpu", typed->card, "gpu", "GPU");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::training);
  command.action([&context, typed, reader] {
    const RunCommandLine line = reader.read();
    if (typed->card.empty()) return measure(make_session(*typed, line, context), context);
    const auto catalog = asked_catalog(context);
    results::Run run;
    run.results = forecasts_of(request_of(*typed, line, catalog->models()),
                               typed_card(typed->card, context), context);
    print_forecast_run(std::move(run), auto_task, context);
  });
}

}  // namespace wgf::cli
