// SPDX-License-Identifier: MIT
#pragma once
// What exchanges of gradients share: which parameters travel together, and to be told as each gets
// its gradient.

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <functional>
#include <optional>
#include <vector>

namespace wgf::engine {

// Numbers of parameters, from the last on, which the backward pass reaches first: of one type, as
// many in a row as fit into so many bytes of the type they travel in, one at least. travels_as:
// nothing: each in its own type.
std::vector<std::vector<std::size_t>> parameter_buckets(const std::vector<at::Tensor>& parameters,
                                                        double most_bytes,
                                                        std::optional<c10::ScalarType> travels_as);

// Calls as long as it lives, with the parameter's number, once its gradient of a backward pass is
// there.
class GradientHooks {
 public:
  GradientHooks(const std::vector<at::Tensor>& parameters,
                const std::function<void(std::size_t)>& on_gradient);
  ~GradientHooks();
  GradientHooks(const GradientHooks&) = delete;
  GradientHooks& operator=(const GradientHooks&) = delete;

 private:
  const std::vector<at::Tensor> parameters_;
};

}  // namespace wgf::engine
