// SPDX-License-Identifier: MIT
#include "advisor/memory/pipeline_stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace wgf::advisor {
namespace {

TEST(EndStages, TakeWhatTheStagesBetweenLeave) {
  const auto ends = end_stages(61, 16);  // 14 of 4 layers between them, as DeepSeek-V3 was trained
  EXPECT_EQ(ends->first + 14 * 4 + ends->last, 61);
  EXPECT_EQ(ends->first, 3);
  EXPECT_FALSE(end_stages(61, 32));  // 30 of 2 leave one layer
  EXPECT_EQ(end_stages(27, 2)->first, 14);
}

TEST(EndStages, TheLastIsTheLastStage) {
  EXPECT_EQ(last_stage_layers(61, {.pp = 16}), 2);  // 3, 14 of 4 and 2
  EXPECT_EQ(last_stage_layers(80, {.pp = 8}), 10);
  EXPECT_EQ(last_stage_layers(61, {.pp = 32}), 1);  // the last three have one less
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
        EXPECT_EQ(last_stage_layers(layers, {.pp = stages, .virtual_stages = chunks}),
                  of_stage.back());
      }
}

// Interleaved 1F1B place by place as Megatron orders it, a stage one place before the one behind
// it: the longest forward chunk and backward chunk (twice as long) of any stage in each place of a
// round.
double layers_in_lockstep(int layers, const Layout& layout) {
  const int stages = layout.pp, places = stages * layout.virtual_stages;
  const std::vector<int> chunks = chunk_layers(layers, layout);
  double passed = 0;
  for (int place = 0; place < places; ++place) {
    int longest = 0;
    for (int stage = 0; stage < stages; ++stage) {
      const int warm_up = 2 * (stages - 1 - stage) + places - stages;
      const int backward = (place + stage + 1 + places - stages) % places;
      const int forward = (backward + warm_up) % places;
      const auto at = [&](int chunk) {
        return chunks[static_cast<std::size_t>(chunk * stages + stage)];
      };
      longest = std::max(
          longest, at(forward / stages) + 2 * at(layout.virtual_stages - 1 - backward / stages));
    }
    passed += longest / 3.0;
  }
  return passed;
}

TEST(PacedLayers, AreThoseOfTheScheduleInLockstep) {
  int looked_at = 0;
  for (const int layers : {26, 32, 61, 64, 80, 94, 126})
    for (const int stages : {4, 6, 8, 12, 16})
      for (int chunks = 2; chunks <= most_chunks(layers, stages); ++chunks) {
        const Layout layout{.pp = stages, .virtual_stages = chunks};
        EXPECT_NEAR(paced_layers(layers, layout), layers_in_lockstep(layers, layout), 1e-9)
            << layers << " " << stages << " " << chunks;
        ++looked_at;
      }
  EXPECT_GT(looked_at, 200);
}

// One chunk of one micro-step, forward or backward.
struct Pass {
  bool is_backward = false;
  int chunk = 0, micro_step = 0;
};

// What a stage does in a step, in Megatron's order of interleaved 1F1B (Narayanan et al.).
std::vector<Pass> passes_of(int stage, const Layout& layout, int micro_steps) {
  const int stages = layout.pp, places = stages * layout.virtual_stages;
  const int all = micro_steps * layout.virtual_stages;
  const auto pass = [&](bool is_backward, int i) {
    const int turn = i % places / stages;
    const int chunk = is_backward ? layout.virtual_stages - 1 - turn : turn;
    return Pass{is_backward, chunk * stages + stage, i / places * stages + i % stages};
  };
  const int warm_up = std::min(2 * (stages - 1 - stage) + places - stages, all);
  std::vector<Pass> passes;
  for (int i = 0; i < all + warm_up; ++i) {
    if (i < all) passes.push_back(pass(false, i));
    if (i >= warm_up) passes.push_back(pass(true, i - warm_up));
  }
  return passes;
}

// Of a step where a stage starts what comes next as soon as it and its neighbour's result are
// there; in layers forward and backward.
double simulated_step(int layers, const Layout& layout, int micro_steps) {
  const std::vector<int> chunks = chunk_layers(layers, layout);
  std::map<std::tuple<bool, int, int>, double> done;
  std::vector<double> now(static_cast<std::size_t>(layout.pp));
  std::vector<std::vector<Pass>> left;
  for (int stage = 0; stage < layout.pp; ++stage) {
    left.push_back(passes_of(stage, layout, micro_steps));
    std::reverse(left.back().begin(), left.back().end());
  }
  const int last = static_cast<int>(chunks.size()) - 1;
  const auto ready = [&](const Pass& one) -> const double* {
    static constexpr double at_once = 0;
    if (!one.is_backward && one.chunk == 0) return &at_once;
    const bool turns = one.is_backward && one.chunk == last;
    const int before = turns ? last : one.chunk + (one.is_backward ? 1 : -1);
    const auto found = done.find({one.is_backward && !turns, before, one.micro_step});
    return found == done.end() ? nullptr : &found->second;
  };
  for (bool is_moving = true; is_moving;) {
    is_moving = false;
    for (std::size_t stage = 0; stage < left.size(); ++stage)
      while (!left[stage].empty()) {
        const Pass one = left[stage].back();
        const double* start = ready(one);
        if (start == nullptr) break;
        const int size = chunks[static_cast<std::size_t>(one.chunk)] * (one.is_backward ? 2 : 1);
        now[stage] = std::max(now[stage], *start) + size / 3.0;
        done[{one.is_backward, one.chunk, one.micro_step}] = now[stage];
        left[stage].pop_back();
        is_moving = true;
      }
  }
  for (const std::vector<Pass>& passes : left) EXPECT_TRUE(passes.empty());
  return *std::max_element(now.begin(), now.end());
}

TEST(PacedLayers, WithTheBubbleAreNearTheSimulatedSchedule) {
  double worst = 0, sum = 0;
  int unequal = 0;
  for (const int layers : {28, 61, 80, 126})
    for (const int stages : {2, 4, 8, 16})
      for (int chunks = 2; chunks <= std::min(8, most_chunks(layers, stages)); ++chunks)
        for (const int rounds : {1, 4}) {
          const Layout layout{.pp = stages, .virtual_stages = chunks};
          const int micro_steps = rounds * stages;
          const double ours = paced_layers(layers, layout) / stages * micro_steps +
                              (stages - 1.0) / chunks * layers / stages;
          const double error = ours / simulated_step(layers, layout, micro_steps) - 1;
          if (layers % (stages * chunks) == 0) {
            EXPECT_NEAR(error, 0, 1e-9) << layers << " " << stages << " " << chunks;
          } else {
            EXPECT_GE(error, 0) << layers << " " << stages << " " << chunks;
            worst = std::max(worst, error);
            sum += error;
            ++unequal;
          }
        }
  EXPECT_LT(worst, 0.17);  // docs/method/training.md states both
  EXPECT_LT(sum / unequal, 0.04);
}

TEST(PacedLayers, OfEqualStagesAreTheLayers) {
  EXPECT_EQ(paced_layers(80, {.pp = 16, .virtual_stages = 5}), 80);
  EXPECT_EQ(paced_layers(80, {.pp = 1}), 80);
  EXPECT_EQ(paced_layers(61, {.pp = 16}), 64);  // plain stages: the fullest has four
  // One round of two layers, three of one, and 15 places in which another stage has two.
  EXPECT_EQ(paced_layers(80, {.pp = 16, .virtual_stages = 4}), 80 + 15);
}

TEST(Chunks, AreNoneWithoutAPipeline) {
  EXPECT_EQ(most_chunks(80, 1), 1);
  EXPECT_EQ(most_chunks(126, 8), 16);
  EXPECT_EQ(most_chunks(61, 16), 3);
}

}  // namespace
}  // namespace wgf::advisor
