// SPDX-License-Identifier: MIT
// Fits the times of operators to data/truth/operators, each card held out in turn, prints the
// errors by kind, type and card, and fails where one has grown past the committed table or the
// shipped coefficients are not those of the fit.
// operator_accuracy TRUTH_FOLDER TABLE COEFFICIENTS [--write]

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "base/files.h"
#include "base/statistics.h"
#include "base/text.h"
#include "truth/fit/operator_bands.h"
#include "truth/fit/operator_coefficients.h"
#include "truth/fit/operator_fit.h"
#include "truth/fit/program.h"
#include "truth/fit/table.h"

namespace {

using namespace wgf;
using truth::fit::HeldOut;
using truth::fit::KindFit;
using truth::fit::TruthKind;

constexpr double tolerated_growth = 0.002;  // of an error, absolute
constexpr double tolerated_loss = 0.01;     // of coverage

struct Errors {
  double median = 0, p90 = 0;
};
struct Line {
  std::size_t rows = 0;
  Errors fitted, card, generation;
  double inside = 0, width = 0;  // of the card's 90 % interval
};

Errors errors_of(const std::vector<double>& log_errors) {
  std::vector<double> errors;
  for (const double error : log_errors) errors.push_back(std::abs(std::exp(error) - 1));
  return {quantile(errors, 0.5), quantile(errors, 0.9)};
}

struct Pool {
  std::vector<double> fitted, card, generation, inside, width;
  void add(const HeldOut& one, const advisor::OperatorBand& band) {
    for (const double error : one.by_others) inside.push_back(truth::fit::is_inside(band, error));
    width.insert(width.end(), one.by_others.size(), (band.high - band.low) / 2);
    fitted.insert(fitted.end(), one.fitted.begin(), one.fitted.end());
    card.insert(card.end(), one.by_others.begin(), one.by_others.end());
    generation.insert(generation.end(), one.by_other_generations.begin(),
                      one.by_other_generations.end());
  }
  Line line() const {
    return {fitted.size(),         errors_of(fitted), errors_of(card),
            errors_of(generation), mean(inside),      quantile(width, 0.5)};
  }
};

using Lines = std::map<std::string, Line>;

Lines lines_of(std::string_view kind, const std::vector<HeldOut>& held_out) {
  std::map<std::string, Pool> pools;
  for (const HeldOut& one : held_out) {
    // Collectives by operation, over the sizes of the group.
    const std::string type = one.type.substr(0, one.type.find(' '));
    const advisor::OperatorBand band = truth::fit::band_without_card(held_out, one);
    pools[fmt::format("{}/{}/{}", kind, type, one.card)].add(one, band);
    pools[fmt::format("{}/{}", kind, type)].add(one, band);
    pools[std::string(kind)].add(one, band);
  }
  Lines lines;
  for (const auto& [group, pool] : pools) lines[group] = pool.line();
  return lines;
}

std::string table_of(const Lines& lines) {
  std::string text =
      "group,rows,fitted_median,fitted_p90,card_median,card_p90,generation_median,"
      "generation_p90,inside,width\n";
  for (const auto& [group, one] : lines)
    text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n", group,
                        one.rows, one.fitted.median, one.fitted.p90, one.card.median, one.card.p90,
                        one.generation.median, one.generation.p90, one.inside, one.width);
  return text;
}

void print_lines(const Lines& lines) {
  fmt::print("{:<38} {:>6} {:>15} {:>15} {:>15} {:>7} {:>7}\n", "errors: median p90", "rows",
             "in the fit", "card held out", "generation", "inside", "width");
  for (const auto& [group, one] : lines)
    fmt::print(
        "{:<38} {:>6} {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.1f}% "
        "{:>6.1f}%\n",
        group, one.rows, one.fitted.median * 100, one.fitted.p90 * 100, one.card.median * 100,
        one.card.p90 * 100, one.generation.median * 100, one.generation.p90 * 100, one.inside * 100,
        one.width * 100);
}

// Where an error has grown; a group or a row that is gone is a regression too.
int regressions(const Lines& lines, const std::vector<truth::fit::Row>& committed) {
  int count = 0;
  for (const truth::fit::Row& row : committed) {
    const auto group = lines.find(row.at("group"));
    const Line now = group == lines.end() ? Line{} : group->second;
    const auto grew = [&](const char* column, double value) {
      return value > *parse_number(row.at(column)) + tolerated_growth;
    };
    if (static_cast<double>(now.rows) >= *parse_number(row.at("rows")) &&
        !grew("fitted_median", now.fitted.median) && !grew("card_median", now.card.median) &&
        !grew("card_p90", now.card.p90) && !grew("generation_median", now.generation.median) &&
        now.inside >= *parse_number(row.at("inside")) - tolerated_loss)
      continue;
    fmt::print("REGRESSION: {}\n", row.at("group"));
    ++count;
  }
  return count;
}

int run(const std::vector<std::string>& arguments) {
  const advisor::OperatorTable generations = truth::fit::measured_generations();
  const catalog::GpuCatalog& gpus = catalog::embedded_catalog().gpus();
  const truth::fit::TruthFiles files{arguments.at(0) + "/operators", &gpus, &generations};
  const auto rows_of = [&](const char* file) {
    return truth::fit::read_csv(arguments.at(0) + "/" + file);
  };
  const truth::fit::PublishedPoints points{rows_of("sustained_products.csv"),
                                           rows_of("collective_points.csv"), &gpus};
  truth::fit::CoefficientFile coefficients(points);
  Lines lines;
  for (const auto truth :
       {truth::fit::matrix_truth, truth::fit::prefill_truth, truth::fit::decode_truth,
        truth::fit::expert_truth, truth::fit::collective_truth}) {
    const TruthKind kind = truth(files);
    const KindFit fit = fit_kind(kind);
    coefficients.add(kind, fit);
    const auto name = advisor::operator_kind_names[static_cast<std::size_t>(kind.kind)];
    lines.merge(lines_of(name, fit.held_out));
  }
  print_lines(lines);
  const std::string shipped = coefficients.text();
  if (arguments.size() > 3 && arguments[3] == "--write") {
    write_file_atomically(arguments.at(1), table_of(lines));
    write_file_atomically(arguments.at(2), shipped);
    return 0;
  }
  const int stale = truth::fit::stale_coefficients(shipped, read_file(arguments.at(2)));
  const int grown = regressions(lines, truth::fit::read_csv(arguments.at(1)));
  return stale + grown > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return wgf::truth::fit::run_program(
      argc, argv, 3, "operator_accuracy TRUTH_FOLDER TABLE COEFFICIENTS [--write]", run);
}
