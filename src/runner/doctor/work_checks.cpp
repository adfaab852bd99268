// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "runner/doctor/checks.h"
#include "runner/doctor/throttling.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;

// Below what is healthy it is a warning, below this part of it a problem.
constexpr double broken_share = 0.7;

// Why there are no results; nothing where there are.
std::optional<Finding> without_work(const DoctorFacts& facts) {
  if (!facts.work.empty()) return std::nullopt;
  return not_looked_at("", facts.engine.fault.value_or(Message{"doctor.no_load", {}}));
}

Message reason_of(const Result& result) {
  return result.reason.value_or(
      Message{"doctor.no_reason", {{"status", std::string(to_text(result.status))}}});
}

// A case that gave no number: an answer where the device has no such thing, else a fault.
Finding without_number(const std::string& subject, const Result& result) {
  if (result.status == Status::unsupported || result.status == Status::skipped ||
      result.status == Status::interrupted)
    return not_looked_at(subject, reason_of(result));
  return problem(subject, reason_of(result), {"doctor.advice_case_failed", {}});
}

// The one result of a benchmark for each GPU.
Findings for_each_result(const DoctorFacts& facts, std::string_view benchmark,
                         const std::function<Finding(const GpuFacts&, const Result&)>& look) {
  if (facts.gpus.empty()) return {not_looked_at("", {"doctor.no_gpu", {}})};
  if (auto finding = without_work(facts)) return {*finding};
  return for_each_gpu(facts, [&](const GpuFacts& gpu) {
    const DeviceWork* work = facts.work_of(gpu);
    const Result* result = work == nullptr ? nullptr : work->find(benchmark);
    if (result == nullptr) return not_looked_at(gpu.subject(), {"doctor.not_seen_by_torch", {}});
    return result->status == Status::ok ? look(gpu, *result)
                                        : without_number(gpu.subject(), *result);
  });
}

struct Achieved {
  double value = 0, peak = 0;  // in the unit that is printed
  std::string unit;
  Expectation expectation;
};

Finding judge(const GpuFacts& gpu, const Achieved& achieved) {
  const double share = achieved.value / achieved.peak;
  const auto percent = [](double part) { return format_number(part * 100, 3); };
  const Message seen{"doctor.achieved",
                     {{"value", format_number(achieved.value)},
                      {"unit", achieved.unit},
                      {"share", percent(share)},
                      {"peak", format_number(achieved.peak)},
                      {"typical", percent(achieved.expectation.typical)}}};
  const Message advice{"doctor.advice_slow", {{"healthy", percent(achieved.expectation.healthy)}}};
  if (share < achieved.expectation.healthy * broken_share)
    return problem(gpu.subject(), seen, advice);
  if (share < achieved.expectation.healthy) return warning(gpu.subject(), seen, advice);
  return ok(gpu.subject(), seen);
}

// A slice of a card has neither its rates nor its bandwidth.
std::optional<Finding> without_record(const GpuFacts& gpu, double value, const char* unit) {
  if (gpu.record != nullptr && !gpu.info.mig.value_or(false)) return std::nullopt;
  return not_looked_at(gpu.subject(), {gpu.record == nullptr ? "doctor.no_record" : "doctor.slice",
                                       {{"value", format_number(value)}, {"unit", unit}}});
}

double value_of(const Result& result, std::string_view tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? 0 : metric->value;
}

Finding matmul_of(const GpuFacts& gpu, const Result& result, const DoctorData& data) {
  const double tflops = value_of(result, "flops");
  if (auto finding = without_record(gpu, tflops, "TFLOP/s")) return *finding;
  const auto peak =
      catalog::dense_peak(*gpu.record, result.measured_case.parameters.text("precision"));
  if (!peak)
    return not_looked_at(gpu.subject(),
                         {"doctor.no_peak",
                          {{"value", format_number(tflops)},
                           {"unit", "TFLOP/s"},
                           {"precision", result.measured_case.parameters.text("precision")}}});
  return judge(
      gpu, {tflops, peak->value / tera, "TFLOP/s", data.product(gpu.record->compute_capability)});
}

Finding bandwidth_of(const GpuFacts& gpu, const Result& result, const DoctorData& data) {
  const double gbs = value_of(result, "bandwidth");
  if (auto finding = without_record(gpu, gbs, "GB/s")) return *finding;
  return judge(gpu, {gbs, gpu.record->memory_bandwidth.value / giga, "GB/s", data.bandwidth});
}

// "1980 MHz, 690 W, 63.0 °C", of what was read; empty where nothing was.
std::string state_under_load(const Result& result) {
  struct Sensor {
    const char* tag;
    int digits;
    const char* unit;
  };
  constexpr Sensor sensors[] = {
      {"sm_clock", 4, " MHz"}, {"power", 3, " W"}, {"temperature", 3, " °C"}};
  std::vector<std::string> texts;
  for (const Sensor& sensor : sensors)
    if (const results::Metric* metric = result.find(sensor.tag))
      texts.push_back(format_number(metric->value, sensor.digits) + sensor.unit);
  return join(texts, ", ");
}

// At the limit of its power a GPU is where it should be under such a load; below its default limit,
// or for any other reason, it is not.
Finding throttle_of(const GpuFacts& gpu, const Result& result) {
  std::set<std::string> names;
  std::size_t throttled = 0;
  for (const results::SensorReading& reading : result.sensors) {
    throttled += reading.throttle_reasons.empty() ? 0 : 1;
    names.insert(reading.throttle_reasons.begin(), reading.throttle_reasons.end());
  }
  // The engine gives a share only where the driver tells reasons at all.
  const results::Metric* told = result.find("throttled_share");
  if (told == nullptr || result.sensors.empty())
    return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  const std::vector<std::string> reasons(names.begin(), names.end());
  const double share = static_cast<double>(throttled) / static_cast<double>(result.sensors.size());
  const std::string state = state_under_load(result);
  const std::string key = reasons.empty() ? "doctor.load_free" : "doctor.load_throttled";
  const Message seen{state.empty() ? key + "_alone" : key,
                     {{"reasons", join(reasons, ", ")},
                      {"percent", format_number(share * 100, 3)},
                      {"state", state}}};
  if (reasons.empty()) return ok(gpu.subject(), seen);
  if (is_serious_throttling(reasons)) return problem(gpu.subject(), seen, throttle_advice(reasons));
  const bool is_default = !gpu.info.power_limit || !gpu.info.power_limit_default ||
                          gpu.info.power_limit->value >= gpu.info.power_limit_default->value * 0.99;
  if (reasons == std::vector<std::string>{"power_cap"} && is_default)
    return ok(gpu.subject(), seen);
  return warning(gpu.subject(), seen, throttle_advice(reasons));
}

// The same products, computed by the CPU in the same precision.
bool is_reference(const Result& result) {
  return result.measured_case.device == "cpu" &&
         result.measured_case.parameters.text("precision") == "fp64";
}

Finding product_of(const std::string& subject, const Result& result) {
  if (result.status == Status::ok && is_reference(result))
    return not_looked_at(subject, {"doctor.product_is_reference", {}});
  if (result.status == Status::ok)
    return ok(subject, {"doctor.product",
                        {{"error", fmt::format("{:.2g}", value_of(result, "relative_error"))},
                         {"allowed", fmt::format("{:.2g}", value_of(result, "error_tolerance"))}}});
  if (result.status == Status::invalid)
    return problem(subject, reason_of(result), {"doctor.advice_wrong_product", {}});
  return without_number(subject, result);
}

bool is_attention(const Result& result) {
  return result.measured_case.parameters.text("operation") == "flash_attention";
}

}  // namespace

Findings check_throttle_load(const DoctorFacts& facts, const DoctorData&) {
  return for_each_result(facts, "matmul", throttle_of);
}

Findings check_matmul(const DoctorFacts& facts, const DoctorData& data) {
  return for_each_result(facts, "matmul", [&](const GpuFacts& gpu, const Result& result) {
    return matmul_of(gpu, result, data);
  });
}

Findings check_bandwidth(const DoctorFacts& facts, const DoctorData& data) {
  return for_each_result(facts, "bandwidth", [&](const GpuFacts& gpu, const Result& result) {
    return bandwidth_of(gpu, result, data);
  });
}

Findings check_product(const DoctorFacts& facts, const DoctorData&) {
  if (auto finding = without_work(facts)) return {*finding};
  Findings findings;
  for (const DeviceWork& work : facts.work)
    for (const Result& result : work.results)
      if (result.measured_case.benchmark == "product_check" && !is_attention(result))
        findings.push_back(product_of(
            work.device + " " + result.measured_case.parameters.text("precision"), result));
  return findings;
}

Findings check_flash_attention(const DoctorFacts& facts, const DoctorData&) {
  if (facts.gpus.empty()) return {not_looked_at("", {"doctor.no_gpu", {}})};
  if (auto finding = without_work(facts)) return {*finding};
  Findings findings;
  for (const DeviceWork& work : facts.work)
    for (const Result& result : work.results) {
      if (!is_attention(result)) continue;
      const bool is_missing =
          result.status == Status::unsupported || result.status == Status::failed;
      findings.push_back(is_missing ? warning(work.device, reason_of(result),
                                              {"doctor.advice_flash_attention", {}})
                                    : product_of(work.device, result));
    }
  if (findings.empty()) return {not_looked_at("", {"doctor.not_seen_by_torch", {}})};
  return findings;
}

}  // namespace wgf::runner
