// SPDX-License-Identifier: MIT
#pragma once
// How every kernel is measured: its answer is checked, then it is timed hot (the operands may still
// be in the device's cache from the call before) or cold (cache=cold: the cache is overwritten
// before each call, outside the timed part).

#include <c10/core/Device.h>

#include "engine/kernels/kernel.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {

class KernelCase {
 public:
  // Made before the kernel's tensors are: memory counts from here on, and random numbers follow the
  // seed. Throws CaseEnded for parameters, a device or a format that cannot be had.
  KernelCase(const results::Case& value, const Context& context,
             const std::string& default_precision = "fp32");
  // On another device than the case names.
  KernelCase(const results::Case& value, const Context& context,
             const std::string& default_precision, c10::Device device);

  const results::Parameters& parameters() const { return value_.parameters; }
  c10::Device device() const { return device_; }
  const NumberFormat& format() const { return format_; }
  bool is_cold() const { return is_cold_; }
  results::MathMode& math() { return math_; }

  // Invalid, with nothing timed, where the answer is wrong. single: called one at a time besides,
  // as the latency.
  results::Result measure(Kernel& kernel, Kernel* single = nullptr);

 private:
  bool answer_is_right(Kernel& kernel);
  void measure_steps(Kernel& kernel);

  const results::Case& value_;
  c10::Device device_;
  const NumberFormat& format_;
  bool is_cold_;
  MeasuredCase measured_;
  results::MathMode math_;
  std::optional<Message> fault_;
};

}  // namespace wgf::engine
