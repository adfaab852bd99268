// SPDX-License-Identifier: MIT
#include "runner/option_fields.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "runner/config_file.h"

namespace wgf::runner {
namespace {

using testing::ElementsAre;

RunOptions read(const char* text) {
  RunOptions options;
  apply_config_text(options, text, "my.toml");
  return options;
}

std::vector<std::string> refusal(const char* text) {
  try {
    read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    std::vector<std::string> parts{error.message().key};
    for (const auto& [name, value] : error.message().args) parts.push_back(value);
    if (error.place())
      for (const auto& [name, value] : error.place()->args) parts.push_back(value);
    return parts;
  }
  return {};
}

TEST(ConfigFile, SetsWhatItNames) {
  const RunOptions options = read(
      "models = [\"resnet50\", \"bert-base\"]\nbatch_sizes = [1, 8]\nprecision = \"fp32,bf16\"\n"
      "iterations = 100\nwarmup = 10\nmax_time = \"1m\"\ntime_budget = 90\noutput = [\"a.json\"]\n"
      "device = \"cuda:1\"\nisolate = true\n");
  EXPECT_THAT(options.models, ElementsAre("resnet50", "bert-base"));
  EXPECT_THAT(options.batch_sizes, ElementsAre(1, 8));
  EXPECT_THAT(options.precisions, ElementsAre("fp32", "bf16"));
  EXPECT_EQ(options.stopping.iterations, 100);
  EXPECT_EQ(options.stopping.max_time, Seconds(60));
  EXPECT_EQ(options.time_budget, Seconds(90));
  EXPECT_EQ(options.outputs[0], "a.json");
  EXPECT_EQ(options.device, "cuda:1");
  EXPECT_TRUE(options.isolate);
  EXPECT_EQ(options.seed, 1U);
}

TEST(ConfigFile, UnknownKeyNamesFileLineAndTheNearest) {
  const auto parts = refusal("seed = 3\nbatch_size = [1]\n");
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_THAT(parts, ElementsAre("runner.config_unknown_key", "my.toml", "2", "batch_size",
                                 testing::StartsWith("batch_sizes")));
}

TEST(ConfigFile, WrongValuesNameFileLineAndKey) {
  EXPECT_THAT(
      refusal("\niterations = \"many\"\n"),
      ElementsAre("runner.config_bad_value", "my.toml", "2", "iterations", "many", testing::_));
  EXPECT_EQ(refusal("batch_sizes = [1.5]\n")[4], "1.5");
  EXPECT_EQ(refusal("precision_target = 2\n")[0], "runner.config_bad_value");
}

TEST(ConfigFile, WhatAnOptionRefusesKeepsItsReasonAndGetsItsPlace) {
  EXPECT_THAT(refusal("precision = [\"fp12\"]\n"),
              ElementsAre("runner.unknown_value", "precision", "fp12", "fp32, tf32, fp16, bf16",
                          "my.toml", "1", "precision"));
  EXPECT_THAT(refusal("\nworkload = [\"tain\"]\n"),
              ElementsAre("runner.unknown_value", "workload", "tain", "train, infer", "my.toml",
                          "2", "workload"));
  EXPECT_THAT(refusal("memory_format = \"nhwc\"\n"), testing::Contains("nhwc"));
  EXPECT_THAT(refusal("batch_sizes = [0]\n"), testing::Contains("my.toml"));
  EXPECT_THAT(refusal("device = \"tpu\"\n"), testing::Contains("my.toml"));
}

TEST(ConfigFile, SharesMayBePerCent) {
  EXPECT_DOUBLE_EQ(read("precision_target = \"1%\"\n").stopping.precision_target, 0.01);
  EXPECT_DOUBLE_EQ(read("precision_target = 0.02\n").stopping.precision_target, 0.02);
  EXPECT_EQ(refusal("precision_target = \"0%\"\n")[0], "runner.config_bad_value");
}

// What no clock reaches would be a null in the results, which nobody could read again.
TEST(ConfigFile, TimesEnd) {
  for (const char* key : {"max_time", "min_time", "thermal_cap", "case_timeout", "time_budget"})
    for (const char* value :
         {"inf", "nan", "-inf", "1e300", "0", "-1.0", "\"inf\"", "\"1e308h\""}) {
      const std::string line = std::string(key) + " = " + value;
      EXPECT_THAT(refusal(line.c_str()), ElementsAre("runner.config_bad_value", "my.toml", "1", key,
                                                     testing::_, testing::_))
          << line;
    }
  for (const char* value : {"inf", "nan"}) {
    EXPECT_NE(refusal((std::string("precision_target = ") + value).c_str()),
              std::vector<std::string>{});
    EXPECT_NE(refusal((std::string("iterations = ") + value).c_str()), std::vector<std::string>{});
  }
}

TEST(ConfigFile, WhatIsNotTomlNamesTheLine) {
  EXPECT_THAT(refusal("seed = 1\nmodels = [\n"),
              ElementsAre("runner.bad_toml", "my.toml", testing::_, testing::_));
  EXPECT_EQ(refusal("[benchmark]\niterations = 3\n")[0], "runner.config_table");
  EXPECT_EQ(refusal("seed = 2020-01-01\n")[0], "runner.bad_toml");
}

TEST(ConfigFile, MissingFileIsWrongUsage) {
  RunOptions options;
  EXPECT_THROW(apply_config_file(options, "/nowhere/my.toml"), Error);
}

}  // namespace
}  // namespace wgf::runner
