// SPDX-License-Identifier: MIT
#pragma once
// data/accuracy/*_held_out.csv: errors where the group predicted was left out of the fit, as
// src/truth/fit writes them, and the goals they are held against.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "truth/judged_row.h"

namespace wgf::truth {

struct HeldOut {
  std::size_t rows = 0;
  double median = 0, p90 = 0;
  std::optional<double> inside, width;  // of the 90 % interval, where it is known
};
// file: "training_held_out.csv". By group; "all rows" and the like too.
std::map<std::string, HeldOut> held_out_groups(const std::string& file);

struct Goal {
  std::string what, held_out;  // "training step time", "repository or paper"
  double median = 0;           // of the error, at most
  std::optional<double> p90;
  std::optional<double> width;  // of the interval: half of it, the median, at most
  HeldOut reached;
  bool is_reached() const { return reached.median <= median && (!p90 || reached.p90 <= *p90); }
  // Of the 90 % interval; nothing where none was held out.
  std::optional<bool> has_interval_reached() const;
};
// Of the measurements, as many as this lie within a 90 % interval that is worth its name.
inline constexpr double least_inside = 0.87, most_inside = 0.93;
// Of memory the interval alone is fitted: held out are `inside` and `width`.
std::vector<Goal> accuracy_goals(const std::vector<JudgedFile>& files);

}  // namespace wgf::truth
