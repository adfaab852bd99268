// SPDX-License-Identifier: MIT
#pragma once
// Which of several results takes the least time, as far as their samples tell them apart.

#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

// A time that a table shows, and what the samples behind it tell of two of them.
struct ComparedTime {
  std::optional<double> (*value)(const results::Result& result);
  // 95 % interval of the slower over the faster; nothing where there are too few samples.
  std::optional<Interval> (*ratio)(const results::Result& slower, const results::Result& faster);
};

struct Fastest {
  const results::Result *first = nullptr, *last = nullptr;
  std::vector<const results::Result*> near;  // not certainly slower than the first
  double ratio = 1;                          // the last over the first
  std::optional<Interval> interval;          // of the ratio

  bool tells_last() const { return interval && interval->low > 1; }
};

// Nothing where fewer than two have the time.
std::optional<Fastest> find_fastest(const std::vector<const results::Result*>& results,
                                    const ComparedTime& time);

// "1.32 times as long, 95 % interval 1.12 to 1.55"
std::string times_text(double ratio, const std::optional<Interval>& interval,
                       messages::Language language);

}  // namespace wgf::report
