// SPDX-License-Identifier: MIT
#pragma once
// What the exchanges of a rank alone wait for the slowest of the ranks that are not here: as much
// as this device's own pace, which changes from moment to moment, lets expect of so many like it.
// docs/method/ranks.md.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/units.h"

namespace wgf::engine {

struct SeenExchange {
  Seconds begin, takes;
};

// Of exchanges of so many equal steps, in order: how far the spans between them (end of one to
// begin of the next) are from one step to another, as the mean over the exchanges of the deviation,
// times what the largest of so many normal numbers is. Nothing of steps with unequal counts.
Seconds straggler_wait(std::span<const SeenExchange> seen, std::size_t steps, int ranks);

// Of one communicator.
class StragglerWait {
 public:
  explicit StragglerWait(int ranks) : ranks_(ranks) {}

  // By which each of its exchanges takes longer.
  Seconds time() const { return time_; }
  // An exchange that begins at a moment, int64 [1] in nanoseconds, and takes so long.
  void note(const at::Tensor& moment, Seconds takes);

 private:
  friend class StragglerWaits;
  void learn(std::size_t steps);

  const int ranks_;
  Seconds time_;
  bool is_learning_ = false;
  std::size_t each_step_ = 0;  // exchanges
  std::vector<at::Tensor> moments_;
  std::vector<Seconds> takes_;
};

// Of all communicators of a rank.
class StragglerWaits {
 public:
  std::shared_ptr<StragglerWait> add(int ranks);

  // Runs a step as often as it takes to learn the waits of the communicators there are: on a GPU
  // that has settled, before steps are recorded.
  void learn(const std::function<void()>& step, c10::Device device);
  void forget();
  // Of a step's exchanges together, hidden or not.
  Seconds of_step() const;

 private:
  std::vector<std::shared_ptr<StragglerWait>> all_;
};

}  // namespace wgf::engine
