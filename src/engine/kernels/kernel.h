// SPDX-License-Identifier: MIT
#pragma once
// One call of a kernel on random inputs: its answer can be checked and its work is known.

#include <optional>

#include "base/message.h"
#include "engine/measure/answer_check.h"

namespace wgf::engine {

// Of one call, by its definition: what the work needs, not what an implementation does.
struct KernelWork {
  std::optional<double> flops;  // 2 per multiply-accumulate
  std::optional<double> bytes;  // each input read once, each output written once
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Queues one call on the device's current stream.
  virtual void run() = 0;
  virtual KernelWork work() const = 0;
  // What the last call wrote against float64, whole or in samples.
  virtual Comparison compare() const = 0;
  // What of the answer is too much to compare.
  virtual std::optional<Message> unchecked() const { return std::nullopt; }
};

}  // namespace wgf::engine
