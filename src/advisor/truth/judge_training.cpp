// SPDX-License-Identifier: MIT
#include <cmath>

#include "advisor/training/interval.h"
#include "advisor/training/step_time.h"
#include "advisor/truth/classic_rows.h"
#include "advisor/truth/judged_row.h"
#include "advisor/truth/training_rows.h"

namespace wgf::advisor {

RowJudge classic_judge(const catalog::GpuCatalog& gpus) {
  return [&gpus](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::classic;
    const ClassicRow read = read_classic_row(cells, gpus);
    row.gpu = read.gpu->id;
    const FittedClassic& fitted = fitted_classic();
    const double rate =
        need(classic_rate(*read.gpu, read.one, fitted.coefficients), "card outside the model");
    Prediction& one = row.prediction;
    one.truth = read.rate;
    one.predicted = rate;
    const double spread = spread_of(read.one, fitted);
    one.low = rate * std::exp(-spread);
    one.high = rate * std::exp(spread);
  };
}

RowJudge training_judge(const catalog::Catalog& catalog) {
  return [&catalog, classic = classic_judge(catalog.gpus())](const Cells& cells, JudgedRow& row) {
    if (is_classic_row(cells)) return classic(cells, row);
    row.quantity = Quantity::training;
    const TrainingRow read = read_training_row(cells, catalog);
    row.gpu = read.gpu->id;
    const FittedTraining& fitted = fitted_training();
    const auto time =
        need(step_time(read.network, read.one, *read.gpu, read.node, fitted.coefficients),
             "card outside the model");
    const RelativeInterval interval = step_time_interval(read.network, read.one, fitted);
    Prediction& one = row.prediction;
    one.truth = read.step_time.value;
    one.predicted = time.total().value;
    one.low = one.predicted * interval.low;
    one.high = one.predicted * interval.high;
  };
}

}  // namespace wgf::advisor
