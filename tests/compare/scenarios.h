// SPDX-License-Identifier: MIT
#pragma once
// Machines to compare with themselves: times of steps as they are seen, made from a seed.

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "results/comparison_statistics.h"

namespace wgf::compare_tests {

using Random = std::mt19937_64;

// Times of one process, and the clock it ran at where that is read.
struct Process {
  std::vector<double> times;
  double clock = 0;
};

// One case on one machine: each call starts a fresh process of it.
using Machine = std::function<Process(Random&)>;

// A list of cases; machines are drawn anew for each comparison.
struct Scenario {
  std::string name;
  std::function<std::vector<Machine>(Random&)> make_cases;
  int processes = 3;                // a side
  double most_false_alarms = 0.01;  // of comparisons; more where the method's assumption is broken
};

inline constexpr int cases_per_comparison = 50;

// Noise of 1 % a sample, autocorrelated 0.7, processes 0.2 % apart: "1 % noise" of the promise that
// a slow-down of 2 % is found.
Scenario noisy_scenario();
// recorded: step times of real runs, one series each (recorded.txt).
std::vector<Scenario> all_scenarios(std::span<const std::vector<double>> recorded);

}  // namespace wgf::compare_tests
