// SPDX-License-Identifier: MIT
#pragma once
// What a step of training spends its time on: passes say what they are at, and a clock, where one
// runs on this thread, divides the device's time among that. docs/method/ranks.md.

#include <array>
#include <string_view>
#include <vector>

#include "engine/measure/moment.h"

namespace wgf::engine {

// Computing; then what the device waits for or spends on exchanges of each form; then the rest.
enum class StepPart {
  attention,     // its norm, matrices, core
  feed_forward,  // the same of the feed-forward or of the experts, with routing
  head,          // embedding and loss
  tensor,
  context,
  experts,
  data,    // gradients and weights of data parallelism
  stages,  // what the pipeline has the rank wait
  optimizer,
};
inline constexpr std::size_t step_part_count = 9;
std::string_view to_text(StepPart part);

// Divides the time of its thread's passes on one stream: each moment belongs to the innermost part
// that was entered.
class PartClock {
 public:
  explicit PartClock(c10::Device device);
  ~PartClock();  // on the thread that made it, the last one made first
  PartClock(const PartClock&) = delete;
  PartClock& operator=(const PartClock&) = delete;

  void enter(StepPart part);
  void leave();

  // Milliseconds since it was made or last read, by part; the device has come to rest and no part
  // is entered.
  std::array<double, step_part_count> read();

 private:
  struct Border {
    Moment at;
    int part;  // from here on; -1: none
  };
  const c10::Device device_;
  PartClock* const outer_;
  std::vector<StepPart> entered_;
  std::vector<Border> borders_;
};

// While it lives, the time is the part's. Costs nothing where no clock runs.
class InPart {
 public:
  explicit InPart(StepPart part);
  ~InPart();
  InPart(const InPart&) = delete;
  InPart& operator=(const InPart&) = delete;

 private:
  PartClock* const clock_;
};

}  // namespace wgf::engine
