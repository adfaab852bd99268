// SPDX-License-Identifier: MIT
#pragma once
// Which of our kernels multiplies the rows of a step by a matrix, and how it is cut for the GPU at
// hand.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/llm/decoder_shape.h"
#include "engine/llm/matrix.h"

namespace wgf::engine {

// How a product is cut: warps of a block, loads of a warp in flight, tiles of 16 rows that read
// their inputs together, blocks of a multiprocessor, bytes of shared memory beyond what the text
// declares; of wide products and of clusters also the pieces of the inner dimension that blocks
// share, and the warps that multiply nothing; how many clusters there are.
struct ProductCut {
  int warps = 8, depth = 4, row_tiles = 1, blocks = 2, shared_bytes = 0;
  int pieces = 1, end_warps = 0, clusters = 0;
};

// Of a GPU: how many there are, and bytes of shared memory that a block of threads can have;
// whether its library multiplies rows sorted by expert without asking the host; how many clusters
// of four such blocks run at once, 0 where warpgroups do not multiply.
struct Multiprocessors {
  std::int64_t count = 0, shared_bytes = 0;
  bool groups_products = true;
  std::int64_t clusters_of_four = 0;
};

// A matrix that is copied in boxes of 64 numbers of so many rows.
struct CopiedBoxes {
  std::int64_t inner = 0, outputs = 0, rows = 0;
};

struct KernelSource {
  std::string text;                    // name in engine/device_code/texts
  std::vector<std::string> constants;  // "INNER=4096"
  ProductCut cut;                      // of a product
  std::optional<CopiedBoxes> boxes;    // of a product by clusters
};

inline constexpr int most_skinny_tokens = 16;
inline constexpr int most_cluster_tokens = 64;
inline constexpr int most_staged_tokens = 4;  // whose inputs stand in shared memory, where they fit

// Tokens that our products have room for, in whole tiles, where a step has so many.
inline std::int64_t columns_of(std::int64_t tokens) {
  return tokens > 8 ? (tokens + 15) / 16 * 16 : 8;
}

using KernelConstants = std::vector<std::string>;
void append_constants(KernelConstants& constants, const KernelConstants& more);

int bits_of(WeightFormat format);
bool is_float(WeightFormat format);  // of its 8 or 4 bits

// Of a step's rows by a matrix [outputs, inner].
struct StepProduct {
  std::int64_t inner, outputs;
  bool has_norm;
  const char* end;  // of the text: what becomes of the sums
  WeightFormat format = WeightFormat::plain;
  enum Choice { none, of_rows, of_inputs } choice = none;  // of experts
  bool has_bias = false;
};

// For steps of so many tokens. Nothing: the library's.
std::optional<KernelSource> product_kernel(const StepProduct& of, const DecoderShape& shape,
                                           std::int64_t tokens,
                                           const Multiprocessors& multiprocessors);

}  // namespace wgf::engine
