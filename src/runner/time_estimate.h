// SPDX-License-Identifier: MIT
#pragma once
// How long the cases to come will take, from those that are through.

#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

class TimeEstimate {
 public:
  void add(const results::Case& value, Seconds time);
  // Mean of the same benchmark and model where there is one, else of all; nothing before the first.
  std::optional<Seconds> of(const results::Case& value) const;

 private:
  struct Sum {
    double seconds = 0;
    int count = 0;
  };
  std::map<std::string, Sum> by_work_;
  Sum all_;
};

}  // namespace wgf::runner
