// SPDX-License-Identifier: MIT
#pragma once
// Shapes of matrix products to measure: as typed, or those of a known list or a network.

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "results/parameters.h"

namespace wgf::cli {

struct ShapeChoice {
  std::string shapes;  // --shape: "1024-8192*2", "4096x4096x1024"
  std::string preset;  // --preset: "deepbench", "llm:llama-3.1-8b"
  std::string tokens;  // --tokens of llm:… at once, as a sweep
};

// m, n and k of each product. Throws Error(usage) for what cannot be read, an unknown preset or a
// network without the shape of a decoder.
std::vector<results::Parameters> gemm_shapes(const ShapeChoice& choice,
                                             const catalog::ModelCatalog& models);

}  // namespace wgf::cli
