// SPDX-License-Identifier: MIT
#pragma once
// How often runs are stopped, as published: by failures of the machine, and by providers that take
// spot machines back. What no source says is nothing here.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "catalog/gpu.h"
#include "catalog/market_facts.h"

namespace wgf::advisor {

// GPU-hours between interruptions of a run, by each source.
struct PublishedFailures {
  std::vector<Hours> gpu_hours;
  std::vector<std::string> systems;  // of the same order
  bool is_own_generation = false;    // all are of the card's generation
};

// Those of the card's generation where there are three or more, else those of all data-centre cards
// of its maker. Empty for cards no such run was published of: other makers, and cards without HBM.
PublishedFailures published_failures(const std::vector<catalog::FailureRate>& rates,
                                     const catalog::Gpu& gpu);

// Interruptions of one running spot machine.
struct SpotRate {
  double per_hour_low = 0, per_hour_high = 0;
  bool is_open = false;  // the source names no upper end: it may be more often
  int sources = 0;
  std::string source, date;  // of the first
};

// Rates counted in traces of this provider and card come first, their first and third quartile;
// else the provider's own band, of the region where it names one. Claims of vendors do not count.
std::optional<SpotRate> spot_rate(const std::vector<catalog::SpotInterruption>& table,
                                  std::string_view provider, const catalog::Gpu& gpu,
                                  std::string_view region);

// Of a job of so many GPUs and machines; without failures or without a spot rate that part is left
// out. Nothing where both are unknown.
std::vector<Seconds> times_between(const std::vector<Hours>& gpu_hours, int gpus,
                                   const std::optional<SpotRate>& spot, double machines);

}  // namespace wgf::advisor
