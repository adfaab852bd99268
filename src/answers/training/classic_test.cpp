// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "answers/memory/memory_answer.h"
#include "answers/test_surroundings.h"
#include "answers/training/training_answer.h"

namespace wgf::answers::classic_test {
namespace {

using Step = ClassicBatch::Step;

Outcome<ClassicAnswer> outcome(const PredictOptions& options) {
  const auto request = parse_training_request(options, catalog_of_tests());
  return classic(std::get<ClassicRequest>(request), surroundings_of_tests());
}

ClassicAnswer ask(const PredictOptions& options) {
  return *outcome(options).answer;
}

PredictOptions resnet(const char* gpu) {
  return {.network = {.model = "resnet50"}, .gpus = {gpu}};
}

TEST(Classic, TimeOfASampleIsTheSumOfItsParts) {
  const ClassicForecast one = ask(resnet("a100-sxm-80gb")).rows.front();
  double seconds = 0;
  for (const double part : one.time.seconds) seconds += part;
  EXPECT_NEAR(seconds * one.rate(), 1, 1e-9);
  EXPECT_EQ(one.precision, "fp16");
  EXPECT_EQ(one.basis.familiarity, advisor::Familiarity::card);
}

TEST(Classic, HasThePublishedRateOfTheVeryCase) {
  const ClassicForecast one = ask(resnet("a100-sxm-80gb")).rows.front();
  ASSERT_TRUE(one.published);
  EXPECT_EQ(one.published->high, 1582);
  EXPECT_FALSE(one.is_published_outside());
  EXPECT_TRUE(ask(resnet("b200")).rows.front().is_published_outside());
  EXPECT_FALSE(ask(resnet("h200-sxm")).rows.front().published);
}

TEST(Classic, MultipliesFourBytesInTf32WhereTheCardHasIt) {
  PredictOptions options = resnet("h100-nvl");
  options.precisions = {"fp32"};
  EXPECT_EQ(ask(options).rows.front().products(), "tf32");
  options.gpus = {"v100-sxm2-16gb"};
  EXPECT_EQ(ask(options).rows.front().products(), "fp32");
}

TEST(Classic, RanksTheFastestCardFirst) {
  PredictOptions options = resnet("");
  options.gpus.clear();
  options.has_all_gpus = true;
  const ClassicAnswer answer = ask(options);
  EXPECT_TRUE(std::is_sorted(
      answer.rows.begin(), answer.rows.end(),
      [](const ClassicForecast& a, const ClassicForecast& b) { return a.rate() > b.rate(); }));
  EXPECT_TRUE(std::any_of(answer.unknown.begin(), answer.unknown.end(),
                          [](const catalog::Gpu* gpu) { return gpu->id == "mi300x"; }));
}

TEST(Classic, BatchesFarFromWhatFillsTheCardHaveNoStep) {
  PredictOptions options = resnet("h100-sxm");
  options.batch_sizes = {"1", "8", "1024", "65536"};
  const ClassicMemory found = ask(options).rows.front().memory;
  ASSERT_EQ(found.batches.size(), 4u);
  EXPECT_EQ(found.batches[0].step, Step::far_below);
  EXPECT_EQ(found.batches[2].step, Step::known);
  EXPECT_EQ(found.batches[3].step, Step::too_large);
  const MemoryRequest same = parse_memory_request(
      {.model = "resnet50", .precision = "fp16", .gpus = {"h100-sxm"}}, catalog_of_tests());
  EXPECT_EQ(found.largest,
            memory(same, surroundings_of_tests()).answer->fits.front().largest_batch);
  const ClassicMemory of_ssd =
      ask({.network = {.model = "ssd300"}, .gpus = {"t4"}, .batch_sizes = {"8"}})
          .rows.front()
          .memory;
  EXPECT_EQ(of_ssd.batches[0].step, Step::unknown);  // nothing says what fills the card
}

TEST(Classic, OutOfReachIsRefusedOrAskedOfPhysics) {
  const Outcome<ClassicAnswer> speech =
      outcome({.network = {.model = "tacotron2"}, .gpus = {"mi300x"}});
  EXPECT_EQ(speech.refusal->message().key, "predict.classic_reach");
  EXPECT_EQ(speech.refusal->exit_code(), ExitCode::not_supported);
  const auto on_mi300x = parse_training_request(resnet("mi300x"), catalog_of_tests());
  EXPECT_TRUE(std::holds_alternative<PredictRequest>(on_mi300x));
}

TEST(Classic, RefusesChoicesThatItsScriptsLeaveNobody) {
  const auto key = [](auto change) {
    PredictOptions options = resnet("h100-sxm");
    change(options);
    return refused([&] { parse_training_request(options, catalog_of_tests()); });
  };
  EXPECT_EQ(key([](auto& one) { one.network.tp = "2"; }), "predict.classic_option");
  EXPECT_EQ(key([](auto& one) { one.tokens = "1B"; }), "predict.classic_option");
  EXPECT_EQ(key([](auto& one) { one.goodput.is_asked = true; }), "predict.classic_option");
  EXPECT_EQ(key([](auto& one) {
              one.gpu_count = "4";
              one.network.dp = "2";
            }),
            "predict.layout_product");
}

}  // namespace
}  // namespace wgf::answers::classic_test
