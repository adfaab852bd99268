// SPDX-License-Identifier: MIT
#pragma once
// Times of collectives to hold others against: an earlier file of comm, or what a program of
// nccl-tests printed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "results/result.h"

namespace wgf::cli {

class CollectiveReference {
 public:
  // Throws Error(tasks.comm_no_reference, usage) where the text has no time of a collective.
  // file_name: says which collective tables are of that do not tell themselves.
  static CollectiveReference parse_tables(std::string_view text, const std::string& file_name);
  static CollectiveReference of_results(const results::Run& run, const std::string& file_name);
  // Whichever the file is.
  static CollectiveReference read(const std::string& path);

  // Of the same operation, size, type and pair of ranks; of several that of the same case, else
  // the shortest.
  std::optional<Seconds> time_of(const results::Case& value) const;

 private:
  struct Entry {
    results::Case value;
    Seconds time;
  };
  std::vector<Entry> entries_;
};

// Adds reference_time to measured collectives that the reference has.
void add_reference_times(results::Run& run, const CollectiveReference& reference);
// Of the run's results those that took surely longer: the interval of their times lies beyond the
// reference's by more than a hundredth, compare's own threshold.
std::size_t count_slower_than_reference(const results::Run& run);

}  // namespace wgf::cli
