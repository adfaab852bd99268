// SPDX-License-Identifier: MIT
#include "advisor/goodput/interruptions.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"

namespace wgf::advisor {
namespace {

using catalog::SpotInterruption;

constexpr double hours_of_month = 730.5;  // 365.25 x 24 / 12
constexpr double seconds_of_hour = 3600;

// The steady rate at which this share is stopped within a month.
double per_hour(double share_of_month) {
  return -std::log1p(-share_of_month) / hours_of_month;
}

std::optional<SpotRate> counted_rate(const std::vector<const SpotInterruption*>& rows) {
  std::vector<double> rates;
  SpotRate rate;
  for (const SpotInterruption* row : rows) {
    if (row->kind != SpotInterruption::Kind::measured || !row->per_hour) continue;
    if (rates.empty()) {
      rate.source = row->source;
      rate.date = row->date ? to_text(*row->date) : "";
    }
    rates.push_back(*row->per_hour);
  }
  if (rates.empty()) return std::nullopt;
  rate.sources = static_cast<int>(rates.size());
  rate.per_hour_low = quantile(rates, 0.25);
  rate.per_hour_high = quantile(rates, 0.75);
  return rate;
}

std::optional<SpotRate> band_rate(const std::vector<const SpotInterruption*>& rows,
                                  std::string_view region) {
  const SpotInterruption* found = nullptr;
  for (const SpotInterruption* row : rows) {
    if (row->kind != SpotInterruption::Kind::advisor || !row->month_low) continue;
    const bool is_region = !region.empty() && row->region == region;
    if (is_region || (row->region.empty() && found == nullptr)) found = row;
    if (is_region) break;
  }
  if (found == nullptr) return std::nullopt;
  SpotRate rate;
  rate.sources = 1;
  rate.source = found->source;
  rate.date = found->date ? to_text(*found->date) : "";
  rate.is_open = !found->month_high;
  rate.per_hour_low = per_hour(*found->month_low);
  rate.per_hour_high = per_hour(found->month_high.value_or(*found->month_low));
  return rate;
}

}  // namespace

PublishedFailures published_failures(const std::vector<catalog::FailureRate>& rates,
                                     const catalog::Gpu& gpu) {
  constexpr int enough = 3;
  PublishedFailures found;
  const bool is_data_centre = gpu.vendor == "NVIDIA" && gpu.memory_type.starts_with("HBM");
  if (!is_data_centre) return found;
  const auto is_usable = [](const catalog::FailureRate& rate) {
    return !rate.stops_runs_on.empty() && rate.gpu;
  };
  const auto own = std::count_if(rates.begin(), rates.end(), [&](const auto& rate) {
    return is_usable(rate) && rate.stops_runs_on == gpu.architecture;
  });
  found.is_own_generation = own >= enough;
  for (const catalog::FailureRate& rate : rates) {
    if (!is_usable(rate)) continue;
    if (found.is_own_generation && rate.stops_runs_on != gpu.architecture) continue;
    found.gpu_hours.push_back(*rate.gpu);
    found.systems.push_back(rate.system);
  }
  return found;
}

std::optional<SpotRate> spot_rate(const std::vector<SpotInterruption>& table,
                                  std::string_view provider, const catalog::Gpu& gpu,
                                  std::string_view region) {
  std::vector<const SpotInterruption*> rows;
  for (const SpotInterruption& row : table)
    if (row.provider == provider && row.gpu_id == gpu.id) rows.push_back(&row);
  if (auto counted = counted_rate(rows)) return counted;
  return band_rate(rows, region);
}

std::vector<Seconds> times_between(const std::vector<Hours>& gpu_hours, int gpus,
                                   const std::optional<SpotRate>& spot, double machines) {
  std::vector<double> failures, losses;  // of the job, an hour
  for (const Hours hours : gpu_hours) failures.push_back(gpus / hours.value);
  if (spot)
    losses = spot->is_open ? std::vector<double>{machines * spot->per_hour_low}
                           : std::vector<double>{machines * spot->per_hour_low,
                                                 machines * spot->per_hour_high};
  if (failures.empty() && losses.empty()) return {};
  if (failures.empty()) failures.push_back(0);
  if (losses.empty()) losses.push_back(0);
  std::vector<Seconds> between;
  for (const double failure : failures)
    for (const double loss : losses) between.emplace_back(seconds_of_hour / (failure + loss));
  return between;
}

}  // namespace wgf::advisor
