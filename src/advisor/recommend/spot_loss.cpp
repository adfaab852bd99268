// SPDX-License-Identifier: MIT
#include "advisor/recommend/spot_loss.h"

#include <algorithm>

#include "advisor/goodput/run_time.h"

namespace wgf::advisor {

KeptShare kept_of_training(Seconds work, std::span<const Seconds> between, Seconds checkpoint,
                           Seconds restart) {
  if (between.empty()) return {};
  const auto kept = [&](Seconds mean) {
    const Seconds interval = std::min(best_interval(checkpoint, mean), work);
    return work.value / run_time({work, mean, checkpoint, restart, interval}).expected.value;
  };
  double rates = 0;
  for (const Seconds one : between) rates += 1 / one.value;
  const auto [shortest, longest] = std::minmax_element(between.begin(), between.end());
  return {kept(Seconds(static_cast<double>(between.size()) / rates)), kept(*shortest),
          kept(*longest)};
}

KeptShare kept_of_service(const SpotRate& rate, Seconds replacement) {
  constexpr double seconds_per_hour = 3600;
  const auto kept = [&](double per_hour) {
    return 1 / (1 + per_hour * replacement.value / seconds_per_hour);
  };
  return {kept((rate.per_hour_low + rate.per_hour_high) / 2), kept(rate.per_hour_high),
          kept(rate.per_hour_low)};
}

}  // namespace wgf::advisor
