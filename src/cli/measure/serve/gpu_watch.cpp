// SPDX-License-Identifier: MIT
#include "cli/measure/serve/gpu_watch.h"

#include <algorithm>
#include <map>

#include "results/add_missing.h"
#include "results/sensor_metrics.h"

namespace wgf::cli {
namespace {

using results::Metric;
using results::Result;

// As llm's own measuring has them, of one GPU.
LoadedGpu watched(const std::vector<hardware::SensorSample>& samples,
                  const load::MeasuredSpan& span) {
  LoadedGpu gpu;
  for (const hardware::SensorSample& sample : samples) {
    if (sample.time < span.begin || sample.time > span.end) continue;
    gpu.readings.push_back(
        results::sensor_reading(sample.reading, load::seconds(sample.time - span.begin)));
    gpu.knows_throttling = gpu.knows_throttling || sample.reading.throttle_reasons.has_value();
  }
  gpu.energy = hardware::energy_between(samples, span.begin, span.end);
  return gpu;
}

double utilization_or_zero(const LoadedGpu& gpu) {
  return results::utilization_of(gpu.readings).value_or(0);
}

double together(const std::string& tag, const std::vector<double>& values) {
  if (tag == "power" || tag == "gpu_utilization") {
    double sum = 0;
    for (const double value : values) sum += value;
    return tag == "power" ? sum : sum / static_cast<double>(values.size());
  }
  const bool is_clock = tag == "sm_clock" || tag == "memory_clock";
  return is_clock ? *std::min_element(values.begin(), values.end())
                  : *std::max_element(values.begin(), values.end());
}

// Where every GPU tells it.
std::optional<double> energy_of(const std::vector<LoadedGpu>& gpus) {
  double joules = 0;
  for (const LoadedGpu& gpu : gpus) {
    if (!gpu.energy) return std::nullopt;
    joules += gpu.energy->value;
  }
  return joules;
}

}  // namespace

void add_gpus(const std::vector<LoadedGpu>& gpus, Result& result) {
  if (gpus.empty()) return;
  std::map<std::string, std::vector<double>> values;
  for (const LoadedGpu& gpu : gpus)
    for (const Metric& metric : results::sensor_metrics(gpu.readings, gpu.knows_throttling))
      values[metric.tag].push_back(metric.value);
  for (const auto& [tag, of_gpus] : values)
    results::add_missing_metric(result, tag, together(tag, of_gpus));
  const auto busiest =
      std::max_element(gpus.begin(), gpus.end(), [](const LoadedGpu& a, const LoadedGpu& b) {
        return utilization_or_zero(a) < utilization_or_zero(b);
      });
  result.sensors = busiest->readings;
  const auto energy = energy_of(gpus);
  const Metric *rate = result.find("output.token_throughput"), *time = result.find("measured_time");
  if (energy && rate != nullptr && time != nullptr && rate->value > 0)
    results::add_missing_metric(result, "output.energy_per_token",
                                *energy / (rate->value * time->value));
}

GpuWatch::GpuWatch(const std::string& uuid)
    : vendors_(hardware::open_gpu_vendors()), counts_all_(!uuid.empty()) {
  for (const hardware::GpuHandle& gpu : hardware::all_gpus(vendors_)) {
    const std::vector<hardware::GpuInfo> one{gpu.info};
    if (uuid.empty() || hardware::find_gpu_by_uuid(one, uuid) != nullptr)
      samplers_.push_back(std::make_unique<hardware::SensorSampler>(gpu.vendor, gpu.info.index));
  }
}

void GpuWatch::start() {
  for (const auto& sampler : samplers_) sampler->start();
}

std::vector<LoadedGpu> GpuWatch::stop(const std::optional<load::MeasuredSpan>& span) {
  constexpr double busy = 5;  // %
  std::vector<LoadedGpu> counted;
  for (const auto& sampler : samplers_) {
    const std::vector<hardware::SensorSample> samples = sampler->stop();
    if (!span) continue;
    LoadedGpu one = watched(samples, *span);
    if (counts_all_ || utilization_or_zero(one) >= busy) counted.push_back(std::move(one));
  }
  return counted;
}

}  // namespace wgf::cli
