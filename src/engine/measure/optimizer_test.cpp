// SPDX-License-Identifier: MIT
#include "engine/measure/optimizer.h"

#include <gtest/gtest.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>

#include <limits>

#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using Tensors = std::vector<torch::Tensor>;

// Two sets of equal parameters; the last one never gets a gradient.
struct Twins {
  Tensors ours, theirs;
  Twins() {
    torch::manual_seed(3);
    for (const std::int64_t count : {7, 64, 5}) {
      ours.push_back(torch::randn({count}).requires_grad_());
      theirs.push_back(ours.back().detach().clone().requires_grad_());
    }
  }
  void set_gradients(int step) {
    for (std::size_t i = 0; i + 1 < ours.size(); ++i) {
      torch::manual_seed(100 * static_cast<unsigned>(step) + i);
      const torch::Tensor gradient = torch::randn_like(ours[i]);
      ours[i].mutable_grad() = gradient.clone();
      theirs[i].mutable_grad() = gradient.clone();
    }
  }
  void expect_equal() const {
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_TRUE(torch::allclose(ours[i], theirs[i], 1e-6, 1e-7)) << "parameter " << i;
  }
};

TEST(Optimizer, SgdAgreesWithTheReference) {
  Twins twins;
  const auto ours = make_sgd(twins.ours, {.learning_rate = 0.1, .momentum = 0.9});
  torch::optim::SGD theirs(twins.theirs, torch::optim::SGDOptions(0.1).momentum(0.9));
  for (int step = 0; step < 3; ++step) {
    twins.set_gradients(step);
    ours->step();
    theirs.step();
    twins.expect_equal();
  }
  EXPECT_EQ(ours->state_bytes(), Bytes((7 + 64) * 4));
}

// Each way of stepping is the same arithmetic.
TEST(Optimizer, ForeachAndLoopAgreeWithFused) {
  for (const char* name : {"sgd", "adam", "adamw"})
    for (const Way way : {Way::foreach, Way::loop}) {
      Twins twins;
      const auto plain = make_optimizer(name, twins.ours, way);
      const auto fused = make_optimizer(name, twins.theirs, Way::fused);
      for (int step = 0; step < 4; ++step) {
        twins.set_gradients(step);
        plain->step();
        fused->step();
        twins.expect_equal();
      }
    }
}

TEST(Optimizer, PlainOnesTakePartInGradientScaling) {
  Twins twins;
  const auto plain = make_optimizer("adamw", twins.ours, Way::foreach);
  const auto fused = make_optimizer("adamw", twins.theirs, Way::fused);
  for (const float found_inf : {0.0F, 1.0F, 0.0F}) {
    twins.set_gradients(1);
    const GradientScale scale{torch::tensor(4.0F), torch::tensor(found_inf)};
    plain->step(scale);
    fused->step(scale);
    twins.expect_equal();
  }
}

TEST(Optimizer, UnknownWayEndsTheCase) {
  EXPECT_THROW(parse_way("vectorised"), CaseEnded);
}

TEST(Optimizer, AdamwAgreesWithTheReference) {
  Twins twins;
  const auto ours = make_adamw(twins.ours, {.learning_rate = 0.01});
  torch::optim::AdamW theirs(twins.theirs, torch::optim::AdamWOptions(0.01));
  for (int step = 0; step < 3; ++step) {
    twins.set_gradients(step);
    ours->step();
    theirs.step();
    twins.expect_equal();
  }
  // Two moments of every parameter and one step count each.
  EXPECT_EQ(ours->state_bytes(), Bytes(2 * (7 + 64 + 5) * 4 + 3 * 4));
}

TEST(Optimizer, ZeroGradLeavesNone) {
  Twins twins;
  twins.set_gradients(0);
  const auto optimizer = make_sgd(twins.ours);
  optimizer->zero_grad();
  for (const torch::Tensor& parameter : twins.ours) EXPECT_FALSE(parameter.grad().defined());
  EXPECT_NO_THROW(optimizer->step());
}

TEST(Optimizer, UnknownNameEndsTheCase) {
  EXPECT_THROW(make_optimizer("lion", {}), CaseEnded);
}

TEST(GradientScaler, StepsAsWithoutScaling) {
  Twins twins;
  const auto ours = make_sgd(twins.ours, {.learning_rate = 0.1});
  torch::optim::SGD theirs(twins.theirs, torch::optim::SGDOptions(0.1).momentum(0.9));
  GradientScaler scaler(torch::kCPU);
  twins.set_gradients(1);
  for (std::size_t i = 0; i + 1 < twins.ours.size(); ++i)
    twins.ours[i].mutable_grad() = scaler.scaled(twins.ours[i].grad());
  scaler.step(*ours);
  scaler.update();
  theirs.step();
  twins.expect_equal();
}

TEST(GradientScaler, SkipsTheStepAfterAnOverflow) {
  Twins twins;
  const auto ours = make_adamw(twins.ours);
  GradientScaler scaler(torch::kCPU);
  twins.set_gradients(1);
  twins.ours[0].mutable_grad()[2] = std::numeric_limits<float>::infinity();
  scaler.step(*ours);
  scaler.update();
  twins.expect_equal();  // nothing moved
  // Half of 65,536.
  EXPECT_EQ(scaler.scaled(torch::ones({1})).item<float>(), 32'768);
}

}  // namespace
}  // namespace wgf::engine
