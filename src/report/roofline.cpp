// SPDX-License-Identifier: MIT
#include "report/roofline.h"

#include <algorithm>

#include "results/cache_rate.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Status;

// The roofs are those of one device.
bool is_of_one_device(const Result& result) {
  return result.devices.size() == 1;
}

bool is_product(const Result& result) {
  return result.measured_case.benchmark == "matmul" || result.measured_case.benchmark == "mamf";
}

std::string math_mode_of(const Result& result) {
  if (result.math_mode && !result.math_mode->compute.empty()) return result.math_mode->compute;
  return result.measured_case.parameters.text("precision", "fp32");
}

const Ceiling* find(const std::vector<Ceiling>& ceilings, const std::string& math_mode) {
  for (const Ceiling& ceiling : ceilings)
    if (ceiling.math_mode == math_mode) return &ceiling;
  return nullptr;
}

// The best product of each arithmetic.
void add_measured(std::vector<Ceiling>& ceilings, const results::Run& run) {
  for (const Result& result : run.results) {
    const results::Metric* flops = result.find("flops");
    if (result.status != Status::ok || !is_product(result) || flops == nullptr ||
        !is_of_one_device(result))
      continue;
    const std::string mode = math_mode_of(result);
    const FlopsPerSecond rate(flops->value * tera);
    const auto known = std::find_if(ceilings.begin(), ceilings.end(),
                                    [&](const Ceiling& other) { return other.math_mode == mode; });
    if (known == ceilings.end())
      ceilings.push_back({mode, rate, true});
    else
      known->rate = std::max(known->rate, rate);
  }
}

void measure_bandwidth(Roofline& roofline, const results::Run& run, const catalog::Gpu* card) {
  for (const Result& result : run.results) {
    const results::Metric* rate = result.find("bandwidth");
    if (result.status != Status::ok || result.measured_case.benchmark != "bandwidth" ||
        rate == nullptr || !is_of_one_device(result) || results::comes_from_cache(result))
      continue;
    roofline.bandwidth = std::max(roofline.bandwidth, BytesPerSecond(rate->value * giga));
    roofline.bandwidth_is_measured = true;
  }
  if (!roofline.bandwidth_is_measured && card != nullptr)
    roofline.bandwidth = card->memory_bandwidth;
}

bool is_slope(const Result& result) {
  return result.measured_case.benchmark == "bandwidth" && result.status == Status::ok;
}

// Of a result without a point.
Message reason_of(const Result& result) {
  if (result.status == Status::ok && !is_of_one_device(result))
    return {"kernel.unplaced_devices", {{"count", std::to_string(result.devices.size())}}};
  if (result.status == Status::ok) return {"kernel.unplaced_no_work", {}};
  if (result.reason) return *result.reason;
  return {"kernel.unplaced_no_result", {}};
}

// Rate and intensity; nothing where work, bytes or time are not told.
std::optional<RooflinePoint> point_of(const Result& result) {
  const results::Metric* work = result.find("flops_per_step");
  const results::Metric* flops = result.find("flops");
  const results::Metric* operators = result.find("operator_bytes_per_step");
  const results::Metric* bytes = operators != nullptr ? operators : result.find("bytes_per_step");
  if (result.status != Status::ok || !is_of_one_device(result) || work == nullptr ||
      flops == nullptr || bytes == nullptr || bytes->value <= 0 || flops->value <= 0)
    return std::nullopt;
  RooflinePoint point;
  point.result = &result;
  point.intensity = work->value / bytes->value;  // GFLOP over GB
  point.rate = FlopsPerSecond(flops->value * tera);
  point.counts_operators = operators != nullptr;
  return point;
}

}  // namespace

Roofline roofline_of(const results::Run& run, const catalog::Gpu* card) {
  Roofline roofline;
  measure_bandwidth(roofline, run, card);
  add_measured(roofline.ceilings, run);
  if (roofline.bandwidth.value <= 0) return roofline;
  for (const Result& result : run.results) {
    std::optional<RooflinePoint> point = point_of(result);
    if (!point) {
      if (!is_slope(result)) roofline.left_out.push_back({&result, reason_of(result)});
      continue;
    }
    const std::string mode = math_mode_of(result);
    if (find(roofline.ceilings, mode) == nullptr && card != nullptr)
      if (const auto peak = catalog::dense_peak(*card, mode))
        roofline.ceilings.push_back({mode, *peak, false});
    const Ceiling* ceiling = find(roofline.ceilings, mode);
    if (ceiling == nullptr) {
      roofline.left_out.push_back({&result, {"kernel.unplaced_no_roof", {{"mode", mode}}}});
      continue;
    }
    point->is_memory_bound = point->intensity < roofline.ridge(*ceiling);
    point->attainable =
        std::min(ceiling->rate, FlopsPerSecond(point->intensity * roofline.bandwidth.value));
    roofline.points.push_back(*point);
  }
  std::sort(roofline.ceilings.begin(), roofline.ceilings.end(),
            [](const Ceiling& a, const Ceiling& b) { return a.rate < b.rate; });
  return roofline;
}

}  // namespace wgf::report
