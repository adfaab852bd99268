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
#include "base/statistics.h"
#include "groups.h"
#include "training_fit.h"
#include "training_intervals.h"

namespace {

using namespace wgf;
using accuracy::Prediction;
using accuracy::Residual;
using advisor::TrainingCoefficients;
using advisor::TrainingRow;

Prediction prediction_of(const TrainingRow& row, double log_error,
                         const advisor::FittedTraining& fitted) {
  const double predicted = row.step_time.value * std::exp(log_error);
  const auto interval = advisor::step_time_interval(row.network, row.one, fitted);
  return {row.id,
          row.group,
          row.step_time.value,
          predicted,
          predicted * interval.low,
          predicted * interval.high};
}

std::vector<Prediction> predictions(const std::vector<TrainingRow>& rows,
                                    const advisor::FittedTraining& fitted) {
  std::vector<Prediction> found;
  for (const TrainingRow& row : rows)
    if (const auto error = accuracy::log_error(row, fitted.coefficients))
      found.push_back(prediction_of(row, *error, fitted));
  return found;
}

std::set<std::string> groups_of(const std::vector<TrainingRow>& rows) {
  std::set<std::string> groups;
  for (const TrainingRow& row : rows) groups.insert(row.group);
  return groups;
}

// Every row's error by a fit that has not seen its source.
std::vector<Residual> held_out_errors(const std::vector<TrainingRow>& rows) {
  std::map<std::string, TrainingCoefficients> fits;
  for (const std::string& group : groups_of(rows)) fits[group] = accuracy::fit(rows, group);
  const std::vector<double> weights = accuracy::row_weights(rows);
  std::vector<Residual> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.push_back({rows[i].group, rows[i].one.software,
                     advisor::kind_of(rows[i].network, rows[i].one),
                     -accuracy::log_error(rows[i], fits[rows[i].group]).value_or(0), weights[i]});
  return found;
}

// Predictions whose source neither the fit nor the intervals have seen.
std::vector<Prediction> held_out(const std::vector<TrainingRow>& rows) {
  const std::vector<Residual> errors = held_out_errors(rows);
  std::map<std::string, advisor::FittedTraining> fitted;
  for (const std::string& group : groups_of(rows))
    accuracy::set_intervals(errors, group, fitted[group]);
  std::vector<Prediction> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.push_back(prediction_of(rows[i], -errors[i].log_error, fitted[rows[i].group]));
  return found;
}

void write_fit(const std::vector<TrainingRow>& rows, const std::string& date,
               const std::string& file) {
  advisor::FittedTraining fitted;
  accuracy::set_intervals(held_out_errors(rows), "", fitted);
  fitted.coefficients = accuracy::fit(rows, "");
  fitted.rows = static_cast<int>(rows.size());
  fitted.fitted_on = date;
  write_file_atomically(file, advisor::to_toml(fitted));
}

// Half of the interval of the row in the middle, as a share of the predicted time.
double median_width(const std::vector<Prediction>& all) {
  std::vector<double> widths;
  for (const Prediction& one : all) widths.push_back((one.high - one.low) / 2 / one.predicted);
  return quantile(widths, 0.5);
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
  const std::vector<Prediction> all =
      mode == "--held-out" ? held_out(read.rows) : predictions(read.rows, fitted);
  if (mode == "--rows") print_rows(all);
  const auto found = accuracy::group_summaries(all);
  accuracy::print_groups(found);
  fmt::print("90 % interval: +-{:.1f} % of the predicted time (median)\n", median_width(all) * 100);
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
