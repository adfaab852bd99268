// SPDX-License-Identifier: MIT
#include "answers/parallel/forecast_rows.h"

#include <algorithm>

#include "answers/parallel/case_forecast.h"
#include "answers/parallel/step_breakdown.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using results::Case;
using results::Result;
using results::Status;

void add(Result& result, const char* tag, double number) {
  result.metrics.push_back(results::single_metric(tag, number));
}

std::int64_t count_of(const Result& result, const char* name) {
  return result.measured_case.parameters.integer(name, 1);
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

void add_experts(Result& result, const CaseForecast& found) {
  if (count_of(result, "ep") == 1) return;
  const double exchanged = found.forecast().parts[advisor::StepPart::experts];
  add(result, "unrouted_time", in_milliseconds(found.step() - Seconds(exchanged)));
  add(result, "expert_imbalance", found.expert_imbalance());
}

// As measured ones have them: those of forms that the layout has.
void add_parts(Result& result, const CaseForecast& found) {
  if (result.measured_case.ranks() == 1) return;
  const StepBreakdown step = break_down(found);
  const advisor::Layout& layout = found.forecast().one.work.layout;
  const auto put = [&](const char* tag, Seconds time, bool is_there = true) {
    if (is_there) add(result, tag, in_milliseconds(time));
  };
  put("part_attention", step.attention);
  put("part_feed_forward", step.feed_forward);
  put("part_head", step.head);
  put("part_tensor", step.tensor, layout.tp > 1);
  put("part_context", step.context, layout.cp > 1);
  put("part_experts", step.experts, layout.ep > 1);
  put("part_data", step.data, layout.dp * layout.cp > 1);
  put("part_stages", step.stages, layout.pp > 1);
  put("part_optimizer", step.optimizer);
  put("part_rest", step.rest);
}

void add_forecast(Result& result, const CaseForecast& found) {
  const advisor::TrainingForecast& forecast = found.forecast();
  double most_bytes = forecast.memory.total();
  if (const auto& pipeline = found.pipeline()) {
    const std::vector<double>& bytes = pipeline->memory_bytes;
    most_bytes = *std::max_element(bytes.begin(), bytes.end());
    add_pipeline(result, *pipeline);
  }
  add(result, "memory_forecast", most_bytes / gibi);
  if (most_bytes <= static_cast<double>(forecast.usable.value)) {
    add_step(result, forecast, found.step());
    add_experts(result, found);
    return add_parts(result, found);
  }
  result.status = Status::skipped;
  result.reason = Message{"tasks.parallel_does_not_fit", {{"gpu", forecast.gpu->id}}};
}

// Whether trainings of this card were folded in; of what is kept and cannot be used a warning.
bool has_calibration(const std::string& gpu, const Surroundings& surroundings, Result& result) {
  try {
    const KeptCalibration kept = surroundings.calibration(gpu);
    if (!kept.training) return false;
    result.warnings.push_back({"tasks.llm_forecast_calibrated",
                               {{"results", std::to_string(kept.training->results)},
                                {"date", kept.training->started_at.substr(0, 10)}}});
    return true;
  } catch (const Error& fault) {
    if (fault.message().key != "calibration.none") result.warnings.push_back(fault.message());
    return false;
  }
}

}  // namespace

Result forecast_result(const Case& value, const std::string& gpu,
                       const Surroundings& surroundings) {
  Result result{.measured_case = value, .provenance = results::Provenance::predicted};
  result.devices = {{.id = gpu, .name = gpu, .catalog_id = gpu}};
  try {
    const bool is_calibrated = has_calibration(gpu, surroundings, result);
    add_forecast(result, CaseForecast(value, gpu, surroundings, is_calibrated));
  } catch (const Error& fault) {
    result.status = Status::unsupported;
    result.reason = fault.message();
  }
  return result;
}

}  // namespace wgf::answers
