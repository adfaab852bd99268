// SPDX-License-Identifier: MIT
#pragma once
// Times steps by events on the device's own stream: one event per border, none of them waited for
// inside a step. The host runs at most `depth` steps ahead and reads the events of the oldest step
// when that is reached, so memory stays bounded and the device never starves. On a CPU, where work
// is done when the call returns, the borders are readings of the host's clock.

#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "base/units.h"

namespace wgf::engine {

using Clock = std::chrono::steady_clock;

// What the timer read, one entry per step and in the order of the steps.
struct StepTimes {
  std::vector<double> step_ms;
  std::vector<double> start_s;               // since the first step's begin
  std::vector<std::vector<double>> part_ms;  // [part][step]
  double wall_ms = 0;  // host's clock over all stretches, from begin() to the end of drain()
  // What the host took to queue the first step of each stretch, before which the device was idle:
  // about as long as a step where launching takes longer than computing.
  std::vector<double> launch_ms;
  std::optional<Clock::time_point> first_begin, last_end;  // on the host's clock

  std::size_t count() const { return step_ms.size(); }
};

class StepTimer {
 public:
  static constexpr std::size_t default_depth = 8;

  // parts: of a step, at least 1.
  StepTimer(c10::Device device, std::size_t parts, std::size_t depth = default_depth);

  // The first part prepares the step (overwrites caches) and is not part of its time.
  void leave_out_first_part() { prepares_ = true; }

  // Starts a stretch: the first border. Steps follow back to back until drain().
  void begin();
  // Border between two parts of the running step. Does nothing outside a stretch, so that
  // unmeasured steps run the same code.
  void mark();
  void end_step();
  // Waits for all steps and ends the stretch.
  void drain();

  const StepTimes& times() const { return times_; }
  StepTimes take() { return std::move(times_); }

 private:
  struct Border {
    std::optional<c10::Event> event;  // on a GPU
    Clock::time_point time;           // on a CPU
  };
  Border make_border() const;
  Border& border(std::size_t number) { return ring_[number % ring_.size()]; }
  void record(Border& border);
  void finish_oldest();
  double milliseconds(const Border& from, const Border& to) const;

  c10::Device device_;
  std::size_t parts_;
  std::size_t depth_;
  std::vector<Border> ring_;
  Border origin_;
  bool has_origin_ = false;
  bool prepares_ = false;
  bool in_stretch_ = false;
  bool is_first_of_stretch_ = false;
  std::size_t next_border_ = 0;
  std::deque<std::size_t> in_flight_;  // first border of each step not read yet
  Clock::time_point stretch_begin_;
  StepTimes times_;
};

}  // namespace wgf::engine
