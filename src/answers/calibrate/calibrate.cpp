// SPDX-License-Identifier: MIT
#include "answers/calibrate/calibrate.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advisor/network/catalog_network.h"
#include "advisor/network/hugging_face.h"
#include "advisor/predict/training_forecast.h"
#include "answers/parallel/case_forecast.h"
#include "base/figures.h"
#include "base/text.h"
#include "results/emulated_case.h"

namespace wgf::answers {
namespace {

using results::Result;
using Json = nlohmann::ordered_json;

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

// What our kernels were to run, and LibTorch's operators did.
bool is_by_library(const Result& result) {
  const auto says_so = [](const Message& warning) {
    constexpr std::string_view keys[] = {"engine.no_kernels_for_shape", "engine.no_device_code",
                                         "engine.device_code_needs_8", "engine.no_training_kernels",
                                         "engine.kernel_not_compiled"};
    return std::find(std::begin(keys), std::end(keys), warning.key) != std::end(keys);
  };
  return result.measured_case.parameters.text("kernels") == "library" ||
         std::any_of(result.warnings.begin(), result.warnings.end(), says_so);
}

// "tp2 zero1 recompute full": how the ranks of a case share it and what runs again; "" as usual.
std::string form_of(const results::Parameters& given) {
  std::vector<std::string> parts;
  for (const char* name : {"dp", "tp", "cp", "pp", "zero"})
    if (const std::int64_t size = given.integer(name); size > (name[0] == 'z' ? 0 : 1))
      parts.push_back(name + std::to_string(size));
  if (given.flag("sp")) parts.emplace_back("sp");
  if (const std::string schedule = given.text("schedule"); !schedule.empty())
    parts.push_back(schedule);
  if (const std::string split = given.text("split"); !split.empty()) parts.push_back(split);
  if (const std::int64_t batches = given.integer("accumulate", 1); batches > 1)
    parts.push_back("accumulate " + std::to_string(batches));
  if (const std::string again = given.text("recompute"); !again.empty())
    parts.push_back("recompute " + again);
  return join(parts, " ");
}

// Steps of our training engine, on one card or shared out. False: by other kernels than its own.
bool take_engine_step(const Result& result, const Surroundings& surroundings,
                      advisor::CalibrationData& data) {
  const results::Case& value = result.measured_case;
  if (is_by_library(result)) return false;
  const results::Metric* time = result.find("step_time");
  const catalog::Model* model = trained_decoder(value, surroundings.catalog);
  // Of four-byte types no forecast is near enough that a step would say anything of the card; with
  // the optimizer's state in the host's memory a step is of the host.
  const bool is_usable = time != nullptr && time->value > 0 && model != nullptr &&
                         type_of(value.parameters) == advisor::ComputeType::bf16 &&
                         value.parameters.text("offload", "none") == "none";
  if (!is_usable) return true;
  try {
    const auto forecast = std::make_shared<const CaseForecast>(
        value, result.devices.front().catalog_id, surroundings, false);
    data.steps.push_back({.model = model->id,
                          .network = forecast->network(),
                          .one = forecast->forecast().one,
                          .time = Seconds(time->value / 1e3),
                          .form = form_of(value.parameters),
                          .of_engine = [forecast](const advisor::TrainingCoefficients& c) {
                            return forecast->step_with(c);
                          }});
  } catch (const Error&) {
    // A form or setting that is only measured.
  }
  return true;
}

// One batch, as llm measures them.
void add_batch(const Result& result, advisor::BatchQuestion asked, std::optional<Seconds> prefill,
               std::optional<Seconds> decode, std::vector<advisor::MeasuredBatch>& batches) {
  const results::Parameters& given = result.measured_case.parameters;
  const std::string model = given.text("model");
  asked.precision = given.text("precision");
  asked.has_narrow_cache = given.text("kv_precision") == "fp8";
  try {
    batches.push_back(
        {.model = model,
         .network = advisor::network_from_config(result.measured_case.model_config, model),
         .asked = std::move(asked),
         .prefill = prefill,
         .decode = decode});
  } catch (const Error&) {
    // Of a network that the advisor does not describe there is no forecast.
  }
}

std::optional<Seconds> time_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  const bool is_there = metric != nullptr && metric->value > 0;
  return is_there ? std::optional(Seconds(metric->value / 1e3)) : std::nullopt;
}

// Batches of llm by kernels of ours: what LibTorch's operators take tells nothing of an engine for
// serving. False: it is left out for that.
bool take_batch(const Result& result, std::vector<advisor::MeasuredBatch>& batches) {
  const results::Parameters& given = result.measured_case.parameters;
  if (is_by_library(result)) return false;
  const auto number = [&](const char* name) { return static_cast<double>(given.integer(name)); };
  add_batch(result,
            {.sequences = number("batch_size"),
             .prompt_tokens = number("prompt_tokens"),
             .new_tokens = number("new_tokens"),
             .depth = number("depth")},
            time_of(result, "prefill.step_time"), time_of(result, "decode.step_time"), batches);
  return true;
}

// A load in the process (llm --concurrency, serve-test --managed) of one user and one length:
// answers of one sequence, each after its prompt. Of more users the batch is another in each step
// and prompts are read between them, which tells no time of a step.
bool take_load(const Result& result, std::vector<advisor::MeasuredBatch>& batches) {
  const results::Parameters& given = result.measured_case.parameters;
  const auto input = parse_integer(given.text("input_tokens")),
             output = parse_integer(given.text("output_tokens"));
  if (given.find("rate") != nullptr || given.integer("concurrency") != 1 || !input || !output)
    return true;
  if (is_by_library(result)) return false;
  add_batch(result,
            {.sequences = 1,
             .prompt_tokens = static_cast<double>(*input),
             .new_tokens = static_cast<double>(*output)},
            std::nullopt, time_of(result, "tpot"), batches);
  return true;
}

struct Evidence {
  advisor::CalibrationData data;
  std::vector<advisor::MeasuredBatch> batches;
  int by_library = 0;  // batches left out
  results::Run run;    // all results of the card
  std::string gpu, started_at;
  std::vector<AuditedResult> impossible;  // left out
};

// All ranks on cards of one kind.
bool has_one_kind(const Result& result) {
  return std::all_of(result.devices.begin(), result.devices.end(), [&](const auto& device) {
    return device.catalog_id == result.devices.front().catalog_id;
  });
}

void take_run(const results::Run& run, const Surroundings& surroundings, Evidence& all,
              const std::string& file) {
  for (const Result& result : run.results) {
    const std::string& gpu = result.devices.front().catalog_id;
    const std::string& benchmark = result.measured_case.benchmark;
    // Of several cards what their links do is forecast for trainings of our engine alone.
    const bool is_alone = result.devices.size() == 1;
    const bool is_measured = result.status == results::Status::ok &&
                             result.provenance == results::Provenance::measured &&
                             !is_of_one_rank(result.measured_case) &&
                             (is_alone || (benchmark == "train_decoder" && has_one_kind(result)));
    if (!is_measured || gpu.empty()) continue;
    if (!all.gpu.empty() && gpu != all.gpu)
      throw Error({"calibration.two_cards", {{"file", file}, {"one", all.gpu}, {"other", gpu}}},
                  ExitCode::usage);
    all.gpu = gpu;
    if (AuditedResult audited = audit_result(result, surroundings.catalog); audited.fault) {
      all.impossible.push_back(std::move(audited));
      continue;
    }
    if (is_alone) all.run.results.push_back(result);
    if (all.run.devices.empty()) all.run.devices = {result.devices.front()};
    if (benchmark == "matmul") take_product(result, all.data);
    if (benchmark == "train") take_step(result, surroundings.catalog.models(), all.data);
    if (benchmark == "train_decoder" && !take_engine_step(result, surroundings, all.data))
      ++all.by_library;
    if (benchmark == "llm" && !take_batch(result, all.batches)) ++all.by_library;
    if (benchmark == "llm_load" && !take_load(result, all.batches)) ++all.by_library;
  }
  all.started_at = std::max(all.started_at, run.started_at);
}

// Which results physics forbids, and why; of many the first.
void note_impossible(const std::vector<AuditedResult>& impossible, messages::Language language,
                     std::vector<Message>& notes) {
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < std::min(most_named, impossible.size()); ++i)
    notes.push_back({"calibration.impossible",
                     {{"result", impossible[i].name},
                      {"reason", messages::render(*impossible[i].fault, language)}}});
  if (impossible.size() > most_named)
    notes.push_back({"calibration.more_impossible",
                     {{"count", std::to_string(impossible.size() - most_named)}}});
}

CalibrateAnswer fold(Evidence all, const catalog::Catalog& catalog) {
  const catalog::Gpu* gpu = catalog.gpus().find_id(all.gpu);
  if (gpu == nullptr) throw Error({"calibration.no_card", {}}, ExitCode::not_supported);
  CalibrateAnswer answer{
      {all.gpu, advisor::record_ratio(all.run, catalog.gpus().gpus, *gpu), {}, {}}, {}, {}};
  const auto take = [&](std::optional<KeptFold>& kept, std::optional<advisor::Calibration> found,
                        const auto& data, const auto& fitted) {
    if (!found) return;
    auto results = advisor::calibrated_results(*gpu, data, fitted, *found);
    kept = {all.started_at, fitted.fitted_on, static_cast<int>(results.size()), std::move(*found)};
    std::move(results.begin(), results.end(), std::back_inserter(answer.results));
  };
  const advisor::FittedTraining& training = advisor::fitted_training();
  const advisor::FittedServing& serving = advisor::fitted_serving();
  take(answer.kept.training, advisor::calibrate(*gpu, all.data, training), all.data, training);
  take(answer.kept.serving, advisor::calibrate_serving(*gpu, all.batches, serving), all.batches,
       serving);
  if (!answer.kept.training && !answer.kept.serving)
    throw Error({"calibration.no_results", {{"gpu", all.gpu}}}, ExitCode::not_supported);
  answer.impossible = std::move(all.impossible);
  return answer;
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

Json fold_json(const std::optional<KeptFold>& kept) {
  if (!kept) return {};
  Json factors = Json::object();
  for (const auto& one : kept->found.coefficients) factors[one.name] = without_dirt(one.factor);
  const advisor::CalibrationError& error = kept->found.error;
  return {{"results", kept->results},
          {"factors", factors},
          {"log_error_before", without_dirt(error.before)},
          {"log_error_after", without_dirt(error.after)},
          {"log_error_held_out", error.held_out ? Json(without_dirt(*error.held_out)) : Json()}};
}

}  // namespace

const OptionTable<CalibrateOptions>& calibrate_options() {
  using Row = CalibrateOptions;
  static const OptionTable<Row> table{
      required(in_form(
          OptionForm::words,
          option<Row>("files", &Row::files, "calibration.option_files", "RESULTS.json ..."))),
      option<Row>("--dir", &Row::directory, "calibration.option_directory", "DIR"),
      option<Row>("--explain", &Row::is_explained, "calibration.option_explain")};
  return table;
}

Outcome<CalibrateAnswer> calibrate(const std::vector<NamedRun>& runs,
                                   const Surroundings& surroundings) {
  Outcome<CalibrateAnswer> outcome;
  try {
    Evidence all;
    for (const NamedRun& one : runs) take_run(one.run, surroundings, all, one.file);
    note_impossible(all.impossible, surroundings.language, outcome.notes);
    if (all.by_library > 0)
      outcome.notes.push_back(
          {"calibration.by_library", {{"count", std::to_string(all.by_library)}}});
    outcome.answer = fold(std::move(all), surroundings.catalog);
  } catch (const Error& refusal) {
    outcome.refusal = refusal;
  }
  return outcome;
}

Json calibrate_json(const CalibrateAnswer& answer, const std::string& path,
                    messages::Language language) {
  const KeptCalibration& kept = answer.kept;
  Json impossible = Json::array();
  for (const AuditedResult& one : answer.impossible)
    impossible.push_back(
        {{"result", one.name}, {"reason", messages::render(*one.fault, language)}});
  return {{"gpu", kept.gpu},
          {"of_record", kept.record ? Json(without_dirt(kept.record->ratio)) : Json()},
          {"record_cases", kept.record ? kept.record->cases : 0},
          {"training", fold_json(kept.training)},
          {"serving", fold_json(kept.serving)},
          {"path", path},
          {"each_result", results_json(answer.results)},
          {"impossible", impossible}};
}

}  // namespace wgf::answers
