// SPDX-License-Identifier: MIT
#pragma once
// What a decoder does before requests are answered on it that count.

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/llm/decoder_turns.h"
#include "engine/llm/request_load.h"
#include "engine/measure/benchmark.h"

namespace wgf::engine {

class SinceBegin final : public LoadClock {
 public:
  double now() override;
  void wait_until(double time) override;
  std::chrono::steady_clock::time_point begin() const { return begin_; }

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Each of its own random tokens: nothing that one has read helps another.
std::vector<std::vector<std::int64_t>> random_prompts(const RequestLoad& load,
                                                      std::int64_t vocabulary, std::uint64_t seed);

// As many requests as there are slots, of the plan's lengths, whose answers are cut short: memory
// is taken and algorithms are chosen as under the load itself.
void warm_up(LoadPlan plan, SchedulerLimits limits, std::int64_t vocabulary, DecoderTurns& turns,
             const Context& context);

}  // namespace wgf::engine
