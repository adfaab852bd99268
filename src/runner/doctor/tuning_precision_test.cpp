// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_precision.h"

#include "messages/message_table.h"
#include "runner/doctor/tuning_advice.h"
#include "runner/doctor/tuning_test.h"

namespace wgf::runner {
namespace {

using results::Result;

// bf16 989.4 over fp32 67 TFLOP/s.
TEST_F(Tuning, Float32LeavesTensorCoresUnused) {
  run_.results[0].math_mode->compute = "fp32";
  const Finding finding = look("precision");
  EXPECT_EQ(finding.verdict, Verdict::warning);
  EXPECT_EQ(argument(finding.seen, "ratio"), "14.8");
  run_.results[0].math_mode->compute = "tf32";
  EXPECT_EQ(verdict("precision"), Verdict::ok);
}

// T4 and V100 have tensor cores for fp16 alone: 65 over 8.1, 125 over 15.7 TFLOP/s.
TEST_F(Tuning, ACardWithoutBf16IsAdvisedFp16) {
  Result& result = run_.results[0];
  for (const auto& [card, ratio] : {std::pair{"t4", "8.02"}, std::pair{"v100-sxm2-16gb", "7.96"}}) {
    result.devices[0].catalog_id = card;
    result.math_mode->compute = "fp32";
    result.measured_case.parameters.set("precision", std::string("fp32"));
    const Finding finding = look("precision");
    EXPECT_EQ(messages::render(finding.seen, messages::Language::english),
              std::string("fp32: tensor cores were not used; the peak of fp16 is ") + ratio +
                  " times as high");
    EXPECT_EQ(*finding.advice, (Message{"tuning.advice_precision", {{"precision", "fp16"}}}));
    const catalog::Gpu* gpu = catalog_.gpus().find_id(card);
    EXPECT_EQ(options_for_speed(result, gpu), "-p fp16, -b 64, --launch graph") << card;
    EXPECT_EQ(options_for_memory(result, gpu), "-b 16, -p fp16") << card;
    for (const char* other : {"bf16", "tf32"}) {
      result.math_mode->compute = other;
      result.measured_case.parameters.set("precision", std::string(other));
      EXPECT_EQ(look("precision").seen.key, "tuning.precision_not_of_card") << card << other;
      EXPECT_EQ(options_for_memory(result, gpu), "-b 16, -p fp16") << card << other;
    }
    result.math_mode->compute = "fp16";
    EXPECT_EQ(look("precision").seen.key, "tuning.precision") << card;
  }
}

TEST_F(Tuning, ACardWithoutTensorCoresUsesNone) {
  Result& result = run_.results[0];
  result.devices[0].catalog_id = "gtx-1080-ti";
  const catalog::Gpu* gpu = catalog_.gpus().find_id("gtx-1080-ti");
  for (const char* compute : {"fp32", "tf32", "bf16", "fp16"}) {
    result.math_mode->compute = compute;
    result.measured_case.parameters.set("precision", std::string(compute));
    const Finding finding = look("precision");
    const bool is_half = std::string_view(compute).ends_with("16");
    EXPECT_EQ(finding.seen.key, "tuning.card_without_tensor_cores") << compute;
    EXPECT_EQ(finding.verdict, is_half ? Verdict::warning : Verdict::ok) << compute;
    EXPECT_EQ(options_for_memory(result, gpu), "-b 16") << compute;
  }
}

// An RTX 3090 computes tf32 no faster than fp32: 35.58 TFLOP/s both.
TEST_F(Tuning, Tf32IsAdvisedWhereItIsFasterThanFp32) {
  run_.results[0].math_mode->compute = "fp32";
  EXPECT_EQ(look("precision").advice->key, "tuning.advice_precision_tf32");
  run_.results[0].devices[0].catalog_id = "rtx-3090";
  EXPECT_EQ(look("precision").advice->key, "tuning.advice_precision");
}

TEST_F(Tuning, ACardWithoutRecordIsNotJudgedByItsPrecision) {
  run_.results[0].devices[0].catalog_id = "";
  for (const char* compute : {"fp32", "bf16"}) {
    run_.results[0].math_mode->compute = compute;
    EXPECT_EQ(verdict("precision"), Verdict::not_looked_at) << compute;
  }
}

}  // namespace
}  // namespace wgf::runner
