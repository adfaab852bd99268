// SPDX-License-Identifier: MIT
#include "answers/memory/memory_verdict.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "answers/test_surroundings.h"

namespace wgf::answers::memory_verdict_test {
namespace {

MemoryAnswer ask(const MemoryOptions& options) {
  return *memory(parse_memory_request(options, catalog_of_tests()), surroundings_of_tests()).answer;
}

TEST(MemoryVerdict, SaysByHowMuchItFits) {
  const MemoryAnswer answer =
      ask({.model = "llama-3.1-8b", .batch_size = "8", .task = "infer", .gpus = {"h100-sxm"}});
  const auto verdict = memory_verdict(answer);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->fit->does_fit);
  EXPECT_FALSE(verdict->is_tight);
  EXPECT_NEAR(verdict->spare / 1e9, 85.52 - 20.04, 0.02);
  EXPECT_EQ(verdict->change, nullptr);
}

TEST(MemoryVerdict, SaysTheFirstChangeThatIsEnough) {
  const MemoryAnswer answer =
      ask({.model = "llama-3.1-70b", .task = "infer", .gpus = {"h100-sxm"}});
  const auto verdict = memory_verdict(answer);
  ASSERT_TRUE(verdict);
  EXPECT_FALSE(verdict->fit->does_fit);
  EXPECT_NEAR(verdict->spare / 1e9, 85.52 - 145.08, 0.02);
  ASSERT_NE(verdict->change, nullptr);
  EXPECT_TRUE(verdict->is_enough);
  EXPECT_EQ(verdict->change->what, "weights_fp8");
  EXPECT_LE(verdict->change->total, 85.52e9);
}

TEST(MemoryVerdict, OfNoChangeThatIsEnoughSaysTheNearest) {
  // Both variants of the name have one answer.
  const MemoryAnswer answer = ask({.model = "llama-3.1-8b", .gpus = {"rtx-4090"}});
  const auto verdict = memory_verdict(answer);
  ASSERT_TRUE(verdict && verdict->change != nullptr);
  EXPECT_FALSE(verdict->is_enough);
  EXPECT_EQ(verdict->change->what, "qlora");
  EXPECT_EQ(verdict->gpus.size(), answer.fits.size());
}

TEST(MemoryVerdict, IsOfOneAnswerAlone) {
  EXPECT_FALSE(memory_verdict(ask({.model = "llama-3.1-8b"})));
  EXPECT_FALSE(memory_verdict(ask({.model = "llama-3.1-8b", .gpus = {"t4", "h100-sxm"}})));
}

TEST(MemoryVerdict, OfANameWithSeveralMemoriesIsOfTheCardNearestToTheOtherAnswer) {
  struct Case {
    const char *model, *fit;
    std::size_t gpus, fitting;
    bool has_several_sizes;
  };
  // Of 80, 80 and 94 GB: 145 GB fit none, the largest is nearest; 18 GB fit all, the smallest is
  // nearest; 96 GB the largest alone.
  const Case cases[] = {{"llama-3.1-70b", "h100-nvl", 3, 0, true},
                        {"llama-3.1-8b", "h100-sxm", 3, 0, true},
                        {"mixtral-8x7b", "h100-sxm", 2, 1, false}};
  for (const Case& one : cases) {
    const MemoryAnswer answer = ask({.model = one.model, .task = "infer", .gpus = {"h100"}});
    const auto verdict = memory_verdict(answer);
    ASSERT_TRUE(verdict) << one.model;
    EXPECT_EQ(verdict->fit->gpus.front()->id, one.fit) << one.model;
    EXPECT_EQ(verdict->gpus.size(), one.gpus) << one.model;
    EXPECT_EQ(verdict->fitting.size(), one.fitting) << one.model;
    EXPECT_EQ(verdict->has_several_sizes, one.has_several_sizes) << one.model;
  }
}

class ConfigFolder : public testing::Test {
 protected:
  ConfigFolder() { std::filesystem::create_directories(folder_); }
  ~ConfigFolder() override { std::filesystem::remove_all(folder_); }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("wgf-config-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
};

TEST_F(ConfigFolder, IsTakenForTheConfigInside) {
  const std::string folder = folder_.string();
  EXPECT_EQ(refused([&] { read_config_file(folder); }), "footprint.no_config_inside");
  std::ofstream(folder_ / "config.json") << "{}";
  EXPECT_EQ(read_config_file(folder).text, "{}");
  EXPECT_EQ(read_config_file(folder + "/").name, (folder_ / "config.json").string());
  EXPECT_EQ(read_config_file(folder + "/config.json").text, "{}");
}

}  // namespace
}  // namespace wgf::answers::memory_verdict_test
