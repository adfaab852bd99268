// SPDX-License-Identifier: MIT
#pragma once
// One thing to measure: a benchmark, its parameters, the device, and when to stop.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "results/parameters.h"

namespace wgf::results {

// Measuring ends when the interval of the median is narrow enough, never before min_samples and
// min_time, at the latest at max_time. Fixed counts replace the rule (-i, -w).
struct StoppingRule {
  std::optional<std::int64_t> iterations;  // exactly so many steps, no rule
  std::optional<std::int64_t> warmup;      // exactly so many warm-up steps
  double precision_target = 0.005;         // half-width of the 95 % interval ÷ median
  std::int64_t min_samples = 20;
  Seconds min_time{0.5};
  Seconds max_time{20};
  // Second warm-up stage: until clock and temperature settle, at most thermal_cap. Without it
  // numbers are labelled burst.
  bool sustained = false;
  Seconds thermal_cap{30};

  bool operator==(const StoppingRule&) const = default;
};

struct Case {
  std::string benchmark;  // "train", "infer", "matmul", "bandwidth"
  // Only what defines the work: model, batch_size, precision, launch, optimizer, …
  Parameters parameters;
  // What one asks for: "cpu", "cuda:0", or several that measure it together, "cuda:0,cuda:1": each
  // once, the first is rank 0's. Of a case on several nodes those of one node. How many ranks share
  // a device is a parameter.
  std::string device = "cpu";
  // What the name `model` means, as config.json, where the engine has no record of its own. No part
  // of the key.
  std::string model_config;
  std::uint64_t seed = 1;
  StoppingRule stopping;

  // Identity of the measured thing, the same from run to run and machine to machine: benchmark and
  // parameters, not device, seed or stopping rule. "train model=resnet50 batch_size=32
  // precision=bf16". Which devices it is measured on is no part of it, how many is: what two do
  // together is not what one does. "… devices=2"
  std::string key() const;
  // Whether this is what was planned and `measured` the case of its result: the same, or with the
  // precision that a user's model turned out to be of, where none was asked for.
  bool is_answered_by(const Case& measured) const;
  // That of the plan which leaves the precision open.
  std::string key_without_precision() const;
  std::vector<std::string> device_ids() const;  // one or more
  bool is_on_cpu() const;
  // Processes that measure it together: the product of its parallel sizes dp, tp, pp and cp, or
  // `ranks` where nothing is shared out.
  std::int64_t ranks() const;
  bool operator==(const Case&) const = default;
};

}  // namespace wgf::results
