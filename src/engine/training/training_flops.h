// SPDX-License-Identifier: MIT
#pragma once
// Operations of a training step by the definitions in use: five tools count five ways, and shares
// of the same peak differ by a quarter (docs/method/training-engine.md).

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// Of one step's tokens. N: all parameters, of experts those that a token takes; N_m: those of
// matrices, the head among them, without the tables of tokens and positions; L layers of width w =
// heads * head size, sequences of s tokens.
struct TrainingFlops {
  double causal = 0;         // 6 N_m + 6 L w s: what is to be computed; the headline
  double six_n = 0;          // 6 N
  double causal_all = 0;     // 6 N + 6 L w s: llm.c
  double full_matrices = 0;  // 6 N_m + 12 L w s: torchtitan
  double full_all = 0;       // 6 N + 12 L w s: nanoGPT, PaLM
};

// The shape is the whole network's. positions: rows of the table of positions, where there is one.
TrainingFlops training_flops(const DecoderShape& shape, double tokens, std::int64_t length,
                             std::int64_t positions);

// All parameters, those of tables of tokens and positions among them; a tied head once.
double count_parameters(const DecoderShape& shape, std::int64_t positions);
// Those that a token passes: all but the experts that do not take it.
double count_active_parameters(const DecoderShape& shape, std::int64_t positions);

}  // namespace wgf::engine
