// SPDX-License-Identifier: MIT
// Predicts the memory of the rows of data/truth/memory.csv, the interval of each repository by what
// the rows of the others want, prints the errors by repository, and fails where one has grown past
// the committed table.
// memory_accuracy TRUTH TABLE [--write]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "catalog/catalog.h"
#include "catalog/csv.h"
#include "truth/fit/groups.h"
#include "truth/fit/program.h"
#include "truth/memory_rows.h"

namespace {

using namespace wgf;
using truth::Prediction;

struct Point {
  std::string id, repository;
  bool is_training = true;
  double truth = 0;  // bytes, as all
  truth::PredictedBytes predicted;
};

std::vector<Point> read_points(const std::string& folder) {
  const std::string rows = read_file(folder + "/memory.csv");
  truth::MemoryReadings readings;
  readings.add(rows, read_file(folder + "/memory_cases.csv"));
  const catalog::CsvTable table = catalog::parse_csv(rows, "memory.csv");
  std::vector<Point> points;
  for (const catalog::CsvRow& line : table.rows) {
    const truth::Cells cells(table, line);
    const auto* reading = readings.find(cells.text("id"), cells.text("source"));
    if (reading == nullptr || !reading->reason.empty()) continue;  // validate lists them
    const auto row = truth::memory_row(*reading, catalog::embedded_catalog().models());
    points.push_back({cells.text("id"), truth::group_of_source(cells.text("source")),
                      advisor::is_training(row.one), *cells.number("value_gib") * row.unit,
                      truth::predicted_metric(row)});
  }
  return points;
}

// With another share of the sum for what no option states.
double half_width(const truth::PredictedBytes& predicted, double share) {
  const double terms = std::pow(predicted.half_width, 2) - std::pow(predicted.unstated(), 2);
  return std::sqrt(std::max(terms, 0.0) + std::pow(share * predicted.sum, 2));
}

// The smallest share, in whole percent, with which nine rows in ten are inside.
double wanted_share(const std::vector<Point>& points, bool is_training,
                    const std::string& left_out) {
  constexpr double wanted = 0.9, most = 1;
  double share = 0;
  for (; share < most; share += 0.01) {
    double inside = 0, all = 0;
    for (const Point& one : points) {
      if (one.is_training != is_training || one.repository == left_out) continue;
      ++all;
      if (std::abs(one.truth - one.predicted.bytes) <= half_width(one.predicted, share)) ++inside;
    }
    if (inside >= wanted * all) break;
  }
  return share;
}

std::vector<Prediction> held_out(const std::vector<Point>& points) {
  std::vector<Prediction> all;
  for (const Point& one : points) {
    const double share = wanted_share(points, one.is_training, one.repository);
    const double half = half_width(one.predicted, share);
    all.push_back({one.id, one.repository, one.truth, one.predicted.bytes,
                   one.predicted.bytes - half, one.predicted.bytes + half});
  }
  return all;
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<Point> points = read_points(arguments.at(0));
  const auto found = truth::fit::group_summaries(held_out(points));
  truth::fit::print_groups(found);
  for (const auto& [repository, errors] : found) {
    const std::string left_out = repository == "all rows" ? "" : repository;
    fmt::print("share of the sum without {}: {:.0f} % in training, {:.0f} % in serving\n",
               left_out.empty() ? "any" : left_out, 100 * wanted_share(points, true, left_out),
               100 * wanted_share(points, false, left_out));
  }
  if (arguments.size() > 2) {
    write_file_atomically(arguments.at(1), truth::fit::table_of(found));
    return 0;
  }
  return truth::fit::regressions(found, truth::fit::read_csv(arguments.at(1))) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return wgf::truth::fit::run_program(argc, argv, 2, "memory_accuracy TRUTH TABLE [--write]", run);
}
