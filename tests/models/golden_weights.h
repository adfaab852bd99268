// SPDX-License-Identifier: MIT
#pragma once
// Weights, inputs and targets that C++ and Python make alike, bit for bit, from names alone, so
// that golden numbers need no weight files. golden_weights.py is the same thing in NumPy; change
// both or neither, then run make_golden.py.
//
// Element i of the tensor NAME is u = splitmix64(fnv1a(NAME), i), its top 24 bits mapped to
// [-1, 1). Kinds of tensor:
//   integer tensors                  left alone
//   1-D, name ends in "weight"       1 + 0.1 u     (scale of a normalisation)
//   name ends in "running_var"       1 + 0.1 |u|
//   other 0-D and 1-D                0.1 u         (biases, running means)
//   4-D                              sqrt(6 / fan_in) u   (convolutions: keeps variance through
//   ReLU) other                            sqrt(3 / fan_in) u   (keeps variance)
// with fan_in = elements / size of dimension 0.

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::engine {

// Float32 values scale * u + offset, with u or |u| of the stream `name`.
void fill_uniform(torch::Tensor& tensor, std::string_view name, float scale, float offset = 0,
                  bool absolute = false);
// Every parameter and buffer of the module, by the rules above.
void fill_golden_weights(torch::nn::Module& module);
// Unit variance: sqrt(3) u.
torch::Tensor golden_values(std::string_view name, const std::vector<std::int64_t>& shape);
// Integers from 0 to limit - 1.
torch::Tensor golden_integers(std::string_view name, const std::vector<std::int64_t>& shape,
                              std::int64_t limit);
// Inference mode, except that batch normalisation uses (and updates) the batch's statistics: a
// training step without dropout, the same in every implementation. False where the network has no
// batch normalisation, so that nothing differs from inference mode.
bool set_deterministic_training(torch::nn::Module& module);

}  // namespace wgf::engine
