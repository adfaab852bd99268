// SPDX-License-Identifier: MIT
#pragma once
// data/efficiency/operators.toml as the fit writes it.

#include <string>
#include <vector>

#include "truth/fit/operator_fit.h"
#include "truth/fit/table.h"

namespace wgf::truth::fit {

// A table that holds the generations alone: those that data/truth/operators has cards of, and those
// of which a sustained rate is published.
advisor::OperatorTable measured_generations();

// What is known besides data/truth/operators: rows of sustained_products.csv and
// collective_points.csv of data/truth.
struct PublishedPoints {
  std::vector<Row> sustained_products, collective_points;
  const catalog::GpuCatalog* gpus = nullptr;
};

class CoefficientFile {
 public:
  explicit CoefficientFile(const PublishedPoints& points) : points_(points) {}

  void add(const TruthKind& kind, KindFit fit);
  std::string text() const;

 private:
  void add_sustained(const TruthKind& kind, const KindFit& fit);
  void share_host_links(const TruthKind& kind, KindFit& fit);
  void add_band(advisor::OperatorKind kind, const advisor::OperatorBand& near,
                const advisor::OperatorBand& far);

  const PublishedPoints& points_;
  std::string bands_, records_;
};

// Values of the shipped file that are further from the fit than rounding, each named on a line.
int stale_coefficients(const std::string& fitted, const std::string& shipped);

}  // namespace wgf::truth::fit
