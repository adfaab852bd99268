// SPDX-License-Identifier: MIT
#include "images/image_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"

namespace wgf::images {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(path_); }
  void TearDown() override { fs::remove_all(path_); }

  void write(const std::string& name) {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << name;
  }

  fs::path path_ = fs::path(testing::TempDir()) / ("wgf_images." + std::to_string(::getpid()));
};

TEST_F(Folder, ClassesAreNumberedByTheirNames) {
  for (const char* name : {"dog/b.jpg", "dog/a.jpg", "cat/1.jpg", "top.jpg", "cat/.hidden"})
    write(name);
  const std::vector<ImageFile> files = list_image_files(path_);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].path.filename(), "1.jpg");
  EXPECT_EQ(files[0].label, 0);
  EXPECT_EQ(files[1].path.filename(), "a.jpg");
  EXPECT_EQ(files[2].label, 1);
}

TEST_F(Folder, NothingToReadIsAUsageError) {
  for (const fs::path& folder : {path_, path_ / "none"}) {
    try {
      list_image_files(folder);
      FAIL() << folder;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::usage);
    }
  }
}

TEST_F(Folder, AFileThatIsNotThereCannotBeRead) {
  write("cat/a.jpg");
  EXPECT_EQ(read_image_file(path_ / "cat/a.jpg"), "cat/a.jpg");
  EXPECT_FALSE(read_image_file(path_ / "cat/none.jpg"));
}

TEST(SkippedFiles, AreCountedOnceAndNamedByTheirFault) {
  SkippedFiles skipped;
  for (const char* name : {"a/1.jpg", "a/2.jpg", "a/3.jpg", "a/4.jpg", "a/4.jpg"})
    skipped.add(name, ImageFault::broken);
  skipped.add("b/x.png", ImageFault::not_jpeg);
  skipped.add_grey("b/grey.jpg");
  EXPECT_EQ(skipped.count(), 5u);
  const std::vector<Message> messages = skipped.messages(100);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].key, "images.not_jpeg");
  EXPECT_EQ(messages[1].key, "images.broken");
  EXPECT_EQ(messages[1].args[0].second, "4");
  EXPECT_EQ(messages[1].args[2].second, "1.jpg, 2.jpg, 3.jpg, …");
  EXPECT_EQ(messages[2].key, "images.grey");
}

}  // namespace
}  // namespace wgf::images
