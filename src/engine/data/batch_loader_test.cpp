// SPDX-License-Identifier: MIT
#include "engine/data/batch_loader.h"

#include <ATen/ops/equal.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;

// Two classes of four images, each of one colour.
class LoaderTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 8; ++i)
      write(i < 4 ? "a" : "b", std::to_string(i) + ".jpg",
            images::encode_jpeg(
                std::vector<std::uint8_t>(3 * 80 * 60, static_cast<std::uint8_t>(30 * i)), 80, 60));
  }
  void TearDown() override { fs::remove_all(path_); }

  void write(const std::string& of_class, const std::string& name, const std::string& bytes) {
    fs::create_directories(path_ / of_class);
    std::ofstream(path_ / of_class / name, std::ios::binary) << bytes;
  }

  std::vector<LoadedBatch> batches(const LoaderOptions& options, int count) const {
    BatchLoader loader(images::list_image_files(path_), options);
    std::vector<LoadedBatch> all;
    for (int i = 0; i < count; ++i) all.push_back(loader.next());
    return all;
  }

  fs::path path_ = fs::path(testing::TempDir()) / ("wgf_loader." + std::to_string(::getpid()));
};

TEST_F(LoaderTest, BatchesAreTheSameWhateverTheNumberOfWorkers) {
  const auto alone = batches({.batch_size = 3, .workers = 0, .side = 32}, 7);
  for (const std::int64_t workers : {1, 3}) {
    const auto shared = batches({.batch_size = 3, .workers = workers, .side = 32}, 7);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      EXPECT_TRUE(at::equal(alone[i].images, shared[i].images)) << workers << " " << i;
      EXPECT_TRUE(at::equal(alone[i].labels, shared[i].labels));
    }
  }
}

TEST_F(LoaderTest, LabelsAreThoseOfTheColours) {
  for (const LoadedBatch& batch : batches({.batch_size = 4, .workers = 1, .side = 16}, 4))
    for (int i = 0; i < 4; ++i) {
      const float red = batch.images[i][0][8][8].item<float>() * 0.229F + 0.485F;
      EXPECT_EQ(batch.labels[i].item<std::int64_t>(), red * 255 < 105 ? 0 : 1) << red;
    }
}

TEST_F(LoaderTest, ValuesAreNormalised) {
  const LoadedBatch batch = batches({.batch_size = 1, .workers = 0, .side = 16}, 1).front();
  const float red = batch.images[0][0][3][3].item<float>() * 0.229F + 0.485F,
              blue = batch.images[0][2][3][3].item<float>() * 0.225F + 0.406F;
  EXPECT_NEAR(red, blue, 0.02);
}

TEST_F(LoaderTest, ChannelsLastHoldsTheSameNumbers) {
  const auto planes = batches({.batch_size = 2, .side = 16}, 1),
             pixels = batches({.batch_size = 2, .side = 16, .is_channels_last = true}, 1);
  EXPECT_TRUE(pixels[0].images.is_contiguous(at::MemoryFormat::ChannelsLast));
  EXPECT_TRUE(at::equal(planes[0].images, pixels[0].images));
}

TEST_F(LoaderTest, BadFilesAreSkippedCountedAndNamed) {
  write("a", "empty.jpg", "");
  write("b", "notes.txt", "no image");
  BatchLoader loader(images::list_image_files(path_), {.batch_size = 5, .workers = 2, .side = 16});
  for (int i = 0; i < 6; ++i) loader.next();
  EXPECT_EQ(loader.skipped().count(), 2u);
  EXPECT_EQ(loader.skipped().messages(loader.file_count()).size(), 2u);
  EXPECT_GE(loader.images_made(), 30);
}

TEST_F(LoaderTest, StrictEndsAtABadFile) {
  write("a", "empty.jpg", "");
  for (const std::int64_t workers : {0, 2}) {
    try {
      batches({.batch_size = 9, .workers = workers, .side = 16, .is_strict = true}, 3);
      FAIL();
    } catch (const CaseEnded& ended) {
      EXPECT_EQ(ended.reason().key, "images.refused_empty");
    }
  }
}

TEST_F(LoaderTest, WhatIsReadyIsThrownAwayInItsOrder) {
  const LoaderOptions options{.batch_size = 3, .workers = 2, .side = 32};
  const auto all = batches(options, 8);
  BatchLoader loader(images::list_image_files(path_), options);
  while (loader.images_made() < 4 * options.batch_size)  // two ahead of each worker
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // counted, then handed over
  loader.drop_ready();
  EXPECT_TRUE(at::equal(loader.next().images, all[4].images));
}

TEST_F(LoaderTest, OnlyBadFilesEndTheCase) {
  fs::remove_all(path_);
  write("a", "x.jpg", "text");
  write("a", "y.jpg", "");
  for (const std::int64_t workers : {0, 2}) {
    try {
      batches({.batch_size = 2, .workers = workers, .side = 16}, 1);
      FAIL();
    } catch (const CaseEnded& ended) {
      EXPECT_EQ(ended.reason().key, "images.none_usable");
      EXPECT_EQ(ended.warnings().size(), 2u);  // no JPEG, and an empty file, named
    }
  }
}

TEST(RandomCrop, LiesWithinTheImage) {
  std::mt19937_64 random(1);
  for (const images::ImageSize size : {images::ImageSize{500, 375}, {20, 400}, {1, 1}})
    for (int i = 0; i < 200; ++i) {
      const images::Crop crop = random_crop(size, random);
      EXPECT_GE(crop.left, 0);
      EXPECT_GE(crop.top, 0);
      EXPECT_GE(crop.width, 1);
      EXPECT_LE(crop.left + crop.width, size.width);
      EXPECT_LE(crop.top + crop.height, size.height);
    }
}

}  // namespace
}  // namespace wgf::engine
