// SPDX-License-Identifier: MIT
#include "pipeline/bubble_split.h"

#include <numeric>

namespace wgf::pipeline {
namespace {

void even_out(std::vector<Seconds>& times) {
  const Seconds sum = std::accumulate(times.begin(), times.end(), Seconds());
  times.assign(times.size(), sum / static_cast<double>(times.size()));
}

}  // namespace

std::vector<BubbleSplit> split_bubble(const Schedule& schedule, const Times& times, Seconds step) {
  Times without_links = times;
  without_links.transfer = Seconds();
  Times alike = without_links;
  even_out(alike.forward);
  even_out(alike.backward);
  even_out(alike.weights);
  const Simulation even = simulate(schedule, alike);
  const Simulation own = simulate(schedule, without_links);
  const Simulation linked = simulate(schedule, times);
  std::vector<BubbleSplit> split;
  for (std::size_t rank = 0; rank < own.of_rank.size(); ++rank) {
    BubbleSplit one;
    one.busy = own.busy(rank);
    one.schedule = even.end - even.busy(rank);
    one.imbalance = own.end - own.busy(rank) - one.schedule;
    one.communication = linked.end - own.end;
    one.jitter = step - linked.end;
    split.push_back(one);
  }
  return split;
}

}  // namespace wgf::pipeline
