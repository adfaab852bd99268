// SPDX-License-Identifier: MIT
#pragma once
// Inputs of a user's model as typed (results/input_spec.h), with the types of LibTorch.

#include <c10/core/ScalarType.h>

#include <string_view>
#include <vector>

namespace wgf::engine {

struct InputSpec {
  c10::ScalarType dtype = c10::ScalarType::Float;
  std::vector<std::int64_t> shape;
};

// Throws CaseEnded(failed) naming the part that cannot be read.
std::vector<InputSpec> parse_inputs(std::string_view text);

}  // namespace wgf::engine
