// SPDX-License-Identifier: MIT
#pragma once
// Angles of rotary positions, as transformers' modeling_rope_utils.py defines them.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// Radians a token of each pair of numbers. `length`: of the texts that are to be read, which
// decides between the two tables of longrope.
std::vector<double> rotary_frequencies(const Rotary& rotary, std::int64_t length);

// Cosines and sines [positions, width / 2] in float32, times the attention factor.
struct RotaryTable {
  at::Tensor cosines, sines;
};
RotaryTable rotary_table(const Rotary& rotary, std::int64_t positions, c10::Device device);

}  // namespace wgf::engine
