// SPDX-License-Identifier: MIT
// calibrate: measured results of this machine folded into what its forecasts rest on.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "advisor/network/catalog_network.h"
#include "advisor/predict/training_forecast.h"
#include "answers/claims/audit_results.h"
#include "base/figures.h"
#include "base/files.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/calibration_store.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/words/calibration_words.h"
#include "cli/words/training_words.h"
#include "report/table.h"
#include "results/compared_run.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using results::Result;
using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> files;
  std::string directory;
  bool is_explained = false;
};

std::optional<advisor::ComputeType> type_of(const results::Parameters& given) {
  const std::string name = given.text("precision", "fp32");
  if (name == "tf32") return advisor::ComputeType::tf32;
  if (name == "bf16" || name == "fp16") return advisor::ComputeType::bf16;
  return name == "fp32" ? std::optional(advisor::ComputeType::fp32) : std::nullopt;
}

void take_product(const Result& result, advisor::CalibrationData& data) {
  constexpr std::int64_t large = 4096;  // smaller ones do not fill the card
  const results::Parameters& given = result.measured_case.parameters;
  const results::Metric* rate = result.find("flops");
  const auto type = type_of(given);
  const auto is_large = [&](const char* side) { return given.integer(side) >= large; };
  // fp32 goes through other units, of which the forecasts know little.
  const bool is_known = type && *type != advisor::ComputeType::fp32;
  if (rate != nullptr && is_known && is_large("m") && is_large("n") && is_large("k"))
    data.products.push_back({*type, FlopsPerSecond(rate->value * tera)});
}

advisor::Recipe recipe_of(const results::Parameters& given, advisor::ComputeType type) {
  if (type <= advisor::ComputeType::tf32) return advisor::Recipe::fp32;
  return given.flag("pure") ? advisor::Recipe::pure : advisor::Recipe::autocast;
}

// Trainings of decoders, operator by operator: what the coefficients were fitted on.
void take_step(const Result& result, const catalog::ModelCatalog& models,
               advisor::CalibrationData& data) {
  const results::Parameters& given = result.measured_case.parameters;
  const results::Metric *time = result.find("step_time"), *samples = result.find("throughput"),
                        *tokens = result.find("token_throughput");
  const std::string name = given.text("model");
  const auto model = std::find_if(models.models.begin(), models.models.end(),
                                  [&](const catalog::Model& one) { return one.runnable == name; });
  const auto type = type_of(given);
  const bool is_usable = time != nullptr && samples != nullptr && tokens != nullptr &&
                         samples->value > 0 && type && given.text("launch", "eager") == "eager";
  if (!is_usable || name.empty() || model == models.models.end()) return;
  const auto network = advisor::network_of(*model);
  if (!network || !network->is_causal) return;
  advisor::MeasuredStep step{model->id, *network, {}, Seconds(time->value / 1e3)};
  advisor::MemoryCase& work = step.one.work;
  step.one.matrices = *type;
  work.batch = step.one.global_batch = static_cast<double>(given.integer("batch_size", 1));
  work.sequence = tokens->value / samples->value;
  work.precision = *type == advisor::ComputeType::bf16   ? advisor::Precision::bf16
                   : *type == advisor::ComputeType::tf32 ? advisor::Precision::tf32
                                                         : advisor::Precision::fp32;
  if (given.text("optimizer") == "sgd") work.optimizer = advisor::Optimizer::sgd;
  work.recipe = recipe_of(given, *type);
  advisor::complete_case(step.one, false);
  data.steps.push_back(std::move(step));
}

struct Evidence {
  advisor::CalibrationData data;
  results::Run run;  // all results of the card
  std::string gpu, started_at;
  std::vector<answers::AuditedResult> impossible;  // left out
};

void take_run(const results::Run& run, const catalog::Catalog& catalog, Evidence& all,
              const std::string& file) {
  for (const Result& result : run.results) {
    const std::string& gpu = result.devices.front().catalog_id;
    // What one card does: how several share their work is not among the coefficients.
    const bool is_measured = result.status == results::Status::ok &&
                             result.provenance == results::Provenance::measured &&
                             result.devices.size() == 1;
    if (!is_measured || gpu.empty()) continue;
    if (!all.gpu.empty() && gpu != all.gpu)
      throw Error({"calibration.two_cards", {{"file", file}, {"one", all.gpu}, {"other", gpu}}},
                  ExitCode::usage);
    all.gpu = gpu;
    if (answers::AuditedResult audited = answers::audit_result(result, catalog); audited.fault) {
      all.impossible.push_back(std::move(audited));
      continue;
    }
    all.run.results.push_back(result);
    if (all.run.devices.empty()) all.run.devices = result.devices;
    const std::string& benchmark = result.measured_case.benchmark;
    if (benchmark == "matmul") take_product(result, all.data);
    if (benchmark == "train") take_step(result, catalog.models(), all.data);
  }
  all.started_at = std::max(all.started_at, run.started_at);
}

// Which results physics forbids, and why; of many the first.
void note_impossible(const std::vector<answers::AuditedResult>& impossible,
                     const Context& context) {
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < std::min(most_named, impossible.size()); ++i)
    print_note({"calibration.impossible",
                {{"result", impossible[i].name}, {"reason", context.text(*impossible[i].fault)}}},
               context);
  if (impossible.size() > most_named)
    print_note({"calibration.more_impossible",
                {{"count", std::to_string(impossible.size() - most_named)}}},
               context);
}

std::string answer_text(const answers::KeptCalibration& kept, const std::string& path,
                        const Context& context) {
  using report::Align;
  const advisor::CalibrationError& error = kept.found.error;
  std::string text = record_text(kept, context) + "\n";
  report::Table table{{{context.text("calibration.column_coefficient")},
                       {context.text("calibration.column_factor"), Align::right}},
                      {}};
  for (const auto& one : kept.found.coefficients)
    table.rows.push_back({one.name, compact_number(one.factor)});
  text += report::to_terminal(table, text_width()) + "\n";
  text += paragraph({error.held_out ? "calibration.error_held_out" : "calibration.error",
                     {{"results", std::to_string(kept.results)},
                      {"before", percent_text(std::expm1(error.before))},
                      {"after", percent_text(std::expm1(error.after))},
                      {"held_out", percent_text(std::expm1(error.held_out.value_or(0)))}}},
                    context);
  return text + context.text({"calibration.kept", {{"gpu", kept.gpu}, {"path", path}}}) + "\n";
}

Json answer_json(const answers::KeptCalibration& kept, const std::string& path) {
  Json factors = Json::object();
  for (const auto& one : kept.found.coefficients) factors[one.name] = without_dirt(one.factor);
  const advisor::CalibrationError& error = kept.found.error;
  return {{"gpu", kept.gpu},
          {"results", kept.results},
          {"of_record", kept.record ? Json(without_dirt(kept.record->ratio)) : Json()},
          {"record_cases", kept.record ? kept.record->cases : 0},
          {"factors", factors},
          {"log_error_before", without_dirt(error.before)},
          {"log_error_after", without_dirt(error.after)},
          {"log_error_held_out", error.held_out ? Json(without_dirt(*error.held_out)) : Json()},
          {"path", path}};
}

// Each result with what it was predicted to be before and after.
std::string explain_text(const std::vector<advisor::CalibratedResult>& results,
                         const Context& context) {
  using report::Align;
  report::Table table{{{context.text("calibration.column_result")},
                       {context.text("calibration.column_measured"), Align::right},
                       {context.text("calibration.column_before"), Align::right},
                       {context.text("calibration.column_after"), Align::right}},
                      {}};
  for (const advisor::CalibratedResult& one : results) {
    const auto figure = [&](double value) {
      return one.is_step ? format_duration(Seconds(value))
                         : format_number(value / tera, 4) + " TFLOP/s";
    };
    table.rows.push_back({one.name, figure(one.measured), figure(one.before), figure(one.after)});
  }
  report::wrap_columns(table, text_width(), {{0, 16}});
  return "\n" + report::to_terminal(table, text_width());
}

Json results_json(const std::vector<advisor::CalibratedResult>& results) {
  Json rows = Json::array();
  for (const advisor::CalibratedResult& one : results)
    rows.push_back({{"result", one.name},
                    {"unit", one.is_step ? "s" : "FLOP/s"},
                    {"measured", one.measured},
                    {"before", one.before},
                    {"after", one.after}});
  return rows;
}

void run_calibrate(const Options& options, const Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  Evidence all;
  for (const std::string& file : options.files)
    take_run(results::parse_compared_run(read_file(file), file), catalog, all, file);
  note_impossible(all.impossible, context);
  const catalog::Gpu* gpu = catalog.gpus().find_id(all.gpu);
  if (gpu == nullptr) throw Error({"calibration.no_card", {}}, ExitCode::not_supported);
  const advisor::FittedTraining& fitted = advisor::fitted_training();
  auto found = advisor::calibrate(*gpu, all.data, fitted);
  if (!found) throw Error({"calibration.no_results", {{"gpu", all.gpu}}}, ExitCode::not_supported);
  answers::KeptCalibration kept{all.gpu,
                                all.started_at,
                                fitted.fitted_on,
                                static_cast<int>(all.data.size()),
                                advisor::record_ratio(all.run, catalog.gpus().gpus, *gpu),
                                std::move(*found)};
  const std::filesystem::path path = calibration_path(options.directory, all.gpu);
  keep_calibration(kept, path);
  const auto results = advisor::calibrated_results(*gpu, all.data, fitted, kept.found);
  if (!context.json)
    return print(answer_text(kept, path.string(), context) +
                 (options.is_explained ? explain_text(results, context) : ""));
  Json json = answer_json(kept, path.string());
  json["each_result"] = results_json(results);
  json["impossible"] = Json::array();
  for (const answers::AuditedResult& one : all.impossible)
    json["impossible"].push_back({{"result", one.name}, {"reason", context.text(*one.fault)}});
  print(results::indented(json));
}

}  // namespace

void add_calibrate_command(Command& program, Context& context) {
  Command command = program.add_command("calibrate", context.text("calibration.description"));
  const auto options = std::make_shared<Options>();
  command
      .paths("files", options->files, context.text("calibration.option_files"), "RESULTS.json ...")
      .required();
  command.text("--dir", options->directory, context.text("calibration.option_directory"), "DIR");
  command.flag("--explain", options->is_explained, context.text("calibration.option_explain"));
  add_json_flag(command, context);
  command.action([&context, options] { run_calibrate(*options, context); });
}

}  // namespace wgf::cli
