// SPDX-License-Identifier: MIT
#include "answers/parallel/forecast_rows.h"

#include <algorithm>

#include "answers/parallel/pipeline_forecast.h"
#include "answers/training/training_answer.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using results::Case;
using results::Result;
using results::Status;

std::int64_t count(const Case& value, const char* name) {
  return value.parameters.integer(name, 1);
}

int micro_batches_of(const Case& value) {
  return static_cast<int>(count(value, "accumulate"));
}

// The question that predict is asked, as it would be typed.
PredictOptions options_of(const Case& value, const std::string& gpu) {
  const auto text = [&](const char* name) {
    const results::Value* found = value.parameters.find(name);
    return found == nullptr ? std::string() : results::to_text(*found);
  };
  PredictOptions options;
  options.network.model = text("model");
  options.network.sequence = text("sequence_length");
  const std::string recompute = text("recompute");
  options.network.recompute = recompute.empty() ? "none" : recompute;
  options.network.tp = text("tp");
  options.network.pp = text("pp");
  options.network.cp = text("cp");
  options.network.ep = text("ep");
  options.network.dp = std::to_string(count(value, "dp"));
  // Where nothing is said train shares out nothing, while predict would.
  options.network.zero = std::to_string(value.parameters.integer("zero"));
  options.batch_sizes.push_back(text("batch_size"));
  options.precisions.push_back(text("precision"));
  options.gpus.push_back(gpu);
  options.gpu_count = std::to_string(value.ranks());
  options.global_batch =
      std::to_string(count(value, "batch_size") * count(value, "dp") * micro_batches_of(value));
  // One for all rows: what is compared is the form.
  options.software = "compiled";
  // What a schedule makes of it is replayed (pipeline_forecast.h).
  if (count(value, "pp") > 1) options.network.vpp = std::to_string(1);
  return options;
}

void add(Result& result, const char* tag, double number) {
  result.metrics.push_back(results::single_metric(tag, number));
}

double percent_of(Seconds part, Seconds whole) {
  return whole.value > 0 ? 100 * part.value / whole.value : 0;
}

std::vector<results::Metric> stage_metrics(const PipelineForecast& found, std::size_t stage) {
  const pipeline::BubbleSplit& split = found.stages[stage];
  const Seconds whole = split.busy + split.idle();
  return {results::single_metric("bubble", percent_of(split.idle(), whole)),
          results::single_metric("bubble_schedule", percent_of(split.schedule, whole)),
          results::single_metric("bubble_imbalance", percent_of(split.imbalance, whole)),
          results::single_metric("bubble_communication", percent_of(split.communication, whole)),
          results::single_metric("micro_batches_kept", found.kept[stage]),
          results::single_metric("memory_forecast", found.memory_bytes[stage] / gibi)};
}

// Ranks are the stages; those that share one are alike.
void add_pipeline(Result& result, const PipelineForecast& found) {
  add(result, "bubble", 100 * found.bubble);
  add(result, "bubble_ideal", 100 * found.ideal);
  for (std::size_t stage = 0; stage < found.stages.size(); ++stage)
    result.ranks.push_back(
        {.rank = static_cast<int>(stage), .metrics = stage_metrics(found, stage)});
}

void add_step(Result& result, const advisor::TrainingForecast& forecast, Seconds step) {
  results::Metric time = results::single_metric("step_time", in_milliseconds(step));
  const double scale = step.value / forecast.step().value;
  const Interval seconds = forecast.step_interval();
  time.interval = Interval{1e3 * scale * seconds.low, 1e3 * scale * seconds.high};
  const double samples = forecast.one.global_batch;
  result.metrics.push_back(results::rate_metric("throughput", samples, time));
  result.metrics.push_back(
      results::rate_metric("token_throughput", samples * forecast.one.work.sequence, time));
  result.metrics.push_back(std::move(time));
  add(result, "mfu", 100 * forecast.utilisation() / scale);
  const double exposed = seconds_of(forecast.parts, advisor::StepGroup::communication);
  add(result, "exposed_share", 100 * exposed / step.value);
}

void add_forecast(Result& result, const PredictRequest& request,
                  const advisor::TrainingForecast& forecast) {
  double most_bytes = forecast.memory.total();
  Seconds step = forecast.step();
  if (const int stages = static_cast<int>(count(result.measured_case, "pp")); stages > 1) {
    const auto kind = pipeline::parse_kind(result.measured_case.parameters.text("schedule", "1f1b"))
                          .value_or(pipeline::Kind::one_f_one_b);
    const auto chunks = static_cast<int>(
        result.measured_case.parameters.integer("vpp", pipeline::usual_chunks_each(kind)));
    const PipelineForecast found = forecast_pipeline(
        forecast, *request.network.network, kind,
        pipeline::make_schedule(kind, stages, micro_batches_of(result.measured_case), chunks));
    step = found.step;
    most_bytes = *std::max_element(found.memory_bytes.begin(), found.memory_bytes.end());
    add_pipeline(result, found);
  }
  add(result, "memory_forecast", most_bytes / gibi);
  if (most_bytes <= static_cast<double>(forecast.usable.value))
    return add_step(result, forecast, step);
  result.status = Status::skipped;
  result.reason = Message{"tasks.parallel_does_not_fit", {{"gpu", forecast.gpu->id}}};
}

}  // namespace

Result forecast_result(const Case& value, const std::string& gpu,
                       const Surroundings& surroundings) {
  Result result{.measured_case = value, .provenance = results::Provenance::predicted};
  result.devices = {{.id = gpu, .name = gpu, .catalog_id = gpu}};
  try {
    PredictRequest request = parse_predict_request(options_of(value, gpu), surroundings.catalog);
    request.network.one.has_sequence_parallel = value.parameters.flag("sp");
    // Keys that go round, beside the work of each stop, are what the forecast knows.
    if (const std::string form = value.parameters.text("context", "ring"); form != "ring")
      throw Error({"tasks.parallel_not_forecast", {{"form", form}}});
    const Outcome<PredictAnswer> outcome = predict(request, surroundings);
    if (outcome.refusal) throw Error(*outcome.refusal);
    add_forecast(result, request, outcome.answer->rows.front().forecast);
  } catch (const Error& fault) {
    result.status = Status::unsupported;
    result.reason = fault.message();
  } catch (const std::invalid_argument&) {
    result.status = Status::unsupported;
    result.reason = Message{"tasks.parallel_no_schedule", {}};
  }
  return result;
}

}  // namespace wgf::answers
