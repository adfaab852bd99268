// SPDX-License-Identifier: MIT
// Predicts the training rates of classic networks in data/truth/classic_training.csv, each card by
// a fit that has not seen it, prints the errors by card, and fails where one has grown past the
// committed table.
// classic_accuracy TRUTH TABLE [--write | --fit DATE FILE]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/training/classic_training.h"
#include "base/files.h"
#include "base/statistics.h"
#include "catalog/catalog.h"
#include "catalog/csv.h"
#include "truth/classic_rows.h"
#include "truth/fit/groups.h"
#include "truth/fit/least_squares.h"
#include "truth/fit/program.h"

namespace {

using namespace wgf;
using advisor::ClassicCase;
using advisor::ClassicCoefficientInfo;
using advisor::ClassicCoefficients;
using advisor::ClassicNetwork;
using advisor::FittedClassic;
using truth::Prediction;

struct Point {  // the median of the machines with such cards
  const catalog::Gpu* gpu = nullptr;
  ClassicCase one;
  double rate = 0;
};

std::vector<Point> read_points(const std::string& path) {
  const catalog::CsvTable table = catalog::parse_csv(read_file(path), path);
  const catalog::GpuCatalog& gpus = catalog::embedded_catalog().gpus();
  std::map<std::tuple<std::string, ClassicNetwork, bool, int>, std::vector<double>> rates;
  for (const catalog::CsvRow& line : table.rows) try {
      const truth::Cells cells(table, line);
      const truth::ClassicRow row = truth::read_classic_row(cells, gpus);
      rates[{row.gpu->id, row.one.network, row.one.is_mixed, row.one.gpus}].push_back(row.rate);
    } catch (const truth::Unreadable&) {
      continue;  // validate lists them
    }
  std::vector<Point> points;
  for (const auto& [key, values] : rates) {
    const auto& [card, network, is_mixed, count] = key;
    points.push_back({gpus.find_id(card), {network, is_mixed, count}, quantile(values, 0.5)});
  }
  return points;
}

ClassicCoefficients set_of(std::span<const double> values) {
  ClassicCoefficients set;
  std::size_t at = 0;
  for (const ClassicCoefficientInfo& one : advisor::classic_list(set)) *one.value = values[at++];
  return set;
}

double log_error(const Point& point, const ClassicCoefficients& set) {
  const auto rate = advisor::classic_rate(*point.gpu, point.one, set);
  return rate ? std::log(*rate / point.rate) : 0;
}

// Where the fit starts: each network's mean rate.
std::vector<double> start_of(const std::vector<const Point*>& points) {
  ClassicCoefficients set, counts;
  for (const Point* point : points) {
    const auto network = static_cast<std::size_t>(point->one.network);
    set.rate[point->one.is_mixed][network] += std::log(point->rate / point->one.gpus);
    counts.rate[point->one.is_mixed][network] += 1;
  }
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (std::size_t i = 0; i < set.rate[mode].size(); ++i)
      set.rate[mode][i] /= std::max(counts.rate[mode][i], 1.0);
  std::vector<double> start;
  for (const ClassicCoefficientInfo& one : advisor::classic_list(set)) start.push_back(*one.value);
  return start;
}

ClassicCoefficients fit(const std::vector<Point>& all, const std::string& left_out) {
  std::vector<const Point*> points;
  for (const Point& point : all)
    if (point.gpu->id != left_out) points.push_back(&point);
  constexpr double noise = 0.1;  // of one machine against others with the same cards, log
  truth::fit::FitProblem problem;
  problem.residuals = points.size();
  problem.scale = noise;
  problem.prior = start_of(points);
  ClassicCoefficients set;
  for (const ClassicCoefficientInfo& one : advisor::classic_list(set))
    problem.weight.push_back(noise / one.spread);
  problem.evaluate = [&](std::span<const double> values, std::span<double> residuals) {
    const ClassicCoefficients tried = set_of(values);
    for (std::size_t i = 0; i < points.size(); ++i) residuals[i] = log_error(*points[i], tried);
  };
  return set_of(truth::fit::fit_parameters(problem, problem.prior));
}

// Every point's rate by a fit that has not seen its card.
std::vector<double> held_out_rates(const std::vector<Point>& points) {
  std::map<std::string, ClassicCoefficients> fits;
  std::vector<double> rates;
  for (const Point& point : points) {
    if (!fits.contains(point.gpu->id)) fits[point.gpu->id] = fit(points, point.gpu->id);
    rates.push_back(point.rate * std::exp(log_error(point, fits[point.gpu->id])));
  }
  return rates;
}

// Both spreads, by the errors of all cards but one; empty: of all.
FittedClassic spreads_of(const std::vector<Point>& points, const std::vector<double>& rates,
                         const std::string& left_out) {
  std::vector<double> alone, together;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].gpu->id != left_out)
      (points[i].one.gpus > 1 ? together : alone)
          .push_back(std::abs(std::log(rates[i] / points[i].rate)));
  FittedClassic fitted;
  fitted.spread = quantile(alone, 0.9);
  fitted.several_spread = quantile(together, 0.9);
  return fitted;
}

// Predictions whose card neither the fit nor the intervals have seen.
std::vector<Prediction> held_out(const std::vector<Point>& points) {
  const std::vector<double> rates = held_out_rates(points);
  std::vector<Prediction> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    const std::string gpus = point.one.gpus > 1 ? " (several)" : "";
    const double spread = spread_of(point.one, spreads_of(points, rates, point.gpu->id));
    all.push_back({std::string(to_text(point.one.network)), point.gpu->id + gpus, point.rate,
                   rates[i], rates[i] * std::exp(-spread), rates[i] * std::exp(spread)});
  }
  return all;
}

void write_fit(const std::vector<Point>& points, const std::string& date, const std::string& file) {
  FittedClassic fitted = spreads_of(points, held_out_rates(points), "");
  fitted.coefficients = fit(points, "");
  fitted.fitted_on = date;
  write_file_atomically(file, advisor::to_toml(fitted));
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<Point> points = read_points(arguments.at(0));
  const std::string mode = arguments.size() > 2 ? arguments[2] : "";
  if (mode == "--fit") {
    write_fit(points, arguments.at(3), arguments.at(4));
    return 0;
  }
  const auto found = truth::fit::group_summaries(held_out(points));
  truth::fit::print_groups(found);
  if (mode == "--write") write_file_atomically(arguments.at(1), truth::fit::table_of(found));
  if (!mode.empty()) return 0;
  return truth::fit::regressions(found, truth::fit::read_csv(arguments.at(1))) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return wgf::truth::fit::run_program(
      argc, argv, 2, "classic_accuracy TRUTH TABLE [--write | --fit DATE FILE]", run);
}
