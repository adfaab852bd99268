// SPDX-License-Identifier: MIT
#include "advisor/training/classic_training.h"

#include <gtest/gtest.h>

#include <cmath>

#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* name) {
  return *catalog::one_gpu(catalog::embedded_catalog().gpus(), name).gpu;
}

TEST(ClassicRate, AnA100WithoutOverheadReachesItsOwnRate) {
  ClassicCoefficients c;
  c.rate[1][0] = std::log(1500);
  c.overhead[0] = -20;
  // The power limit of 400 W lets 312 TFLOP/s through but for (1 + (312 / 440)^4)^(-1/4) = 0.945,
  // on the tensor units' share 1 / (1 + 1 + e^-1.5) of the time.
  const double tensor_share = 1 / (2 + std::exp(-1.5));
  const double time = 1 + tensor_share * (1 / 0.945 - 1);
  EXPECT_NEAR(*classic_rate(gpu("a100-sxm-80gb"), {ClassicNetwork::resnet50, true, 1}, c),
              1500 / time, 5);
}

TEST(ClassicRate, EveryCardOfSeveralWaitsForTheRing) {
  const ClassicCoefficients c;
  const auto rate = [&](int gpus) {
    return *classic_rate(gpu("h100-sxm"), {ClassicNetwork::bert_base, true, gpus}, c);
  };
  EXPECT_NEAR(rate(2) / rate(1), 2 / 1.08, 1e-9);
  EXPECT_NEAR(rate(8) / rate(1), 8 / (1 + 0.08 * 1.75), 1e-9);
}

TEST(ClassicTime, ItsPartsAreTheTimeOfASample) {
  ClassicCoefficients c;
  const ClassicCase one{ClassicNetwork::ncf, false, 4};
  const auto time = classic_time(gpu("a100-sxm-80gb"), one, c);
  EXPECT_DOUBLE_EQ(time->total() * *classic_rate(gpu("a100-sxm-80gb"), one, c), 1);
  // Of an A100 itself: memory as long as the tensor units would take at their peak, overhead 5 %
  // of both with the vector units, and 8 % x 2 x 3/4 of all that for the ring.
  EXPECT_NEAR(time->seconds[1], 1 / (2 + std::exp(-1.5)) / 4, 1e-9);
  EXPECT_NEAR(time->seconds[3], 0.05 / 4, 1e-9);
  EXPECT_NEAR(time->seconds[4] / (time->total() - time->seconds[4]), 0.12, 1e-9);
  EXPECT_FALSE(classic_card(gpu("mi300x"), true)->generation >= 0);
}

TEST(ClassicRate, NetworksAreKnownByName) {
  for (int i = 0; i < classic_network_count; ++i) {
    const auto network = static_cast<ClassicNetwork>(i);
    EXPECT_EQ(parse_classic_network(to_text(network)), network);
  }
  EXPECT_FALSE(parse_classic_network("resnet"));
  EXPECT_EQ(unit_of(ClassicNetwork::waveglow), "audio-samples/s");
}

TEST(ClassicCoefficients, TheFileHoldsThemAll) {
  FittedClassic fitted;
  double value = -3;
  for (const ClassicCoefficientInfo& one : classic_list(fitted.coefficients))
    *one.value = value += 0.25;
  fitted.spread = 0.2;
  fitted.several_spread = 0.3;
  fitted.fitted_on = "2026-11-22";
  FittedClassic read = read_fitted_classic(catalog::parse_toml(to_toml(fitted), "classic.toml"));
  value = -3;
  for (const ClassicCoefficientInfo& one : classic_list(read.coefficients))
    EXPECT_NEAR(*one.value, value += 0.25, 1e-4) << one.name;
  EXPECT_NEAR(spread_of({ClassicNetwork::ncf, true, 1}, read), 0.2, 1e-4);
  EXPECT_NEAR(spread_of({ClassicNetwork::ncf, true, 2}, read), 0.3, 1e-4);
}

}  // namespace
}  // namespace wgf::advisor
