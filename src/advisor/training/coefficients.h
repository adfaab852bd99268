// SPDX-License-Identifier: MIT
#pragma once
// The efficiencies a training time rests on. Few, with a physical meaning each, one set for all
// sources; fitted with shrinkage to the prior that stands in the list (docs/method/training.md).

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/training/generation.h"
#include "advisor/training/training_case.h"
#include "catalog/toml_document.h"

namespace wgf::advisor {

template <typename Number = double>
using PerGeneration = std::array<Number, generation_count>;
template <typename Number = double>
using PerSoftware = std::array<Number, software_count>;

struct TrainingCoefficients {
  // Matrices: at most `matrix_peak` of the dense peak, less where power is short: a FLOP takes
  // `energy` picojoules in bf16, and that times fp8_energy or fp4_energy below.
  PerGeneration<> energy{};
  double fp8_energy = 0, fp4_energy = 0;
  double blackwell_narrow_energy = 0;  // times those, on Blackwell
  double early_narrow = 0;   // times the rate of 8 and 4 bits on Blackwell in its first releases
  double geforce_clock = 0;  // of GeForce cards' peaks: they run above the clock they are quoted at
  double matrix_peak = 0, fp8_peak = 0, fp4_peak = 0;  // the latter two times the first
  PerSoftware<> matrices{};                            // times all of these
  double expert_matrices = 0;                          // grouped, of narrow experts: times that
  double expert_width = 0;  // of experts half as far from dense products as those
  // Attention: of the bf16 peak, at long sequences; half of it where they are `short_sequence`
  // long.
  PerGeneration<> attention{};
  PerSoftware<> attention_kernels{};
  double attention_backward = 0, short_sequence = 0;
  double portable_attention =
      0;  // Hopper, Blackwell, CDNA; kernels not written for them: times that
  double first_attention = 0,
         first_portable_attention = 0;  // FlashAttention 1, its Triton kernel:
                                        // times that, where portable the latter
  // What lies between matrices: times each tensor's bytes pass the memory, forward and backward.
  PerSoftware<> between{};
  double hidden_passes = 0, feed_forward_passes = 0, expert_passes = 0, quantise_passes = 0;
  double score_passes = 0, logit_passes = 0, recurrent_passes = 0;
  double gradient_bytes = 0;  // a parameter and micro-step: gradients are summed in 4 bytes
  PerSoftware<> launch{};     // seconds the host takes for one layer, forward and backward
  double expert_launch = 0;   // times that for a layer of experts
  double fused_experts = 0;   // times all of the experts' part, in the kernels of 2026's releases
  double experts_a_year = 0;  // experts' part was this much slower a year before
  // Shares of communication that computation does not hide, and of wire speed that is reached.
  double tensor_exposed = 0, expert_exposed = 0, context_exposed = 0, data_exposed = 0;
  double tensor_overlapped = 0;  // the first in NVIDIA's performance recipes: gathered in pieces
  double sharding_exposed = 0, sharding_speed = 0, pcie_speed = 0;
  double collective_latency = 0;  // seconds
  double optimizer_bytes = 0;     // of memory traffic a parameter and step
  double host_update = 0;         // seconds a parameter whose optimizer state the host has
  double bubble = 0;              // times the ideal one
  double last_stage = 0;          // of what the output matrix makes the last stage longer
  double straggling = 0;          // for each doubling of GPUs beyond eight
  double step_constant = 0;       // seconds
};

// One number of the set: its name in the data file, where the fit starts and how far it may leave.
struct CoefficientInfo {
  std::string name;
  double prior = 0;
  double spread = 0;  // of its logarithm, one standard deviation
  double* value = nullptr;
};
// All of them, in the order of the data file, pointing into `set`.
std::vector<CoefficientInfo> coefficient_list(TrainingCoefficients& set);

TrainingCoefficients prior_coefficients();

// Cases that are alike in how far their predictions are off.
enum class CaseKind { dense, experts, adapters };
inline constexpr int case_kind_count = 3;

// The fitted ones, and how far predictions of sources that were held out of the fit were off.
struct FittedTraining {
  TrainingCoefficients coefficients;
  // 90 % of |log(predicted / measured)|, interval.h
  PerSoftware<std::array<double, case_kind_count>> spreads{};
  std::string fitted_on;  // date
  int rows = 0;
};
const FittedTraining& fitted_training();
FittedTraining read_fitted_training(const catalog::TomlDocument& document);
std::string to_toml(FittedTraining fitted);

}  // namespace wgf::advisor
