// SPDX-License-Identifier: MIT
#include "advisor/calibration/serving_calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& h200() {
  return *catalog::embedded_catalog().gpus().find_id("h200-sxm");
}

MeasuredBatch batch_of(const char* model, const BatchQuestion& asked) {
  return {model,
          *network_of(*catalog::one_model(catalog::embedded_catalog().models(), model).model),
          asked,
          {},
          {}};
}

// As a card with these coefficients would be measured.
MeasuredBatch made(const char* model, const BatchQuestion& asked, const FittedServing& truth) {
  MeasuredBatch batch = batch_of(model, asked);
  const auto times = forecast_batch(batch.network, {h200(), batch_software}, asked, truth);
  batch.prefill = times->prefill;
  batch.decode = times->decode;
  return batch;
}

BatchQuestion of(double sequences, double prompt, double new_tokens, double depth = 0) {
  return {"bf16", sequences, prompt, new_tokens, depth};
}

std::vector<MeasuredBatch> made_all(const FittedServing& truth) {
  std::vector<MeasuredBatch> all;
  for (const char* model : {"llama-3.2-1b", "llama-3.1-8b"})
    for (const double sequences : {1, 16, 64})
      for (const double depth : {0, 4096})
        all.push_back(made(model, of(sequences, 512, 128, depth), truth));
  return all;
}

double factor_of(const Calibration& found, const std::string& name) {
  for (const CalibratedCoefficient& one : found.coefficients)
    if (one.name == name) return one.factor;
  return 1;
}

// Times of decoding and of prompts, as shares of those that were measured.
std::pair<double, double> off(const MeasuredBatch& batch, const FittedServing& set) {
  const auto times = forecast_batch(batch.network, {h200(), batch_software}, batch.asked, set);
  return {std::abs(std::log(times->decode.value / batch.decode->value)),
          std::abs(std::log(times->prefill->value / batch.prefill->value))};
}

const std::vector<CalibratedCoefficient> slower{
    {"products", 1.2}, {"attention", 1.3}, {"kernel", 1.5}, {"prompt_products", 1.25}};

TEST(CalibrateServing, ResultsAsForecastMoveNothing) {
  const auto found = calibrate_serving(h200(), made_all(fitted_serving()), fitted_serving());
  ASSERT_TRUE(found);
  for (const CalibratedCoefficient& one : found->coefficients)
    EXPECT_NEAR(one.factor, 1, 1e-6) << one.name;
  EXPECT_NEAR(found->error.before, 0, 1e-9);
}

TEST(CalibrateServing, RatesThatResultsWereMadeByAreFoundAgain) {
  const FittedServing truth = calibrated(fitted_serving(), slower);
  const auto found = calibrate_serving(h200(), made_all(truth), fitted_serving());
  ASSERT_TRUE(found);
  EXPECT_NEAR(factor_of(*found, "products"), 1.2, 0.02);
  EXPECT_NEAR(factor_of(*found, "attention"), 1.3, 0.05);
  EXPECT_NEAR(factor_of(*found, "prompt_products"), 1.25, 0.05);
  EXPECT_GT(factor_of(*found, "kernel"), 1.2);
  EXPECT_EQ(factor_of(*found, "four_bits"), 1);  // no result depends on it
  EXPECT_GT(found->error.before, 0.15);
  EXPECT_LT(found->error.after, 0.01);
  ASSERT_TRUE(found->error.held_out);
  EXPECT_LT(*found->error.held_out, 0.1);
}

TEST(CalibrateServing, ALengthLeftOutIsForecastBetterThanBefore) {
  const FittedServing truth = calibrated(fitted_serving(), slower);
  const auto found = calibrate_serving(h200(), made_all(truth), fitted_serving());
  const FittedServing own = calibrated(fitted_serving(), found->coefficients);
  for (const BatchQuestion& asked : {of(8, 4096, 256), of(2, 128, 1024), of(128, 1024, 64)}) {
    const MeasuredBatch unseen = made("llama-3.1-8b", asked, truth);
    const auto before = off(unseen, fitted_serving()), after = off(unseen, own);
    EXPECT_LT(after.first, before.first / 5);
    EXPECT_LT(after.second, before.second / 3);
  }
}

// docs/guide/measure.md: llama-3.1-8b, 512 + 128, by this program on one H200.
TEST(CalibrateServing, OfAnH200TheLengthsLeftOutAreForecastBetter) {
  struct Measured {
    double sequences, prefill_ms, decode_ms;
  };
  std::vector<MeasuredBatch> all;
  for (const Measured& one :
       {Measured{1, 13.11, 4.0069}, Measured{16, 191.9, 4.703}, Measured{64, 777.4, 5.974}}) {
    all.push_back(batch_of("llama-3.1-8b", of(one.sequences, 512, 128)));
    all.back().prefill = Seconds(one.prefill_ms / 1e3);
    all.back().decode = Seconds(one.decode_ms / 1e3);
  }
  const MeasuredBatch last = all.back();
  all.pop_back();
  const auto found = calibrate_serving(h200(), all, fitted_serving());
  ASSERT_TRUE(found);
  EXPECT_LT(found->error.after, found->error.before / 2);
  const auto before = off(last, fitted_serving()),
             after = off(last, calibrated(fitted_serving(), found->coefficients));
  EXPECT_LT(after.first + after.second, before.first + before.second);
}

TEST(CalibrateServing, NothingWhereNoForecastIsKnown) {
  EXPECT_FALSE(calibrate_serving(h200(), {}, fitted_serving()));
  MeasuredBatch large = batch_of("llama-3.1-405b", of(1, 512, 128));
  large.decode = Seconds(1);
  EXPECT_FALSE(calibrate_serving(h200(), {large}, fitted_serving()));
}

TEST(CalibratedServing, AFactorIsOfAllSoftwareAndUnknownNamesAreAnError) {
  const FittedServing set = calibrated(fitted_serving(), {{"products", 2}});
  for (int i = 0; i < serving_software_count; ++i) {
    const auto software = static_cast<std::size_t>(i);
    EXPECT_DOUBLE_EQ(set.coefficients.products[software],
                     2 * fitted_serving().coefficients.products[software]);
  }
  EXPECT_EQ(set.coefficients.prompt_products, fitted_serving().coefficients.prompt_products);
  EXPECT_THROW(calibrated(fitted_serving(), {{"warp", 1}}), Error);
}

}  // namespace
}  // namespace wgf::advisor
