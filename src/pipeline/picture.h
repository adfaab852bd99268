// SPDX-License-Identifier: MIT
#pragma once
// A step of a pipeline as text: a line a rank, time from left to right.

#include <string>
#include <vector>

#include "pipeline/simulate.h"

namespace wgf::pipeline {

// At most so many characters a line. A forward pass is its micro-batch as a digit, a backward pass
// as a letter (a is 0), of weights "="; "." is waiting. From the eleventh micro-batch on they begin
// anew.
std::vector<std::string> draw_step(const Simulation& simulation, std::size_t width);

}  // namespace wgf::pipeline
