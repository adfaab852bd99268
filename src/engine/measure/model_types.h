// SPDX-License-Identifier: MIT
#pragma once
// What a model computes in that brings types of its own: that may be another format than was asked
// for, or several.

#include <ATen/core/Tensor.h>

#include <span>

#include "engine/measure/flop_counter.h"
#include "results/result.h"

namespace wgf::engine {

// Corrects what was set by what the counted operations computed in. Where none was counted the
// parameters tell, then the inputs; where neither does, what was set stays. A format of less than
// 1 % of the operations is left out.
void set_types_of_model(results::MathMode& math, const CountedTypes& counted,
                        std::span<const at::Tensor> parameters, std::span<const at::Tensor> inputs);

}  // namespace wgf::engine
