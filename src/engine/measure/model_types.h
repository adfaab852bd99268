// SPDX-License-Identifier: MIT
#pragma once
// What a model computes in that brings types of its own: that may be another format than was asked
// for, or several.

#include <ATen/core/Tensor.h>

#include <span>
#include <string>

#include "engine/measure/flop_counter.h"
#include "results/result.h"

namespace wgf::engine {

// Corrects what was set by what the counted operations computed in. Where none was counted the
// parameters tell, then the inputs; where neither does, what was set stays. A format of less than
// 1 % of the operations is left out.
void set_types_of_model(results::MathMode& math, const CountedTypes& counted,
                        std::span<const at::Tensor> parameters, std::span<const at::Tensor> inputs);

// The format of a model whose operations cannot be asked: of the most of its constants, else of its
// first floating-point input; empty where neither tells.
std::string format_of_compiled(std::span<const c10::ScalarType> constants,
                               std::span<const at::Tensor> inputs);

}  // namespace wgf::engine
