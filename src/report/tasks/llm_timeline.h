// SPDX-License-Identifier: MIT
#pragma once
// Where one token and one prompt of a decoder spend their time, by part (docs/method/llm.md).

#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

// All launches of a part in one step.
struct PartTotal {
  std::string part;    // "gate_up"; empty: what belongs to none
  std::string kernel;  // of its launches the one that took longest
  std::int64_t calls = 0;
  double time_us = 0;  // in which none that began before was running: parts and gaps add up
  double bytes = 0, flops = 0;
};

// Most time first.
std::vector<PartTotal> part_totals(const results::Timeline& timeline);
// In which nothing ran.
double gap_us(const results::Timeline& timeline);

// "gate_up" in the reader's words.
std::string part_name(const std::string& part, messages::Language language);
// "void at::native::reduce_kernel<512, 1, …>(…)" as "reduce_kernel".
std::string short_kernel_name(const std::string& name);

// Of its case, without how many steps were recorded.
std::string profiled_label(const results::Result& result);

// A table for each phase of each result that was profiled.
std::vector<TitledTable> timeline_tables(const results::Run& run, messages::Language language);

}  // namespace wgf::report
