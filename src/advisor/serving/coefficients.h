// SPDX-License-Identifier: MIT
#pragma once
// What serving adds to the times of operators: overheads of the software and corrections of whole
// kinds of operators. One set for all sources, fitted with shrinkage to the priors in the list
// (docs/method/serving.md).

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/serving/serving_case.h"
#include "catalog/toml_document.h"

namespace wgf::advisor {

using PerServingSoftware = std::array<double, serving_software_count>;

struct ServingCoefficients {
  PerServingSoftware step{};      // seconds the host takes between passes
  PerServingSoftware sequence{};  // seconds more for each running sequence
  PerServingSoftware loop{};      // seconds of the host's loop over those of a group of attention
  PerServingSoftware kernel{};    // seconds of a small kernel, in passes that only generate
  PerServingSoftware prompt_kernel{};  // and in passes that read prompts, which no graph launches
  PerServingSoftware request{};        // seconds from arrival to the queue, and back with a token
  PerServingSoftware burst{};          // of the first burst's waiting that shows in the mean
  PerServingSoftware products{}, prompt_products{};  // times those of the operators
  double eight_bits = 0, four_bits = 0;              // products in narrow types, times those
  double unpacked = 0;  // of programs for one user, whose kernels unpack weights for every token
  double experts = 0, experts_eight = 0, experts_four = 0;
  double imbalance = 0;       // share of what a power law of the experts' popularity would add
  double prompt_experts = 0;  // times the former, in passes that read prompts
  double attention = 0, latent = 0, prompts = 0, latent_prompts = 0;
  PerServingSoftware collectives{};  // inside a graph
  double prompt_collectives = 0;     // of prompts
  double exchange = 0, prompt_exchange = 0;
  double between = 0;
  double in_step = 0;  // share of SGLang's prompts that stay together, where a pass reads many
};

struct ServingCoefficientInfo {
  std::string name;
  double prior = 0;
  double spread = 0;  // of its logarithm, one standard deviation
  double* value = nullptr;
};
std::vector<ServingCoefficientInfo> coefficient_list(ServingCoefficients& set);

// Measured over forecast: nine in ten lie between, of groups left out of the fit.
struct ServingBand {
  double low = 1, high = 1;
};
// Each engine that serves many has bands of its own: how much rows leave open differs with it. With
// a prefill pool the wait for it decides, whatever the engine. Offline throughput, and programs for
// one user, whatever they are, have others.
enum class ServingBandKind {
  ttft_trtllm,
  ttft_vllm,
  ttft_sglang,
  tpot_trtllm,
  tpot_vllm,
  tpot_sglang,
  ttft_pools,
  tpot_pools,
  offline,
  single_prompt,
  single_token,
};
inline constexpr int serving_band_count = 11;
std::string_view to_text(ServingBandKind kind);
ServingBandKind ttft_band(const ServingCase& one);
ServingBandKind tpot_band(const ServingCase& one);

struct FittedServing {
  ServingCoefficients coefficients;
  std::array<ServingBand, serving_band_count> bands{};
  std::string fitted_on;  // date
  int rows = 0;
  const ServingBand& band(ServingBandKind kind) const {
    return bands[static_cast<std::size_t>(kind)];
  }
};
const FittedServing& fitted_serving();
FittedServing read_fitted_serving(const catalog::TomlDocument& document);
std::string to_toml(FittedServing fitted);

}  // namespace wgf::advisor
