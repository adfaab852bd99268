// SPDX-License-Identifier: MIT
#include "runner/plan.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace wgf::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Plan : public testing::Test {
 protected:
  std::vector<std::string> keys(const RunOptions& options, std::string_view device = "cuda:0") {
    std::vector<std::string> all;
    for (const results::Case& value : make_plan(options, device, catalog_.models()))
      all.push_back(value.key());
    return all;
  }

  Message refusal(const RunOptions& options) {
    try {
      make_plan(options, "cpu", catalog_.models());
    } catch (const Error& error) {
      const std::string& key = error.message().key;
      const bool is_known = key == "runner.model_only_in_catalog" || key == "runner.model_of_llm";
      EXPECT_EQ(error.exit_code(), is_known ? ExitCode::not_supported : ExitCode::usage);
      return error.message();
    }
    return {};
  }

  catalog::Catalog catalog_;
};

TEST_F(Plan, KeysAreStable) {
  EXPECT_THAT(
      keys({.models = {"resnet50"}, .batch_sizes = {32}, .precisions = {"bf16"}}),
      ElementsAre("train model=resnet50 batch_size=32 precision=bf16 launch=eager optimizer=sgd "
                  "memory_format=channels_last",
                  "infer model=resnet50 batch_size=32 precision=bf16 launch=eager "
                  "memory_format=channels_last"));
  EXPECT_THAT(keys({.models = {"bert-base"}, .batch_sizes = {1}, .workloads = {"train"}}),
              ElementsAre("train model=bert-base batch_size=1 precision=fp32 launch=eager "
                          "optimizer=adamw"));
  EXPECT_THAT(keys({.models = {"resnet50"}, .batch_sizes = {1}, .workloads = {"infer"}}, "cpu"),
              ElementsAre("infer model=resnet50 batch_size=1 precision=fp32 launch=eager "
                          "memory_format=contiguous"));
}

TEST_F(Plan, OnlyUnusualSizesAreNamed) {
  RunOptions options{.models = {"resnet50"}, .batch_sizes = {1}, .workloads = {"infer"}};
  options.image_sizes = {224};
  EXPECT_THAT(keys(options)[0], testing::Not(HasSubstr("image_size")));
  options.image_sizes = {512};
  options.pure = true;
  EXPECT_THAT(keys(options)[0], testing::EndsWith("pure=true image_size=512"));
}

TEST_F(Plan, IsTheProductOfItsLists) {
  const RunOptions options{.models = {"resnet50", "bert-base"},
                           .batch_sizes = {1, 8, 32},
                           .precisions = {"fp32", "bf16"}};
  EXPECT_EQ(keys(options).size(), 24U);  // 2 models x 3 batches x 2 precisions x 2 workloads
}

TEST_F(Plan, SizesOfImagesAndSequencesMultiplyWhereAModelHasThem) {
  RunOptions options{.models = {"resnet50", "bert-base"},
                     .batch_sizes = {1, 8},
                     .workloads = {"infer"},
                     .image_sizes = {64, 128},
                     .sequence_lengths = {32}};
  const std::vector<std::string> all = keys(options);
  ASSERT_EQ(all.size(), 6U);  // 2 batches x 2 sizes of resnet50, 2 batches of bert-base
  EXPECT_THAT(all[1], HasSubstr("batch_size=8"));
  EXPECT_THAT(all[1], testing::EndsWith("image_size=64"));
  EXPECT_THAT(all[2], testing::EndsWith("image_size=128"));
  EXPECT_THAT(all[4], testing::EndsWith("sequence_length=32"));
}

TEST_F(Plan, SaysWhichModelsTakeNoSuchSize) {
  const RunOptions unsaid{.models = {"resnet50", "bert-base"}};
  EXPECT_TRUE(ignored_options(unsaid, catalog_.models()).empty());
  const auto ignored = ignored_options(
      {.models = {"resnet50", "bert-base", "gpt2"}, .image_sizes = {64}, .sequence_lengths = {32}},
      catalog_.models());
  ASSERT_EQ(ignored.size(), 2U);
  EXPECT_EQ(ignored[0], (Message{"runner.image_size_ignored", {{"models", "bert-base, gpt2"}}}));
  EXPECT_EQ(ignored[1], (Message{"runner.sequence_length_ignored", {{"models", "resnet50"}}}));
}

TEST_F(Plan, OptionsIgnoredAreSaidWithoutModelsToo) {
  const auto all = ignored_options({.image_sizes = {64}}, catalog_.models());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].key, "runner.image_size_ignored");
  EXPECT_THAT(all[0].args[0].second, HasSubstr("bert-base, "));
  EXPECT_THAT(all[0].args[0].second, testing::Not(HasSubstr("resnet50")));
}

TEST_F(Plan, OptionsWithoutEffectAreNamed) {
  const auto said = [&](RunOptions options, std::vector<std::string> kernels) {
    std::vector<std::string> names;
    for (const Message& one : ignored_options(options, catalog_.models(), kernels))
      if (one.key == "runner.option_ignored")
        names.push_back(one.args[0].second + " " + one.args[1].second);
    return names;
  };
  using testing::ElementsAre;
  RunOptions all;
  all.workloads = {"train"};
  all.precisions = {"bf16"};
  all.launches = {"graph"};
  all.optimizers = {"adamw"};
  all.pure = true;
  EXPECT_THAT(said(all, {"matmul", "bandwidth"}),
              ElementsAre("--workload matmul, bandwidth", "--launch matmul, bandwidth",
                          "--precision bandwidth", "--pure matmul, bandwidth",
                          "--optimizer matmul, bandwidth"));
  EXPECT_TRUE(said(all, {}).empty());
  RunOptions inference{.models = {"resnet50", "net.pt"}};
  inference.workloads = {"infer"};
  inference.optimizers = {"sgd"};
  EXPECT_THAT(said(inference, {}), ElementsAre("--optimizer net.pt, infer"));
}

TEST_F(Plan, OptionsOfModelsMeanNothingToKernelsAlone) {
  RunOptions options{.batch_sizes = {8}, .image_sizes = {64}, .sequence_lengths = {32}};
  options.memory_format = "channels_last";
  const auto ignored = ignored_options(options, catalog_.models(), {"matmul", "bandwidth"});
  ASSERT_EQ(ignored.size(), 4U);
  for (const Message& message : ignored)
    EXPECT_EQ(message.args[0].second, "matmul, bandwidth") << message.key;
  options.models = {"resnet50", "net.pt", "bert-base"};
  options.image_sizes.clear();
  const auto beside = ignored_options(options, catalog_.models(), {"matmul"});
  ASSERT_EQ(beside.size(), 3U);
  EXPECT_EQ(beside[0], (Message{"runner.batch_sizes_ignored", {{"models", "net.pt"}}}));
  EXPECT_EQ(beside[2],
            (Message{"runner.memory_format_ignored", {{"models", "net.pt, bert-base"}}}));
}

TEST_F(Plan, NamesTheSameWorkOnce) {
  EXPECT_EQ(keys({.models = {"resnet50", "ResNet-50"}, .batch_sizes = {8}}).size(), 2U);
}

TEST_F(Plan, SaysWhichModelAFamilyMeans) {
  const auto members =
      default_members({.models = {"resnet", "ResNet-50", "gpt2-medium"}}, catalog_.models());
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].model, "resnet50");
  EXPECT_EQ(members[0].note.key, "catalog.default_taken");
}

TEST_F(Plan, SaysThatANumberFormatInANameIsNotRead) {
  const auto members = default_members({.models = {"gpt2-fp16"}}, catalog_.models());
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].model, "gpt2");
  EXPECT_EQ(members[0].note.key, "catalog.number_format");
}

TEST_F(Plan, RefusesWhatCannotBeRun) {
  const Message unknown = refusal({.models = {"resnet5o"}});
  EXPECT_EQ(unknown.key, "runner.model_not_runnable");
  EXPECT_THAT(unknown.args[1].second, HasSubstr("resnet50"));
  EXPECT_EQ(refusal({.models = {"stylegan2"}}).key, "runner.model_not_runnable_alone");
  EXPECT_EQ(refusal({.models = {"resnet50"}, .batch_sizes = {0}}).key, "runner.value_too_small");
  EXPECT_EQ(refusal({.models = {"resnet50"}, .precisions = {"fp12"}}).key, "runner.unknown_value");
  EXPECT_EQ(refusal({.models = {"missing.pt"}}).key, "runner.no_model_file");
}

// A name of the catalogue is not a wrong name: this program just does not run it.
TEST_F(Plan, TellsKnownModelsThatCannotBeRunFromUnknownOnes) {
  const Message known = refusal({.models = {"llama-3.1-70b"}});
  EXPECT_EQ(known.key, "runner.model_of_llm");
  EXPECT_EQ(known.args[0].second, "llama-3.1-70b");
  EXPECT_EQ(refusal({.models = {"llama-70b"}}).key, "runner.model_of_llm");
  EXPECT_EQ(refusal({.models = {"deepseek-v3"}}).key, "runner.model_only_in_catalog");
}

TEST_F(Plan, ReadsTheInputOfAModelFileBeforeAnEngineIsNeeded) {
  const std::string file = std::string(::testing::TempDir()) + "wgf_plan_test.pt";
  std::ofstream(file) << "x";
  EXPECT_EQ(refusal({.models = {file}}).key, "runner.input_needed");
  EXPECT_EQ(refusal({.models = {file}, .input = "float31[1]"}).key, "results.input_type");
  EXPECT_EQ(keys({.models = {file}, .input = "float32[1,3]"}).size(), 1U);
  EXPECT_EQ(refusal({.models = {"resnet50"}, .input = "float32[1,3]"}).key,
            "runner.input_without_file");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace wgf::runner
