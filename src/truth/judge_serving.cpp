// SPDX-License-Identifier: MIT
#include <map>
#include <memory>
#include <tuple>

#include "truth/judged_row.h"
#include "truth/serving_rows.h"

namespace wgf::truth {
namespace {

Quantity quantity_of(ServingMetric metric) {
  switch (metric) {
    case ServingMetric::ttft:
      return Quantity::ttft;
    case ServingMetric::tpot:
      return Quantity::tpot;
    case ServingMetric::throughput:
      return Quantity::throughput;
    case ServingMetric::prompt_rate:
      return Quantity::prompt_rate;
    case ServingMetric::token_rate:
      break;
  }
  return Quantity::token_rate;
}

// The ends of the forecast's interval over its middle.
advisor::ServingBand band_of(const advisor::ServingForecast& forecast, ServingMetric metric) {
  const auto over = [](const Interval& interval, double middle) {
    return advisor::ServingBand{interval.low / middle, interval.high / middle};
  };
  const advisor::ServingBand ttft = over(forecast.ttft_interval, forecast.ttft.value),
                             tpot = over(forecast.tpot_interval, forecast.tpot.value);
  switch (metric) {
    case ServingMetric::ttft:
      return ttft;
    case ServingMetric::tpot:
      return tpot;
    case ServingMetric::throughput:
      return over(forecast.throughput_interval, forecast.output_tokens_per_s);
    case ServingMetric::prompt_rate:
      return {1 / ttft.high, 1 / ttft.low};
    case ServingMetric::token_rate:
      break;
  }
  return {1 / tpot.high, 1 / tpot.low};
}

// A card's times, looked up once for each software and way to run it.
class PassCards {
 public:
  const advisor::PassCard& of(const ServingRow& row) {
    const double watts = row.gpu->tdp ? row.gpu->tdp->value : 0;
    auto& card = cards_[{row.whole, watts, row.node.is_pcie, row.one.software}];
    if (!card)
      card = std::make_unique<advisor::PassCard>(
          advisor::pass_card(*row.gpu, row.node, row.one.software));
    return *card;
  }

 private:
  std::map<std::tuple<const catalog::Gpu*, double, bool, advisor::ServingSoftware>,
           std::unique_ptr<advisor::PassCard>>
      cards_;
};

}  // namespace

RowJudge serving_judge(const catalog::Catalog& catalog) {
  const auto cards = std::make_shared<PassCards>();
  return [&catalog, cards](const Cells& cells, JudgedRow& row) {
    if (const auto metric = serving_metric_of(cells.text("metric")))
      row.quantity = quantity_of(*metric);
    const ServingRow read = read_serving_row(cells, catalog);
    row.gpu = read.gpu->id;
    row.quantity = quantity_of(read.metric);  // also where only the unit tells
    row.prediction.group = read.group;
    const advisor::FittedServing& fitted = advisor::fitted_serving();
    const auto found =
        need(advisor::forecast_serving(read.network, read.one, *read.gpu, cards->of(read), fitted),
             "card outside the model");
    const advisor::ServingBand band = band_of(found, read.metric);
    Prediction& one = row.prediction;
    one.truth = read.measured;
    one.predicted = forecast_of(found, read.one, read.metric);
    one.low = one.predicted * band.low;
    one.high = one.predicted * band.high;
  };
}

}  // namespace wgf::truth
