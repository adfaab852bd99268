// SPDX-License-Identifier: MIT
#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.h"

namespace wgf {
namespace {

std::filesystem::path scratch(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "wgf_files_test";
  std::filesystem::create_directories(folder);
  return folder / name;
}

TEST(Files, WritesAndReadsBack) {
  const auto path = scratch("round_trip.txt");
  write_file_atomically(path, "one");
  write_file_atomically(path, "two");
  EXPECT_EQ(read_file(path), "two");
}

TEST(Files, MissingFileNamesThePathAndTheReason) {
  try {
    read_file(scratch("no_such_file"));
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "files.cannot_read");
    EXPECT_NE(std::string(error.what()).find("no_such_file"), std::string::npos);
  }
  EXPECT_FALSE(try_read_file(scratch("no_such_file")));
}

TEST(Files, ALimitEndsWhatNeverEnds) {
  EXPECT_FALSE(read_file_up_to("/dev/zero", 1 << 20));
  const auto path = scratch("three.txt");
  write_file_atomically(path, "one");
  EXPECT_EQ(read_file_up_to(path, 3), "one");
  EXPECT_FALSE(read_file_up_to(path, 2));
  EXPECT_THROW(read_file_up_to(scratch("no_such_file"), 2), Error);
}

TEST(Files, FailedWriteLeavesNothingBehind) {
  const auto folder = scratch("missing_folder");
  EXPECT_THROW(write_file_atomically(folder / "x.json", "text"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_THROW(write_file_atomically("/dev/full", "text"), Error);
}

TEST(Files, CheckWritableKeepsTheOldContent) {
  const auto path = scratch("kept.txt");
  write_file_atomically(path, "kept");
  check_writable(path);
  EXPECT_EQ(read_file(path), "kept");
  EXPECT_THROW(check_writable(scratch("")), Error);
  EXPECT_THROW(check_writable("/dev/null/x"), Error);
}

TEST(Files, ALinkStaysAndItsTargetIsWritten) {
  const auto target = scratch("target.txt"), link = scratch("link.txt");
  std::filesystem::remove(target);
  std::filesystem::remove(link);
  std::filesystem::create_symlink("target.txt", link);
  for (const char* text : {"one", "two"}) {  // not there yet, and there
    check_writable(link);
    write_file_atomically(link, text);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_FALSE(std::filesystem::is_symlink(target));
    EXPECT_EQ(read_file(target), text);
  }
}

TEST(Files, WhoMayReadAFileStays) {
  const auto path = scratch("secret.txt"), other = scratch("other.txt"), plain = scratch("plain");
  for (const auto& file : {path, other, plain}) std::filesystem::remove(file);
  write_file_atomically(path, "one");
  std::filesystem::permissions(path, std::filesystem::perms{0600});
  write_file_atomically(path, "two");
  EXPECT_EQ(file_mode(path), 0600U);
  write_file_atomically(other, "copy", path);
  EXPECT_EQ(file_mode(other), 0600U);
  const mode_t before = ::umask(0077);
  write_file_atomically(plain, "new");
  ::umask(before);
  EXPECT_EQ(file_mode(plain), 0600U);
}

TEST(Files, ProcFilesAreReadWhole) {
  EXPECT_NE(read_file("/proc/self/status").find("Pid:"), std::string::npos);
}

}  // namespace
}  // namespace wgf
