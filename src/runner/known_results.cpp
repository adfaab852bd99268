// SPDX-License-Identifier: MIT
#include "runner/known_results.h"

#include <algorithm>

#include "runner/journal.h"

namespace wgf::runner {

using results::Case;
using results::Result;

namespace {

// Another seed or stopping rule gives other numbers.
bool is_same_work(const Case& planned, const Case& measured) {
  return planned.device == measured.device && planned.seed == measured.seed &&
         planned.stopping == measured.stopping && planned.is_answered_by(measured);
}

}  // namespace

std::optional<Result> KnownResults::take(const Case& value, Wanted wanted) {
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Result& result) {
    return (wanted == Wanted::any_status || is_final(result.status)) &&
           is_same_work(value, result.measured_case);
  });
  if (found == results_.end()) return std::nullopt;
  Result result = std::move(*found);
  results_.erase(found);
  return result;
}

std::vector<Result> KnownResults::take_unplanned(const std::vector<Case>& plan) {
  const auto is_planned = [&](const Result& result) {
    return std::any_of(plan.begin(), plan.end(), [&](const Case& value) {
      return is_same_work(value, result.measured_case);
    });
  };
  const auto first = std::stable_partition(results_.begin(), results_.end(), is_planned);
  std::vector<Result> unplanned(std::make_move_iterator(first),
                                std::make_move_iterator(results_.end()));
  results_.erase(first, results_.end());
  return unplanned;
}

int KnownResults::next_process() const {
  int next = 0;
  for (const Result& result : results_) next = std::max(next, result.process + 1);
  return next;
}

}  // namespace wgf::runner
