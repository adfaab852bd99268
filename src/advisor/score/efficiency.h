// SPDX-License-Identifier: MIT
#pragma once
// How much of its roofline each generation of GPUs reaches: data/score/efficiencies.toml, fitted by
// tools/fit_efficiency.py.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/score/score_definition.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

struct GenerationEfficiency {
  std::string id;  // "hopper"
  std::string architecture;
  std::vector<std::string> capabilities;  // compute capabilities it holds for
  bool is_fitted = true;                  // false: taken over from another generation
  double convolutional_low = 0, convolutional_fp32 = 0;
  double transformer_low = 0, transformer_fp32 = 0;

  // low_precision: fp16 or bf16. Only for the two kinds of networks.
  double of(WorkKind kind, bool low_precision) const;
};

using Efficiencies = std::vector<GenerationEfficiency>;

const Efficiencies& known_efficiencies();
Efficiencies parse_efficiencies(std::string_view text, const std::string& file);

// nullptr: nothing is known of this GPU's generation, and nothing is guessed.
const GenerationEfficiency* find_efficiency(const Efficiencies& efficiencies,
                                            const catalog::Gpu& gpu);

}  // namespace wgf::advisor
