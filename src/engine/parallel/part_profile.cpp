// SPDX-License-Identifier: MIT
#include "engine/parallel/part_profile.h"

#include <algorithm>
#include <numeric>

#include "engine/measure/device.h"

namespace wgf::engine {

double PartProfile::rest_ms() const {
  return std::max(0.0, step_ms - std::accumulate(part_ms.begin(), part_ms.end(), 0.0));
}

PartProfile profile_parts(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                          RankGroup& ranks, int steps) {
  const c10::Device device = training.decoder(0).device();
  std::size_t layers = 0;
  for (std::size_t chunk = 0; chunk < training.chunk_count(); ++chunk)
    layers += training.decoder(chunk).layer_count();
  const double of_step = static_cast<double>(layers * batches.size());
  PartProfile profile;
  PartClock clock(device);
  double least_ms = 0;
  for (int i = 0; i < steps; ++i) {
    synchronize(device);
    ranks.agreed(0);
    const Moment begin(device);
    training.run(batches);
    const Moment end(device);
    synchronize(device);
    const auto one = clock.read();
    for (std::size_t part = 0; part < one.size(); ++part)
      profile.part_ms[part] += one[part] / steps;
    profile.step_ms += begin.milliseconds_to(end) / steps;
    // Experts have as many rows as were routed to them, which is no fault of their rank.
    double layer_ms = one[static_cast<std::size_t>(StepPart::attention)] / of_step;
    if (training.expert_ranks().size() == 1)
      layer_ms += one[static_cast<std::size_t>(StepPart::feed_forward)] / of_step;
    least_ms = i == 0 ? layer_ms : std::min(least_ms, layer_ms);
  }
  const auto of_ranks = [&](double own) {
    std::vector<double> all;
    for (const std::string& text : ranks.gather(std::to_string(own)))
      all.push_back(std::stod(text));
    return all;
  };
  profile.layer_ms = of_ranks(least_ms);
  const auto data_ms = of_ranks(profile.part_ms[static_cast<std::size_t>(StepPart::data)]);
  profile.least_data_ms = *std::min_element(data_ms.begin(), data_ms.end());
  return profile;
}

std::vector<Straggler> stragglers(const std::vector<double>& layer_ms) {
  constexpr double notable = 1.15;
  std::vector<double> sorted = layer_ms;
  std::sort(sorted.begin(), sorted.end());
  const double usual = sorted.empty() ? 0 : sorted[(sorted.size() - 1) / 2];
  std::vector<Straggler> found;
  for (std::size_t rank = 0; rank < layer_ms.size(); ++rank)
    if (usual > 0 && layer_ms[rank] > notable * usual)
      found.push_back({static_cast<int>(rank), layer_ms[rank] / usual});
  return found;
}

}  // namespace wgf::engine
