// SPDX-License-Identifier: MIT
// Operations of whole networks, counted by the engine, against counts worked out by hand.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "engine/measure/flop_counter.h"
#include "engine/models/model_list.h"

namespace wgf::engine {
namespace {

double forward_flops(const char* model, const torch::Tensor& input) {
  const std::shared_ptr<Network> network = find_model(model)->make();
  network->eval();
  const torch::NoGradGuard no_grad;
  const FlopCounter counter;
  network->forward({input});
  return counter.flops();
}

// Multiply-adds of one 224 x 224 image; a stage's first block halves the size in its 3 x 3.
//   7 x 7, 3 -> 64, at 112 x 112 places                118,013,952
//   stage 1, 56 x 56:    73,728 + 2 x  69,632 each     667,942,912
//   stage 2, 28 x 28:   344,064 + 3 x 278,528 each
//                 and  32,768 at each of 56 x 56     1,027,604,480
//   stage 3, 14 x 14: 1,376,256 + 5 x 1,114,112 each
//                 and 131,072 at each of 28 x 28     1,464,336,384
//   stage 4, 7 x 7:   5,505,024 + 2 x 4,456,448 each
//                 and 524,288 at each of 14 x 14       809,238,528
//   linear, 2048 -> 1000                                 2,048,000
// Together 4,089,184,256: 8.178 GFLOP at two for a multiply-add.
TEST(ModelFlops, Resnet50) {
  EXPECT_EQ(forward_flops("resnet50", torch::zeros({1, 3, 224, 224})), 2.0 * 4'089'184'256);
}

// Multiply-adds of 2 sequences of 16 tokens, width 768:
//   12 layers, each four 768 x 768 and two 768 x 3072 matrices for each token   2,717,908,992
//   attention in each layer, two products of 16 x 768 x 16 for each sequence        9,437,184
//   the pooler, 768 x 768 for each sequence                                         1,179,648
TEST(ModelFlops, BertBase) {
  EXPECT_EQ(forward_flops("bert-base", torch::zeros({2, 16}, torch::kInt64)),
            2.0 * (2'717'908'992 + 9'437'184 + 1'179'648));
}

}  // namespace
}  // namespace wgf::engine
