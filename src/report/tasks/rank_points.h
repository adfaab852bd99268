// SPDX-License-Identifier: MIT
#pragma once
// What more GPUs give, result by result: as the tables of train and parallel have it, for a chart.

#include <cstdint>
#include <string>
#include <vector>

#include "results/result.h"

namespace wgf::report {

struct RankPoint {
  const results::Result* result = nullptr;
  std::string way;  // what is trained, and how it is shared out
  std::int64_t gpus = 1;
  double efficiency = 0;  // percent of so many times what the fewest GPUs give
};

std::vector<RankPoint> train_points(const results::Run& run);  // train_section.cpp
std::vector<RankPoint> form_points(const results::Run& run);   // forms_section.cpp

}  // namespace wgf::report
