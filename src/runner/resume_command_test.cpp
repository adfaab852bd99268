// SPDX-License-Identifier: MIT
#include "runner/resume_command.h"

#include <gtest/gtest.h>

namespace wgf::runner {
namespace {

std::string command_of(const char* task, const char* command, const char* file) {
  results::Run run;
  run.task = task;
  run.command = command;
  return resume_command(run, file);
}

TEST(ResumeCommand, OfATaskIsItsOwn) {
  EXPECT_EQ(command_of("max_batch", "./tool max-batch -m vae --up-to 64", "max_batch.earlier.json"),
            "./tool max-batch -m vae --up-to 64 --resume max_batch.earlier.json");
  EXPECT_EQ(command_of("", "./tool run -m vae", "my results.json"),
            "run --resume 'my results.json'");
}

// -o names another run's file by now, or the very file.
TEST(ResumeCommand, LeavesOutFilesOfOtherRuns) {
  EXPECT_EQ(
      command_of("max_batch", "tool max-batch -o a.json --output=b.csv -ox.json --force -m vae",
                 "a.earlier.json"),
      "tool max-batch -m vae --resume a.earlier.json");
  EXPECT_EQ(command_of("max_batch", "tool max-batch -o a.json -o b.csv -m vae", "a.json"),
            "tool max-batch -o a.json -o b.csv -m vae --resume a.json");
  EXPECT_EQ(command_of("llm", "tool llm --resume old.json", "new.json"),
            "tool llm --resume new.json");
}

TEST(ResumeCommand, OfAFileWithoutResultsIsTheOneThatMadeIt) {
  results::Run run;
  EXPECT_EQ(command_for_empty(run, "a.json"), "");
  run.command = "tool run -m vae";
  EXPECT_EQ(command_for_empty(run, "a.json"), "run --resume a.json");
  for (const char* task : {"max_batch", "compare_models", "optimizers"}) {
    run.task = task;
    run.command = "tool max-batch -m vae -o a.json";
    EXPECT_EQ(command_for_empty(run, "a.json"), "tool max-batch -m vae -o a.json --resume a.json");
  }
  run.task = "compile_test";
  run.command = "tool compile-test -m vae";
  EXPECT_EQ(command_for_empty(run, "a.json"), "tool compile-test -m vae");
}

}  // namespace
}  // namespace wgf::runner
