// SPDX-License-Identifier: MIT
// Predicts every row of data/truth/training.csv it can read, prints the errors by source, and fails
// where one has grown past the committed table.
// training_accuracy TRUTH TABLE [--write | --rows | --held-out | --fit DATE FILE]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "groups.h"
#include "training_fit.h"

namespace {

using namespace wgf;
using accuracy::Prediction;
using advisor::TrainingCoefficients;
using advisor::TrainingRow;

bool has_experts(const TrainingRow& row) {
  return std::any_of(row.network.layers.begin(), row.network.layers.end(),
                     [](const auto& group) { return group.feed_forward.experts > 0; });
}

std::vector<Prediction> predictions(const std::vector<TrainingRow>& rows,
                                    const TrainingCoefficients& coefficients,
                                    const advisor::FittedTraining& fitted,
                                    const std::string& only_group = "") {
  std::vector<Prediction> found;
  for (const TrainingRow& row : rows) {
    if (!only_group.empty() && row.group != only_group) continue;
    const auto error = accuracy::log_error(row, coefficients);
    if (!error) continue;
    const double spread = has_experts(row) ? fitted.expert_spread : fitted.dense_spread;
    const double predicted = row.step_time.value * std::exp(*error);
    Prediction one{row.id, row.group, row.step_time.value, predicted, 0};
    one.low = predicted * std::exp(-spread);
    one.high = predicted * std::exp(spread);
    found.push_back(one);
  }
  return found;
}

std::set<std::string> groups_of(const std::vector<TrainingRow>& rows) {
  std::set<std::string> groups;
  for (const TrainingRow& row : rows) groups.insert(row.group);
  return groups;
}

// Every source predicted by a fit that has not seen it.
std::vector<Prediction> held_out(const std::vector<TrainingRow>& rows,
                                 const advisor::FittedTraining& fitted) {
  std::vector<Prediction> all;
  for (const std::string& group : groups_of(rows)) {
    const auto some = predictions(rows, accuracy::fit(rows, group), fitted, group);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// 90 % of |log error|, each source weighing the same.
double spread_of(const std::vector<Prediction>& all, const std::set<std::string>& ids) {
  std::map<std::string, double> sizes;
  std::vector<std::pair<double, std::string>> errors;
  for (const Prediction& one : all) {
    if (!ids.contains(one.id)) continue;
    errors.emplace_back(std::abs(std::log(one.predicted / one.truth)), one.group);
    sizes[one.group] += 1;
  }
  std::sort(errors.begin(), errors.end());
  double covered = 0;
  for (const auto& [error, group] : errors) {
    covered += 1 / (sizes[group] * static_cast<double>(sizes.size()));
    if (covered >= 0.9) return error;
  }
  return errors.empty() ? 1 : errors.back().first;
}

void write_fit(const std::vector<TrainingRow>& rows, const std::string& date,
               const std::string& file) {
  advisor::FittedTraining fitted;
  fitted.dense_spread = fitted.expert_spread = 1;
  std::set<std::string> dense, experts;
  for (const TrainingRow& row : rows) (has_experts(row) ? experts : dense).insert(row.id);
  const std::vector<Prediction> out = held_out(rows, fitted);
  accuracy::print_groups(accuracy::group_summaries(out));
  fitted.dense_spread = spread_of(out, dense);
  fitted.expert_spread = spread_of(out, experts);
  fitted.coefficients = accuracy::fit(rows, "");
  fitted.rows = static_cast<int>(rows.size());
  fitted.fitted_on = date;
  write_file_atomically(file, advisor::to_toml(fitted));
}

void print_rows(const std::vector<Prediction>& all) {
  for (const Prediction& one : all)
    fmt::print("{:<14} {:<34} {:>10.4f} {:>10.4f} s {:>+7.1f} %\n", one.id, one.group, one.truth,
               one.predicted, one.error() * 100);
}

int run(const std::vector<std::string>& arguments) {
  const advisor::TrainingRows read = advisor::read_training_rows(
      read_file(arguments.at(0)), arguments.at(0), catalog::embedded_catalog());
  const std::string mode = arguments.size() > 2 ? arguments[2] : "";
  if (mode == "--fit") {
    write_fit(read.rows, arguments.at(3), arguments.at(4));
    return 0;
  }
  const advisor::FittedTraining& fitted = advisor::fitted_training();
  const std::vector<Prediction> all = mode == "--held-out"
                                          ? held_out(read.rows, fitted)
                                          : predictions(read.rows, fitted.coefficients, fitted);
  if (mode == "--rows") print_rows(all);
  const auto found = accuracy::group_summaries(all);
  accuracy::print_groups(found);
  std::map<std::string, std::vector<std::string>> unread;
  for (const advisor::UnreadRow& row : read.unread) unread[row.reason].push_back(row.id);
  accuracy::print_unread(unread);
  if (mode == "--write") write_file_atomically(arguments.at(1), accuracy::table_of(found));
  if (!mode.empty()) return 0;
  return accuracy::regressions(found, accuracy::read_csv(arguments.at(1))) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "training_accuracy: {}\n", error.what());
    return 1;
  }
}
