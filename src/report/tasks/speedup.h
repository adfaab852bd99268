// SPDX-License-Identifier: MIT
#pragma once
// Of compile-test: each way of running a network held against running it operator by operator.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

struct Speedup {
  double factor = 1;                 // eager's time over this one's
  std::optional<Interval> interval;  // 95 %
};

// One case in all its modes; modes in the order of the plan, eager among them.
struct ComparedModes {
  std::string name;  // "train resnet50 b32 bf16"
  const results::Result* eager = nullptr;
  std::vector<const results::Result*> modes;
};
std::vector<ComparedModes> compared_modes(const results::Run& run);

// From the samples of both, as `compare` does it; nothing where one has none.
std::optional<Speedup> speedup_of(const results::Result& eager, const results::Result& mode,
                                  std::string_view time = "step_time");
// Steps after which the time of compiling is won back; nothing where it never is, or nothing was
// compiled.
std::optional<double> break_even_steps(const results::Result& eager, const results::Result& mode);

std::string mode_name(const results::Result& result, messages::Language language);

}  // namespace wgf::report
