// SPDX-License-Identifier: MIT
#include "runner/presets.h"

#include <gmock/gmock.h>

#include <set>

#include "base/error.h"

namespace wgf::runner {
namespace {

using catalog::ModelKind;

class Presets : public testing::TestWithParam<const char*> {
 protected:
  catalog::Catalog catalog_;
};

TEST_P(Presets, HoldEveryKindOfWorkOnEachDevice) {
  for (const std::string& preset : preset_names()) {
    std::set<std::string> kinds, keys;
    const auto plan = preset_plan(preset, {}, GetParam(), catalog_.models());
    for (const results::Case& value : plan) {
      EXPECT_EQ(value.device, GetParam());
      EXPECT_TRUE(keys.insert(value.key()).second) << preset << ": twice " << value.key();
      kinds.insert(value.benchmark);
      const std::string name = value.parameters.text("model");
      if (name.empty() || value.benchmark == "llm") continue;
      const catalog::Model* model = catalog_.models().find_runnable(name);
      ASSERT_NE(model, nullptr) << name;
      switch (model->kind) {
        case ModelKind::cnn:
          kinds.insert("cnn");
          break;
        case ModelKind::diffusion:
        case ModelKind::generative:
          kinds.insert("generative");
          break;
        default:
          kinds.insert("transformer");
      }
    }
    EXPECT_THAT(kinds, testing::IsSupersetOf({"train", "infer", "matmul", "bandwidth", "cnn",
                                              "transformer", "generative"}))
        << preset;
  }
}

// What the score counts (data/score): without one of these it would always be partial.
TEST_P(Presets, HoldTheCasesOfTheScore) {
  for (const std::string& preset : preset_names()) {
    std::set<std::string> found;
    for (const results::Case& value : preset_plan(preset, {}, GetParam(), catalog_.models())) {
      const results::Parameters& parameters = value.parameters;
      if (value.benchmark == "bandwidth" && parameters.text("operation") == "copy" &&
          parameters.integer("size_mib") >= 256)
        found.insert("copy");
      found.insert(value.benchmark + " " + parameters.text("model"));
    }
    EXPECT_EQ(found.contains("llm llama-3.2-1b"), GetParam() != std::string("cpu")) << preset;
    EXPECT_THAT(found,
                testing::IsSupersetOf({"train resnet50", "train bert-base", "train gpt2",
                                       "infer resnet50", "infer bert-base", "infer gpt2", "copy"}))
        << preset;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Presets, testing::Values("cpu", "cuda:0"));

TEST_F(Presets, LightIsBurst) {
  for (const results::Case& value : preset_plan("light", {}, "cuda:0", catalog_.models()))
    EXPECT_FALSE(value.stopping.sustained);
}

TEST_F(Presets, SizesMayDependOnTheDeviceAndSoDoTheKeys) {
  constexpr const char* text =
      "max_time = 4\n[cpu]\nmax_time = 9\n"
      "[[case]]\nbenchmark = \"matmul\"\nm = 8192\nprecision = \"fp32\"\ncpu = { m = 1024 }\n"
      "[[case]]\nonly = \"cuda\"\nmodels = [\"resnet50\"]\nbatch_sizes = \"1-4*2\"\n";
  const auto cpu = parse_preset(text, "p.toml", {}, "cpu", catalog_.models());
  ASSERT_EQ(cpu.size(), 1U);
  EXPECT_EQ(cpu[0].key(), "matmul m=1024 precision=fp32");
  EXPECT_EQ(cpu[0].stopping.max_time, Seconds(9));
  const auto gpu = parse_preset(text, "p.toml", {}, "cuda:0", catalog_.models());
  ASSERT_EQ(gpu.size(), 7U);
  EXPECT_EQ(gpu[0].key(), "matmul m=8192 precision=fp32");
  EXPECT_EQ(gpu[0].stopping.max_time, Seconds(4));
}

TEST_F(Presets, TakeSeedAndFixedCountsFromTheUser) {
  RunOptions options{.seed = 7};
  options.stopping.iterations = 3;
  for (const results::Case& value : preset_plan("light", options, "cpu", catalog_.models())) {
    EXPECT_EQ(value.seed, 7U);
    EXPECT_EQ(value.stopping.iterations, 3);
  }
}

TEST_F(Presets, UnknownNameIsWrongUsage) {
  EXPECT_THROW(preset_plan("heavy", {}, "cpu", catalog_.models()), Error);
}

}  // namespace
}  // namespace wgf::runner
