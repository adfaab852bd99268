// SPDX-License-Identifier: MIT
#include "advisor/predict/card_type.h"

#include <gtest/gtest.h>

#include "advisor/network/catalog_network.h"
#include "advisor/predict/layout_choice.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* id) {
  return *catalog::embedded_catalog().gpus().find_id(id);
}

TEST(CardType, IsTheNextWiderOneTheCardHas) {
  const auto on = [](const char* id, ComputeType type) { return compute_type_on(gpu(id), type); };
  EXPECT_EQ(on("a100-sxm-80gb", ComputeType::fp8), ComputeType::bf16);
  EXPECT_EQ(on("a100-sxm-80gb", ComputeType::fp4), ComputeType::bf16);
  EXPECT_EQ(on("h100-sxm", ComputeType::fp8), ComputeType::fp8);
  EXPECT_EQ(on("h100-sxm", ComputeType::fp4), ComputeType::fp8);
  EXPECT_EQ(on("b200", ComputeType::fp4), ComputeType::fp4);
  EXPECT_EQ(on("t4", ComputeType::bf16), ComputeType::bf16);  // fp16
  EXPECT_EQ(on("t4", ComputeType::tf32), ComputeType::fp32);
}

TEST(CardType, MemoryKeepsWhatTheCardComputesIn) {
  TrainingCase one;
  set_type(one, ComputeType::fp8);
  EXPECT_EQ(one.work.precision, Precision::fp8);
  take_type_of(gpu("a100-sxm-80gb"), one);
  EXPECT_EQ(one.matrices, ComputeType::bf16);
  EXPECT_EQ(one.work.precision, Precision::bf16);
  one.work.precision = Precision::fp16;  // as asked for: of 16 bits too
  take_type_of(gpu("a100-sxm-80gb"), one);
  EXPECT_EQ(one.work.precision, Precision::fp16);
}

// One choice asked about cards of two kinds, as `predict --all-gpus` does.
TEST(CardType, OfALayoutChoiceIsThatOfEachCard) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3.1-8b"));
  const auto question_in = [&](ComputeType type) {
    TrainingCase one;
    one.work.sequence = 2048;
    set_type(one, type);
    return Question{llama, one, {}, 8};
  };
  const auto best = [](LayoutChoice& choice, const char* id) {
    return *choice.best(gpu(id), Familiarity::card, fitted_training());
  };
  const Question of_fp8 = question_in(ComputeType::fp8), of_bf16 = question_in(ComputeType::bf16);
  LayoutChoice of_all(of_fp8);
  for (const char* id : {"h100-sxm", "a100-sxm-80gb", "h100-sxm"}) {
    const bool has_fp8 = std::string_view(id) == "h100-sxm";
    LayoutChoice of_card(has_fp8 ? of_fp8 : of_bf16);
    const TrainingForecast same = best(of_card, id), found = best(of_all, id);
    EXPECT_EQ(found.step(), same.step()) << id;
    EXPECT_EQ(found.memory.total(), same.memory.total()) << id;
    EXPECT_EQ(found.one.matrices, same.one.matrices) << id;
  }
}

}  // namespace
}  // namespace wgf::advisor
