// SPDX-License-Identifier: MIT
#pragma once
// The number formats of a matrix product: what an element of each side weighs, and which dense peak
// bounds the arithmetic.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "advisor/operators/card_facts.h"

namespace wgf::advisor {

enum class MatrixType {
  bf16,          // fp16 alike
  fp8,           // one scale a tensor or a row
  fp8_block,     // one scale a block of 128 x 128 weights
  fp4,           // NVFP4: one scale per 16 elements, both sides
  int8,          // both sides
  int8_weights,  // computed in bf16
  int4_weights,  // computed in bf16
  fp4_weights,   // of MXFP4, computed in bf16
  fp4_fp8,       // MXFP4 weights, MXFP8 activations
};
inline constexpr std::size_t matrix_type_count = 9;

struct MatrixTypeFacts {
  MatrixType type;
  std::string_view name;
  Arithmetic arithmetic;
  double weight_bytes, activation_bytes;  // of an element, scales included
  bool is_quantised_on_the_fly;           // activations arrive in bf16 and are converted first
  MatrixType nearest;                     // whose coefficients serve where it has none of its own
};

// What a weight takes in each format of four bits, scales included, wherever it is stored.
inline constexpr double int4_bytes = 0.5 + 2.5 / 128;       // GPTQ, AWQ: 16 + 4 bits for every 128
inline constexpr double int4_of_32_bytes = 0.5 + 2.0 / 32;  // published so: 16 bits for every 32
inline constexpr double nvfp4_bytes = 0.5 + 1.0 / 16;       // a byte for every 16
inline constexpr double mxfp4_bytes = 0.5 + 1.0 / 32;       // a byte for every 32
inline constexpr double nf4_bytes = 4.127 / 8;              // QLoRA, with double quantisation
// Bits of formats of single programs: GGUF with 16 bits for every 32 weights (MLC's q4f16_1 alike),
// blocks of 6 bits, and their mixture with those of 4.
inline constexpr double q8_0_bits = 8.5, q4_0_bits = 4.5, q6_k_bits = 6.56, q4_k_m_bits = 4.85;

// In the order of MatrixType.
inline constexpr std::array<MatrixTypeFacts, matrix_type_count> matrix_types{{
    {MatrixType::bf16, "bf16", Arithmetic::bf16, 2, 2, false, MatrixType::bf16},
    {MatrixType::fp8, "fp8", Arithmetic::fp8, 1, 1, true, MatrixType::fp8_block},
    {MatrixType::fp8_block, "fp8_block", Arithmetic::fp8, 1, 1, true, MatrixType::fp8},
    {MatrixType::fp4, "fp4", Arithmetic::fp4, nvfp4_bytes, nvfp4_bytes, true, MatrixType::fp8},
    {MatrixType::int8, "int8", Arithmetic::int8, 1, 1, true, MatrixType::fp8},
    {MatrixType::int8_weights, "int8_weights", Arithmetic::bf16, 1, 2, true,
     MatrixType::int4_weights},
    {MatrixType::int4_weights, "int4_weights", Arithmetic::bf16, int4_bytes, 2, true,
     MatrixType::int8_weights},
    {MatrixType::fp4_weights, "fp4_weights", Arithmetic::bf16, mxfp4_bytes, 2, true,
     MatrixType::int4_weights},
    {MatrixType::fp4_fp8, "fp4_fp8", Arithmetic::fp8, mxfp4_bytes, 1, true, MatrixType::fp8_block},
}};

constexpr const MatrixTypeFacts& facts_of(MatrixType type) {
  return matrix_types[static_cast<std::size_t>(type)];
}
std::optional<MatrixType> parse_matrix_type(std::string_view name);

}  // namespace wgf::advisor
