// SPDX-License-Identifier: MIT
#pragma once
// A piece of work that is measured step by step, and what the measuring tells meanwhile.

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "base/units.h"
#include "engine/measure/device_timer.h"

namespace wgf::engine {

class StepWork {
 public:
  virtual ~StepWork() = default;
  // Queues one step on the device's current stream; calls timer.mark() between its parts.
  virtual void step(StepTimer& timer) = 0;
  // Metric tag of each part ("forward_time", …); empty: the step is not divided.
  virtual std::span<const std::string_view> parts() const { return {}; }

  // Borders are recorded for this many parts.
  virtual std::size_t part_count() const { return parts().empty() ? 1 : parts().size(); }
  // The first part gets the step ready and is not timed.
  virtual bool has_preparation() const { return false; }
  // Tensors that only the measuring needs; not counted as the work's memory.
  virtual Bytes helper_memory() const { return Bytes(); }
  // What all tensors take at most, where the allocator does not see that while steps run.
  virtual Bytes unseen_peak() const { return Bytes(); }
};

struct MeasureHooks {
  // what goes on ("load", "warmup", "settle", "measure"), done, total
  std::function<void(std::string_view, double, double)> progress = [](std::string_view, double,
                                                                      double) {};
  // The user asked to stop: what is measured so far is the result.
  std::function<bool()> is_stop_requested = [] { return false; };
  // Of several ranks whose steps wait for each other: what rank 0 says, so that all of them take as
  // many steps. Asked in the same order by all; null: one measures alone.
  std::function<std::int64_t(std::int64_t)> rank_agreement;

  std::int64_t agreed(std::int64_t value) const {
    return rank_agreement ? rank_agreement(value) : value;
  }
  bool agreed(bool value) const { return agreed(std::int64_t{value}) != 0; }
};

}  // namespace wgf::engine
