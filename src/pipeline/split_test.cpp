// SPDX-License-Identifier: MIT
#include "pipeline/split.h"

#include <gtest/gtest.h>

namespace wgf::pipeline {
namespace {

TEST(Split, IsEvenWhereTheEndIsNotCounted) {
  EXPECT_EQ(layers_of_chunks(48, 2, 0), (std::vector<int>{24, 24}));
  EXPECT_EQ(layers_of_chunks(7, 3, 0), (std::vector<int>{3, 2, 2}));
}

TEST(Split, GivesTheLastChunkFewerLayersForItsEnd) {
  EXPECT_EQ(layers_of_chunks(48, 2, 2.5), (std::vector<int>{25, 23}));
  EXPECT_EQ(layers_of_chunks(48, 4, 2.5), (std::vector<int>{13, 13, 12, 10}));
  EXPECT_EQ(layers_of_chunks(48, 2, 0.3), (std::vector<int>{24, 24}));
}

TEST(Split, LeavesTheLastChunkALayer) {
  EXPECT_EQ(layers_of_chunks(4, 4, 9), (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(layers_of_chunks(8, 4, 9), (std::vector<int>{3, 2, 2, 1}));
  EXPECT_EQ(layers_of_chunks(8, 1, 9), (std::vector<int>{8}));
}

}  // namespace
}  // namespace wgf::pipeline
