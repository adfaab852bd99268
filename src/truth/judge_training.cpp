// SPDX-License-Identifier: MIT
#include <cmath>

#include "advisor/training/interval.h"
#include "advisor/training/step_time.h"
#include "truth/classic_rows.h"
#include "truth/judged_row.h"
#include "truth/training_rows.h"

namespace wgf::truth {

RowJudge classic_judge(const catalog::GpuCatalog& gpus) {
  return [&gpus](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::classic;
    const ClassicRow read = read_classic_row(cells, gpus);
    row.gpu = read.gpu->id;
    const advisor::FittedClassic& fitted = advisor::fitted_classic();
    const double rate = need(advisor::classic_rate(*read.gpu, read.one, fitted.coefficients),
                             "card outside the model");
    Prediction& one = row.prediction;
    one.truth = read.rate;
    one.predicted = rate;
    const double spread = advisor::spread_of(read.one, fitted);
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
    const advisor::FittedTraining& fitted = advisor::fitted_training();
    const auto time =
        need(advisor::step_time(read.network, read.one, *read.gpu, read.node, fitted.coefficients),
             "card outside the model");
    const advisor::RelativeInterval interval =
        advisor::step_time_interval(read.network, read.one, fitted);
    Prediction& one = row.prediction;
    one.truth = read.step_time.value;
    one.predicted = time.total().value;
    one.low = one.predicted * interval.low;
    one.high = one.predicted * interval.high;
  };
}

}  // namespace wgf::truth
