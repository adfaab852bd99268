// SPDX-License-Identifier: MIT
// Fits the training times to data/truth/training.csv (--fit), and predicts each of its sources by a
// fit that has not seen it (--held-out, which writes the errors by source, and each row's forecast
// where a file for them is named). What the shipped fit says of the rows is `validate`.
// training_accuracy TRUTH (--held-out TABLE [ROWS] | --fit DATE FILE)

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/files.h"
#include "truth/fit/groups.h"
#include "truth/fit/program.h"
#include "truth/fit/training_fit.h"
#include "truth/fit/training_intervals.h"

namespace {

using namespace wgf;
using advisor::TrainingCoefficients;
using truth::Prediction;
using truth::TrainingRow;
using truth::fit::Residual;

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

std::set<std::string> groups_of(const std::vector<TrainingRow>& rows) {
  std::set<std::string> groups;
  for (const TrainingRow& row : rows) groups.insert(row.group);
  return groups;
}

// Every row's error by a fit that has not seen its source.
std::vector<Residual> held_out_errors(const std::vector<TrainingRow>& rows) {
  std::map<std::string, TrainingCoefficients> fits;
  for (const std::string& group : groups_of(rows)) fits[group] = truth::fit::fit(rows, group);
  const std::vector<double> weights = truth::fit::row_weights(rows);
  std::vector<Residual> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.push_back({rows[i].group, rows[i].one.software,
                     advisor::kind_of(rows[i].network, rows[i].one),
                     -truth::fit::log_error(rows[i], fits[rows[i].group]).value_or(0), weights[i]});
  return found;
}

// Predictions whose source neither the fit nor the intervals have seen.
std::vector<Prediction> held_out(const std::vector<TrainingRow>& rows) {
  const std::vector<Residual> errors = held_out_errors(rows);
  std::map<std::string, advisor::FittedTraining> fitted;
  for (const std::string& group : groups_of(rows))
    truth::fit::set_intervals(errors, group, fitted[group]);
  std::vector<Prediction> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.push_back(prediction_of(rows[i], -errors[i].log_error, fitted[rows[i].group]));
  return found;
}

void write_fit(const std::vector<TrainingRow>& rows, const std::string& date,
               const std::string& file) {
  advisor::FittedTraining fitted;
  truth::fit::set_intervals(held_out_errors(rows), "", fitted);
  fitted.coefficients = truth::fit::fit(rows, "");
  fitted.rows = static_cast<int>(rows.size());
  fitted.fitted_on = date;
  write_file_atomically(file, advisor::to_toml(fitted));
}

int run(const std::vector<std::string>& arguments) {
  const truth::TrainingRows read = truth::read_training_rows(
      read_file(arguments.at(0)), arguments.at(0), catalog::embedded_catalog());
  if (arguments.at(1) == "--fit") {
    write_fit(read.rows, arguments.at(2), arguments.at(3));
    return 0;
  }
  const std::vector<Prediction> out = held_out(read.rows);
  if (arguments.size() > 3) truth::fit::write_rows(out, arguments[3]);
  const auto found = truth::fit::group_summaries(out);
  truth::fit::print_groups(found);
  write_file_atomically(arguments.at(2), truth::fit::table_of(found));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return wgf::truth::fit::run_program(
      argc, argv, 3, "training_accuracy TRUTH (--held-out TABLE [ROWS] | --fit DATE FILE)", run);
}
