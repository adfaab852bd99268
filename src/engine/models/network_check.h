// SPDX-License-Identifier: MIT
#pragma once
// What the tests of all networks ask: how many parameters, and does one step train every one.

#include <gtest/gtest.h>

#include <cmath>

#include "engine/models/model_list.h"

namespace wgf::engine {

inline std::int64_t count_parameters(const torch::nn::Module& network) {
  std::int64_t count = 0;
  for (const torch::Tensor& parameter : network.parameters()) count += parameter.numel();
  return count;
}

inline Batch make_seeded_batch(const ModelEntry& entry, const BatchShape& shape,
                               std::uint64_t seed = 11) {
  torch::Generator generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  return entry.make_batch(shape, generator);
}

// One forward and backward pass: scalar finite loss, finite gradient for every parameter. Returns
// the output's shape.
inline std::vector<std::int64_t> expect_trains(Network& network, const Batch& batch) {
  const torch::Tensor output = network.forward(batch.inputs);
  const torch::Tensor loss = network.loss(output, batch.target);
  EXPECT_EQ(loss.dim(), 0);
  EXPECT_TRUE(std::isfinite(loss.item<double>()));
  loss.backward();
  for (const auto& parameter : network.named_parameters()) {
    const torch::Tensor gradient = parameter.value().grad();
    EXPECT_TRUE(gradient.defined()) << parameter.key();
    if (!gradient.defined()) continue;
    // A norm is finite only if all terms are.
    const double norm = gradient.norm().item<double>();
    EXPECT_TRUE(std::isfinite(norm)) << parameter.key();
    EXPECT_GT(norm, 0) << parameter.key();
  }
  return output.sizes().vec();
}

}  // namespace wgf::engine
