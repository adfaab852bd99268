// SPDX-License-Identifier: MIT
#pragma once
// A card as one rank of a serving engine has it: rates of operators, links, and what the software's
// kernels make of them.

#include <array>
#include <optional>

#include "advisor/operators/operators.h"
#include "advisor/serving/serving_case.h"
#include "advisor/training/node.h"

namespace wgf::advisor {

// A card with its rates, and what they are evaluated for.
struct PassCard {
  Operators rates;
  CardFacts facts;
  Node node;
  std::array<double, arithmetic_count> limits{};  // peaks at the highest clock; 0: no such rate
  // Where prompts are multiplied in 16 bits whatever the weights' format, which are unpacked first.
  std::optional<MatrixRates> unpacked;
  // Where narrow weights of prompts are multiplied as integers instead: operations a second.
  std::optional<double> integer_operations;
};
PassCard pass_card(const catalog::Gpu& gpu, const Node& node, ServingSoftware software);

}  // namespace wgf::advisor
