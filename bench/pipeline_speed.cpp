// SPDX-License-Identifier: MIT
// How long it takes to replay a step of a plan for 16,384 GPUs stage by stage: pipeline_speed
// [--check]. Every stage of every data-parallel replica has a time of its own, as measured ones
// would: 128 pipelines of 16 stages with 8 chunks each, tp 8, as Llama 3.1 405B was laid out.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "pipeline/simulate.h"

namespace {

using namespace wgf;

constexpr int replicas = 128, stages = 16, chunks_each = 8, micro_batches = 32;
constexpr double most_seconds = 2;

// Passes of one replica, each chunk up to 3 % longer than the shortest.
pipeline::Times times_of(const pipeline::Schedule& schedule, int replica) {
  pipeline::Times times =
      pipeline::even_times(schedule, Seconds(1e-3), Seconds(2e-3), Seconds(1e-5));
  for (std::size_t chunk = 0; chunk < times.forward.size(); ++chunk) {
    const double longer = 1 + 0.01 * static_cast<double>((chunk * 7 + replica * 13) % 4);
    times.forward[chunk] = times.forward[chunk] * longer;
    times.backward[chunk] = times.backward[chunk] * longer;
  }
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  const pipeline::Schedule schedule =
      pipeline::make_schedule(pipeline::Kind::interleaved, stages, micro_batches, chunks_each);
  double slowest = 0, bubble = 0;
  std::size_t passes = 0;
  for (int replica = 0; replica < replicas; ++replica) {
    const auto simulation = pipeline::simulate(schedule, times_of(schedule, replica));
    if (simulation.end.value > slowest) bubble = simulation.bubble();
    slowest = std::max(slowest, simulation.end.value);
    for (const auto& spans : simulation.of_rank) passes += spans.size();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf(
      "%zu passes of %d stages in %.3f s; the slowest replica takes %.2f ms, bubble %.2f %%\n",
      passes, replicas * stages, took.count(), 1e3 * slowest, 100 * bubble);
  const bool is_checked = argc > 1 && std::string_view(argv[1]) == "--check";
  return is_checked && took.count() > most_seconds ? 1 : 0;
}
