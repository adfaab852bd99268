// SPDX-License-Identifier: MIT
#include "base/file_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/error.h"
#include "base/files.h"

namespace wgf {
namespace {

namespace fs = std::filesystem;

class FileLockTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path at(const std::string& name) const { return folder_ / name; }

  fs::path folder_ =
      fs::path(testing::TempDir()) / ("wgf_file_lock_test." + std::to_string(::getpid()));
};

Message refusal(const fs::path& path) {
  try {
    const FileLock lock(path, "second");
  } catch (const Error& fault) {
    EXPECT_EQ(fault.exit_code(), ExitCode::usage);
    return fault.message();
  }
  return {};
}

TEST_F(FileLockTest, TheSecondIsToldWhoHoldsIt) {
  const FileLock lock(at("r.json"), "tool run -o r.json");
  const Message message = refusal(at("r.json"));
  EXPECT_EQ(message.key, "files.in_use");
  ASSERT_EQ(message.args.size(), 5U);
  EXPECT_EQ(message.args[0].second, at("r.json").string());
  EXPECT_EQ(message.args[1].second, std::to_string(::getpid()));
  EXPECT_EQ(message.args[4].second, "tool run -o r.json");
}

TEST_F(FileLockTest, OneFileHasOneLockHoweverItIsSpelled) {
  fs::create_symlink("r.json", at("link.json"));
  const FileLock lock(at("link.json"), "first");
  EXPECT_EQ(refusal(at("r.json")).key, "files.in_use");
  EXPECT_EQ(refusal(folder_ / "." / "r.json").key, "files.in_use");
  EXPECT_EQ(refusal(at("other.json")).key, "");
}

TEST_F(FileLockTest, GoesWithItsHolder) {
  std::optional<FileLock> lock(std::in_place, at("r.json"), "first");
  EXPECT_TRUE(fs::exists(at("r.json.lock")));
  lock.reset();
  EXPECT_FALSE(fs::exists(at("r.json.lock")));
  EXPECT_EQ(refusal(at("r.json")).key, "");
}

TEST_F(FileLockTest, WhatAKilledHolderLeavesLocksNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    const FileLock lock(at("r.json"), "killed");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(at("r.json.lock")));
  EXPECT_EQ(refusal(at("r.json")).key, "");
}

TEST_F(FileLockTest, AllOrNone) {
  const FileLock lock(at("b.csv"), "first");
  EXPECT_THROW(lock_files({at("c.txt"), at("b.csv"), at("a.json")}, "second"), Error);
  EXPECT_EQ(refusal(at("a.json")).key, "");
  EXPECT_EQ(lock_files({at("a.json"), at("a.json"), at("c.txt")}, "second").size(), 2U);
}

TEST_F(FileLockTest, ADeviceIsNobodys) {
  const FileLock lock("/dev/null", "first");
  EXPECT_EQ(refusal("/dev/null").key, "");
}

}  // namespace
}  // namespace wgf
