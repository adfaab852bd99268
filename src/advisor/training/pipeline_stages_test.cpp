// SPDX-License-Identifier: MIT
#include "advisor/training/pipeline_stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace wgf::advisor {
namespace {

TEST(EndStages, TakeWhatTheStagesBetweenLeave) {
  const auto ends = end_stages(61, 16);  // 14 of 4 layers between them, as DeepSeek-V3 was trained
  EXPECT_EQ(ends->first + 14 * 4 + ends->last, 61);
  EXPECT_EQ(ends->first, 3);
  EXPECT_FALSE(end_stages(61, 32));  // 30 of 2 leave one layer
  EXPECT_EQ(end_stages(27, 2)->first, 14);
}

TEST(Chunks, OfLlama405BCountEmbeddingAndLossAsLayers) {
  const Layout published{.pp = 8, .virtual_stages = 8};
  const Chunks chunks = chunks_of(126, published);
  EXPECT_EQ(chunks.each, 2);
  EXPECT_TRUE(chunks.is_embedding_a_layer());
  EXPECT_TRUE(chunks.is_loss_a_layer());
  const std::vector<int> layers = chunk_layers(126, published);
  ASSERT_EQ(layers.size(), 64U);
  EXPECT_EQ(layers.front(), 1);
  EXPECT_EQ(layers.back(), 1);
  EXPECT_TRUE(std::all_of(layers.begin() + 1, layers.end() - 1, [](int one) { return one == 2; }));
}

TEST(Chunks, HoldAllLayersAndDifferByOne) {
  for (const int layers : {26, 61, 80, 126})
    for (int stages = 2; stages <= 16; ++stages)
      for (int chunks = 2; chunks <= most_chunks(layers, stages); ++chunks) {
        const std::vector<int> found =
            chunk_layers(layers, {.pp = stages, .virtual_stages = chunks});
        EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0), layers);
        const auto [least, most] = std::minmax_element(found.begin(), found.end());
        EXPECT_LE(*most - *least, 1);
        // None but the ends, of embedding and loss, is empty.
        EXPECT_TRUE(
            std::all_of(found.begin() + 1, found.end() - 1, [](int count) { return count > 0; }))
            << layers << " " << stages << " " << chunks;
        std::vector<int> of_stage(static_cast<std::size_t>(stages));
        for (std::size_t i = 0; i < found.size(); ++i) of_stage[i % of_stage.size()] += found[i];
        const auto [emptiest, fullest] = std::minmax_element(of_stage.begin(), of_stage.end());
        EXPECT_EQ(*fullest, (layers + stages - 1) / stages);
        EXPECT_EQ(*emptiest, of_stage.back());
      }
}

TEST(Chunks, AreNoneWithoutAPipeline) {
  EXPECT_EQ(most_chunks(80, 1), 1);
  EXPECT_EQ(most_chunks(126, 8), 16);
  EXPECT_EQ(most_chunks(61, 16), 3);
}

}  // namespace
}  // namespace wgf::advisor
