// SPDX-License-Identifier: MIT
#include "engine/benchmarks/llm_warm_up.h"

#include <algorithm>
#include <random>
#include <thread>

namespace wgf::engine {

using SteadyClock = std::chrono::steady_clock;

double SinceBegin::now() {
  return std::chrono::duration<double>(SteadyClock::now() - begin_).count();
}

void SinceBegin::wait_until(double time) {
  std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<SteadyClock::duration>(
                                             std::chrono::duration<double>(time)));
}

std::vector<std::vector<std::int64_t>> random_prompts(const RequestLoad& load,
                                                      std::int64_t vocabulary, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::int64_t>> prompts;
  for (const RequestSize& size : load.sizes) {
    std::vector<std::int64_t>& prompt = prompts.emplace_back();
    for (std::int64_t i = 0; i < size.input_tokens; ++i)
      prompt.push_back(
          static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(vocabulary)));
  }
  return prompts;
}

void warm_up(LoadPlan plan, SchedulerLimits limits, std::int64_t vocabulary, DecoderTurns& turns,
             const Context& context) {
  plan.requests = plan.concurrency = limits.slots;
  plan.rate = 0;
  plan.warmup = 0;
  constexpr std::int64_t enough_tokens = 4;
  plan.output_tokens = {1, std::min(enough_tokens, plan.output_tokens.high)};
  ++plan.seed;  // other prompts than those that are measured
  const RequestLoad load = make_load(plan);
  turns.set_prompts(random_prompts(load, vocabulary, plan.seed));
  SinceBegin clock;
  run_load(load, limits, turns, clock, [&](double share) {
    context.hooks.progress("warmup", share, 1);
    return context.hooks.is_stop_requested();
  });
}

}  // namespace wgf::engine
