// SPDX-License-Identifier: MIT
// A decoder of language under a load of requests: continuous batching with chunked prefill, and
// what each request waited for (docs/method/llm-load.md).

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/option_values.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/decoder_case.h"
#include "engine/benchmarks/llm_warm_up.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/llm/load_figures.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/memory_meter.h"

namespace wgf::engine {
namespace {

using results::Metric;
using results::Result;
using results::single_metric;
using SteadyClock = std::chrono::steady_clock;

struct LoadSettings {
  DecoderChoice decoder;
  LoadPlan plan;
  SchedulerLimits scheduler;
  LatencyLimits latency;

  CacheSize cache() const {
    return {scheduler.slots, plan.input_tokens.high + plan.output_tokens.high};
  }
};

std::optional<double> limit_of(const results::Parameters& parameters, std::string_view name) {
  if (parameters.find(name) == nullptr) return std::nullopt;
  return parameters.number(name);
}

LoadSettings read_load_settings(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  const auto range = [&](const char* name, const char* fallback) {
    return parse_count_range(name, parameters.text(name, fallback), 1);
  };
  LoadSettings settings{.decoder = read_decoder_choice(value, device)};
  settings.plan = {.requests = count_of(parameters, "requests", 100),
                   .warmup = count_of(parameters, "warmup", 0, 0),
                   .rate = parameters.number("rate", 0),
                   .concurrency = count_of(parameters, "concurrency", 1),
                   .input_tokens = range("input_tokens", "512"),
                   .output_tokens = range("output_tokens", "128"),
                   .seed = value.seed};
  settings.scheduler.slots = count_of(parameters, "batch_size", 16);
  settings.scheduler.turn_tokens = count_of(parameters, "turn_tokens", 512);
  settings.latency = {limit_of(parameters, "ttft_limit"), limit_of(parameters, "tpot_limit")};
  check_positions(settings.decoder, settings.cache().tokens);
  return settings;
}

// What of the load becomes metrics: distributions with their samples, in the order of the requests.
std::vector<Metric> metrics_of(const LoadFigures& figures, const LoadSettings& settings) {
  std::vector<Metric> metrics;
  const auto add = [&](const char* tag, const std::vector<double>& samples) {
    if (!samples.empty()) metrics.push_back(results::metric_from_samples(tag, samples));
  };
  add("ttft", figures.ttft);
  add("queue_time", figures.queue_time);
  add("prompt_time", figures.prompt_time);
  add("tpot", figures.tpot);
  if (!figures.itl.empty()) {
    // Too many to resample, and no interval is asked of them.
    Metric gaps = single_metric("itl", median(figures.itl));
    gaps.samples = figures.itl;
    metrics.push_back(std::move(gaps));
  }
  add("e2e_time", figures.e2e_time);
  const auto put = [&](const char* tag, double value) {
    metrics.push_back(single_metric(tag, value));
  };
  put("request_rate", figures.request_rate);
  put("input.token_throughput", figures.input_token_rate);
  put("output.token_throughput", figures.output_token_rate);
  if (settings.latency.ttft || settings.latency.tpot) {
    put("goodput", figures.good_share * figures.request_rate);
    put("good_share", 100 * figures.good_share);
  }
  put("answers_per_step", figures.mean_answers);
  if (settings.plan.rate > 0) {
    put("arrival_rate", figures.arrival_rate);
    put("queue_growth", 100 * figures.queue_growth);
  }
  return metrics;
}

class LlmLoadBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "llm_load"; }

  Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const LoadSettings settings = read_load_settings(value, device);
    const c10::StreamGuard stream(work_stream(settings.decoder.launch, device));
    const c10::InferenceMode no_gradients;
    CheckedDecoder checked =
        checked_decoder(settings.decoder, settings.cache(), value, device, context);
    Result& result = checked.result;
    if (checked.is_right) measure(settings, *checked.loaded.decoder, device, context, result);
    return std::move(checked.result);
  }

 private:
  static void measure(const LoadSettings& settings, Decoder& decoder, c10::Device device,
                      const Context& context, Result& result) {
    const bool is_recorded = settings.decoder.launch == Launch::graph && decoder.can_record_steps();
    DecoderTurns turns(decoder, device, settings.cache(),
                       is_recorded ? DecoderTurns::Steps::recorded : DecoderTurns::Steps::eager);
    warm_up(settings.plan, settings.scheduler, settings.decoder.shape.vocabulary, turns, context);
    const RequestLoad load = make_load(settings.plan);
    turns.set_prompts(random_prompts(load, settings.decoder.shape.vocabulary, settings.plan.seed));
    const MemoryMeter memory(device, context.cpu_memory);
    Telemetry telemetry(*context.sensors, device);
    telemetry.start();
    SinceBegin clock;
    const LoadRecord record = run_load(load, settings.scheduler, turns, clock, [&](double share) {
      context.hooks.progress("measure", share, 1);
      return context.hooks.is_stop_requested();
    });
    const auto end = SteadyClock::now();
    telemetry.stop();
    result.stop_reason = results::StopReason::fixed_count;
    if (record.was_stopped) {
      result.status = results::Status::interrupted;
      result.reason = Message{"engine.interrupted", {}};
    }
    if (record.requests.empty()) return;
    add_figures(settings, record, result);
    const MeasuredSpan span{.begin = clock.begin(),
                            .end = end,
                            .steps = record.turns,
                            .samples_per_step = static_cast<double>(record.requests.size()) /
                                                static_cast<double>(record.turns)};
    for (auto& metric : memory.metrics()) result.metrics.push_back(std::move(metric));
    for (auto& metric : telemetry.metrics(span)) result.metrics.push_back(std::move(metric));
    result.sensors = telemetry.readings(span);
    if (auto warning = telemetry.others_warning()) result.warnings.push_back(*std::move(warning));
  }

  static void add_figures(const LoadSettings& settings, const LoadRecord& record, Result& result) {
    const LoadFigures figures = load_figures(record, settings.latency);
    for (Metric& metric : metrics_of(figures, settings))
      result.metrics.push_back(std::move(metric));
    result.metrics.push_back(single_metric("measured_steps", static_cast<double>(record.turns)));
    result.metrics.push_back(single_metric("measured_time", figures.seconds));
    results::Series starts{"request_start", {}};
    for (const RequestTimes& one : record.requests) starts.values.push_back(one.arrival);
    if (settings.plan.rate > 0 && figures.is_short)
      result.warnings.push_back(
          {"engine.load_too_short",
           {{"seconds", fmt::format("{:.3g}", starts.values.back())},
            {"each", fmt::format("{:.3g}", median(figures.e2e_time) / kilo)}}});
    result.series.push_back(std::move(starts));
    if (figures.is_overloaded)
      result.warnings.push_back({"engine.queue_grows",
                                 {{"growth", fmt::format("{:.2g}", figures.queue_growth)},
                                  {"times", fmt::format("{:.3g}", 1 + figures.queue_growth)}}});
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_llm_load_benchmark() {
  return std::make_unique<LlmLoadBenchmark>();
}

}  // namespace wgf::engine
