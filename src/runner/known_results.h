// SPDX-License-Identifier: MIT
#pragma once
// What is known before a run begins: results of an earlier one, each handed out once.

#include <optional>
#include <vector>

#include "results/result.h"

namespace wgf::runner {

class KnownResults {
 public:
  explicit KnownResults(std::vector<results::Result> results) : results_(std::move(results)) {}

  // Each known result stands for one round of its case. A failure of the case is handed out only
  // where any_status is set: what an earlier run found, even that, is more than nothing.
  enum class Wanted { final_answer, any_status };
  std::optional<results::Result> take(const results::Case& value, Wanted wanted);
  // Results the plan does not name are not thrown away.
  std::vector<results::Result> take_unplanned(const std::vector<results::Case>& plan);

  const std::vector<results::Result>& all() const { return results_; }
  // Numbers of engine processes go on after those of the earlier run.
  int next_process() const;

 private:
  std::vector<results::Result> results_;
};

}  // namespace wgf::runner
