// SPDX-License-Identifier: MIT
#include "engine/measure/telemetry.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"
#include "results/sensor_metrics.h"

namespace wgf::engine {
namespace {

using hardware::SensorSample;
using results::Metric;
using results::single_metric;

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

bool is_visibility_restricted() {
  for (const char* name : {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

}  // namespace

GpuSensors::GpuSensors()
    : vendors_(hardware::open_gpu_vendors()), gpus_(hardware::all_gpus(vendors_)) {}

const hardware::GpuHandle* GpuSensors::find(c10::Device device) const {
  if (!is_gpu(device) || gpus_.empty()) return nullptr;
  const CudaProperties properties = cuda_properties(device.index());
  for (const hardware::GpuHandle& gpu : gpus_) {
    const std::vector<hardware::GpuInfo> one{gpu.info};
    if (!properties.uuid.empty() && hardware::find_gpu_by_uuid(one, properties.uuid)) return &gpu;
    if (!properties.pci_id.empty() && hardware::find_gpu_by_pci_bus_id(one, properties.pci_id))
      return &gpu;
  }
  // A build that cannot ask the runtime (ROCm): the index is the driver's unless something hides
  // GPUs; a wrong card's sensors would be worse than none.
  if (is_built_for_cuda()) return nullptr;
  if (gpus_.size() == 1) return &gpus_.front();
  const auto index = static_cast<std::size_t>(device.index());
  if (is_visibility_restricted() || index >= gpus_.size()) return nullptr;
  return &gpus_[index];
}

// The front program is our parent.
Telemetry::Telemetry(const GpuSensors& sensors, c10::Device device)
    : device_(device), others_(::getppid()) {
  if (const hardware::GpuHandle* gpu = sensors.find(device)) {
    sampler_.emplace(gpu->vendor, gpu->info.index);
    is_slice_ = gpu->info.mig.value_or(false);
  }
}

void Telemetry::start() {
  samples_.clear();
  cpu_percent_.reset();
  others_load_.reset();
  others_.restart();
  cpu_usage_.restart();
  if (sampler_) sampler_->start();
}

void Telemetry::stop() {
  cpu_percent_ = cpu_usage_.utilization_percent();
  others_load_ = others_.load();
  if (sampler_) samples_ = sampler_->stop();
  if (is_slice_)
    for (SensorSample& sample : samples_) sample.reading.memory_used.reset();
}

std::optional<Message> Telemetry::others_warning() const {
  // A GPU needs the one that launches.
  const int threads = is_gpu(device_) ? 1 : at::get_num_threads();
  if (!others_load_ || !hardware::takes_cores_of(threads, *others_load_)) return std::nullopt;
  return Message{"warning.busy_cpu",
                 {{"busy", fmt::format("{:.1f}", others_load_->busy_cores)},
                  {"cores", std::to_string(others_load_->cores)}}};
}

std::vector<SensorSample> Telemetry::samples() const {
  return sampler_ ? sampler_->samples() : std::vector<SensorSample>();
}

std::vector<results::SensorReading> Telemetry::readings(const MeasuredSpan& span) const {
  std::vector<results::SensorReading> readings;
  for (const SensorSample& sample : samples_)
    if (sample.time >= span.begin && sample.time <= span.end)
      readings.push_back(
          results::sensor_reading(sample.reading, seconds_between(span.begin, sample.time)));
  // Steps shorter than the sampling period: the readings at both ends are all there is.
  if (readings.empty())
    for (const SensorSample& sample : samples_)
      readings.push_back(
          results::sensor_reading(sample.reading, seconds_between(span.begin, sample.time)));
  return readings;
}

std::vector<Metric> Telemetry::metrics(const MeasuredSpan& span) const {
  std::vector<Metric> metrics;
  // Data preparation and the autograd engine run on the CPU in every case.
  if (cpu_percent_) metrics.push_back(single_metric("cpu_utilization", *cpu_percent_));
  if (others_load_)
    metrics.push_back(single_metric("other_cpu_utilization", others_load_->percent()));
  const std::vector<results::SensorReading> readings = this->readings(span);
  if (readings.empty()) return metrics;
  const bool knows_throttling = std::any_of(
      samples_.begin(), samples_.end(),
      [](const SensorSample& sample) { return sample.reading.throttle_reasons.has_value(); });
  for (Metric& metric : results::sensor_metrics(readings, knows_throttling))
    metrics.push_back(std::move(metric));
  const auto energy = hardware::energy_between(samples_, span.begin, span.end);
  if (energy && span.steps > 0) {
    const double per_step = energy->value / static_cast<double>(span.steps);
    metrics.push_back(single_metric("energy_per_step", per_step));
    if (span.samples_per_step > 0)
      metrics.push_back(single_metric("energy_per_sample", per_step / span.samples_per_step));
  }
  return metrics;
}

}  // namespace wgf::engine
