// SPDX-License-Identifier: MIT
#include "images/image_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

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

TEST_F(Folder, ALinkToNothingIsAFileThatCannotBeRead) {
  write("cat/a.jpg");
  fs::create_symlink(path_ / "gone.jpg", path_ / "cat/b.jpg");
  fs::create_symlink(path_ / "cat", path_ / "cat/c");  // a folder is no file
  const std::vector<ImageFile> files = list_image_files(path_);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[1].path.filename(), "b.jpg");
  EXPECT_FALSE(read_image_file(files[1].path));
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
    skipped.add(fs::path("/data") / name, ImageFault::broken);
  skipped.add("b/x.png", ImageFault::not_jpeg);
  skipped.add_grey("b/grey.jpg");
  EXPECT_EQ(skipped.count(), 5u);
  const std::vector<Message> messages = skipped.messages(100);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].key, "images.not_jpeg");
  EXPECT_EQ(messages[1].key, "images.broken");
  const std::map<std::string, std::string> broken(messages[1].args.begin(), messages[1].args.end());
  EXPECT_EQ(broken.at("count"), "4");
  EXPECT_EQ(broken.at("names"), "a/1.jpg, a/2.jpg, a/3.jpg, …");
  EXPECT_EQ(broken.at("files"), "/data/a/1.jpg\n/data/a/2.jpg\n/data/a/3.jpg\n/data/a/4.jpg");
  EXPECT_EQ(messages[2].key, "images.grey");
  EXPECT_THAT(messages[2].args, testing::Contains(testing::Pair("files", "b/grey.jpg")));
  EXPECT_THAT(messages[2].args, testing::Contains(testing::Pair("names", "b/grey.jpg")));
}

TEST(SkippedFiles, PathsOfOneFaultStayALineOfTheChannel) {
  SkippedFiles skipped;
  for (int i = 0; i < 3000; ++i)
    skipped.add("a/" + std::string(1000, 'x') + std::to_string(i), ImageFault::empty);
  const std::string files = skipped.messages(3000).front().args.back().second;
  EXPECT_LT(files.size(), (std::size_t{1} << 20) + 10);
  EXPECT_GT(files.size(), std::size_t{1'000'000});
  EXPECT_TRUE(files.ends_with("\n…"));
}

}  // namespace
}  // namespace wgf::images
