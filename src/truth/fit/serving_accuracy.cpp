// SPDX-License-Identifier: MIT
// Fits the serving times to data/truth/inference*.csv.gz (--fit), and forecasts each of its groups
// by a fit that has not seen it (--held-out, which writes the errors by group and metric, and each
// row's forecast where a file for them is named). What the shipped fit says is `validate`.
// serving_accuracy FOLDER (--held-out TABLE [ROWS] | --fit DATE FILE [TABLE])

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/files.h"
#include "base/gzip.h"
#include "base/statistics.h"
#include "base/text.h"
#include "truth/fit/groups.h"
#include "truth/fit/program.h"
#include "truth/fit/serving_fit.h"

namespace {

using namespace wgf;
using advisor::FittedServing;
using advisor::ServingBandKind;
using truth::Prediction;
using truth::ServingRow;
using truth::fit::ServingPoint;

truth::ServingRows read_rows(const std::string& folder) {
  truth::ServingRows all;
  for (const char* name : {"inference.csv.gz", "inference_bulk.csv.gz"}) {
    const std::string file = folder + "/" + name;
    truth::ServingRows some =
        truth::read_serving_rows(unpack_gzip(read_file(file)), file, catalog::embedded_catalog());
    // What the operators do not describe must not bend their coefficients; `validate` scores it.
    std::erase_if(some.rows,
                  [](const ServingRow& row) { return row.network.has_sparse_attention; });
    all.rows.insert(all.rows.end(), some.rows.begin(), some.rows.end());
    all.unread.insert(all.unread.end(), some.unread.begin(), some.unread.end());
  }
  return all;
}

std::vector<Prediction> predictions(const std::vector<ServingPoint>& points,
                                    const FittedServing& fitted, const std::string& only_group) {
  std::vector<Prediction> found;
  for (const ServingPoint& point : points) {
    const ServingRow& row = *point.row;
    if (row.group != only_group) continue;
    const auto error = truth::fit::log_error(point, fitted);
    if (!error) continue;
    const double predicted = row.measured * std::exp(*error);
    Prediction one{row.id, row.group + ": " + std::string(to_text(row.metric)), row.measured,
                   predicted, 0};
    const advisor::ServingBand& band = fitted.band(band_kind(row));
    one.low = predicted * band.low;
    one.high = predicted * band.high;
    found.push_back(one);
  }
  return found;
}

// Every group predicted by a fit that has not seen it.
std::vector<Prediction> held_out(const std::vector<ServingPoint>& points,
                                 const FittedServing& shipped) {
  std::set<std::string> groups;
  for (const ServingPoint& one : points) groups.insert(one.row->group);
  std::vector<Prediction> all;
  for (const std::string& group : groups) {
    FittedServing fitted = shipped;
    fitted.coefficients = truth::fit::fit(points, group, truth::fit::prior_coefficients());
    const auto some = predictions(points, fitted, group);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// 5 and 95 % of measured over forecast. Groups weigh the same, but those of fewer than 50 rows (of
// which a fit takes all) as many as they have.
advisor::ServingBand band_of(const std::vector<Prediction>& all, const std::set<std::string>& ids) {
  std::map<std::string, double> sizes;
  std::vector<std::pair<double, std::string>> ratios;
  for (const Prediction& one : all) {
    if (!ids.contains(one.id)) continue;
    ratios.emplace_back(one.truth / one.predicted, one.group);
    sizes[one.group] += 1;
  }
  std::sort(ratios.begin(), ratios.end());
  constexpr double rows_in_full = 50;
  double total = 0;
  for (const auto& [group, size] : sizes) total += std::min(size, rows_in_full);
  advisor::ServingBand band{0, 0};
  double below = 0;
  for (const auto& [ratio, group] : ratios) {
    below += std::min(1.0, rows_in_full / sizes[group]) / total;
    if (band.low == 0 && below >= 0.05) band.low = ratio;
    if (band.high == 0 && below >= 0.95) band.high = ratio;
  }
  return ratios.empty() ? advisor::ServingBand{0.5, 2} : band;
}

std::vector<Prediction> with_all_groups(std::vector<Prediction> all) {
  std::vector<Prediction> more = all;
  for (Prediction& one : all) {
    one.group = "all " + one.group.substr(one.group.rfind(": ") + 2);
    more.push_back(one);
  }
  return more;
}

truth::fit::Groups summaries(const std::vector<Prediction>& all) {
  truth::fit::Groups groups = truth::fit::group_summaries(with_all_groups(all));
  groups.erase("all rows");
  return groups;
}

void write_table(const std::vector<Prediction>& out, const std::string& file) {
  const truth::fit::Groups found = summaries(out);
  truth::fit::print_groups(found);
  write_file_atomically(file, truth::fit::table_of(found));
}

// Returns what held-out groups were forecast, with the bands that follow from it.
std::vector<Prediction> write_fit(const std::vector<ServingPoint>& points, const std::string& date,
                                  const std::string& file) {
  FittedServing fitted;
  std::vector<Prediction> out = held_out(points, fitted);
  for (int kind = 0; kind < advisor::serving_band_count; ++kind) {
    std::set<std::string> ids;
    for (const ServingPoint& one : points)
      if (band_kind(*one.row) == static_cast<ServingBandKind>(kind)) ids.insert(one.row->id);
    const advisor::ServingBand band = band_of(out, ids);
    for (Prediction& one : out) {
      if (!ids.contains(one.id)) continue;
      one.low = one.predicted * band.low;
      one.high = one.predicted * band.high;
    }
    fitted.bands[static_cast<std::size_t>(kind)] = band;
  }
  fitted.coefficients = truth::fit::fit(points, "", truth::fit::prior_coefficients());
  fitted.rows = static_cast<int>(points.size());
  fitted.fitted_on = date;
  write_file_atomically(file, advisor::to_toml(fitted));
  return out;
}

int run(const std::vector<std::string>& arguments) {
  const truth::ServingRows read = read_rows(arguments.at(0));
  const std::vector<ServingPoint> points = truth::fit::points_of(read.rows);
  if (arguments.at(1) == "--fit") {
    const auto out = write_fit(points, arguments.at(2), arguments.at(3));
    if (arguments.size() > 4) write_table(out, arguments[4]);
    return 0;
  }
  const auto out = held_out(points, advisor::fitted_serving());
  write_table(out, arguments.at(2));
  if (arguments.size() > 3) truth::fit::write_rows(out, arguments[3]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return wgf::truth::fit::run_program(
      argc, argv, 3, "serving_accuracy FOLDER (--held-out TABLE [ROWS] | --fit DATE FILE [TABLE])",
      run);
}
