// SPDX-License-Identifier: MIT
#include "advisor/training/coefficients.h"

#include <span>

namespace wgf::advisor {
namespace {

using Set = TrainingCoefficients;

struct Single {
  const char* name;
  double prior, spread;
  double Set::*value;
};

// Priors are physics and published measurements of single operators, not fitted here: energy from
// sustained rates under the power limit (stas00/ml-engineering MAMF), attention from the papers of
// FlashAttention 2 and 3, passes from counting the operators of a Llama layer.
constexpr Single singles[] = {
    {"fp8_energy", 0.62, 0.15, &Set::fp8_energy},
    {"fp4_energy", 0.45, 0.2, &Set::fp4_energy},
    {"blackwell_narrow_energy", 0.85, 0.15, &Set::blackwell_narrow_energy},
    {"early_narrow", 0.9, 0.1, &Set::early_narrow},
    {"geforce_clock", 1.1, 0.05, &Set::geforce_clock},
    {"matrix_peak", 0.92, 0.03, &Set::matrix_peak},
    {"fp8_peak", 0.8, 0.1, &Set::fp8_peak},
    {"fp4_peak", 0.65, 0.1, &Set::fp4_peak},
    {"expert_matrices", 0.55, 0.2, &Set::expert_matrices},
    {"expert_width", 8000, 0.3, &Set::expert_width},
    {"attention_backward", 0.85, 0.12, &Set::attention_backward},
    {"portable_attention", 0.54, 0.2, &Set::portable_attention},
    {"first_attention", 0.6, 0.2, &Set::first_attention},
    {"first_portable_attention", 0.75, 0.2, &Set::first_portable_attention},
    {"short_sequence", 600, 0.4, &Set::short_sequence},
    {"hidden_passes", 36, 0.25, &Set::hidden_passes},
    {"feed_forward_passes", 10, 0.25, &Set::feed_forward_passes},
    {"expert_passes", 16, 0.4, &Set::expert_passes},
    {"quantise_passes", 10, 0.4, &Set::quantise_passes},
    {"score_passes", 16, 0.25, &Set::score_passes},
    {"recurrent_passes", 20, 0.4, &Set::recurrent_passes},
    {"logit_passes", 6, 0.4, &Set::logit_passes},
    {"gradient_bytes", 8, 0.4, &Set::gradient_bytes},
    {"expert_launch", 2.5, 0.4, &Set::expert_launch},
    {"fused_experts", 0.65, 0.25, &Set::fused_experts},
    {"experts_a_year", 1.3, 0.15, &Set::experts_a_year},
    {"tensor_exposed", 0.9, 0.2, &Set::tensor_exposed},
    {"tensor_overlapped", 0.45, 0.3, &Set::tensor_overlapped},
    {"expert_exposed", 0.45, 0.4, &Set::expert_exposed},
    {"context_exposed", 0.3, 0.4, &Set::context_exposed},
    {"data_exposed", 0.35, 0.4, &Set::data_exposed},
    {"sharding_exposed", 0.15, 0.4, &Set::sharding_exposed},
    {"sharding_speed", 0.7, 0.2, &Set::sharding_speed},
    {"pcie_speed", 0.8, 0.3, &Set::pcie_speed},
    {"collective_latency", 15e-6, 0.4, &Set::collective_latency},
    {"optimizer_bytes", 26, 0.3, &Set::optimizer_bytes},
    {"host_update", 1.7e-9, 0.3, &Set::host_update},
    {"bubble", 1, 0.12, &Set::bubble},
    {"last_stage", 0.4, 0.4, &Set::last_stage},
    {"straggling", 0.01, 0.6, &Set::straggling},
    {"step_constant", 5e-3, 0.4, &Set::step_constant},
};

struct OfGenerations {
  const char* name;
  PerGeneration<>
      priors;  // volta ampere hopper blackwell blackwell_ultra ada blackwell_rtx cdna3 4
  double spread;
  PerGeneration<> Set::*values;
};
constexpr OfGenerations of_generations[] = {
    {"energy", {1.3, 0.85, 0.62, 0.50, 0.47, 0.95, 0.7, 0.85, 0.63}, 0.12, &Set::energy},
    {"attention", {0.3, 0.6, 0.67, 0.67, 0.72, 0.6, 0.6, 0.3, 0.35}, 0.12, &Set::attention},
};

struct OfSoftware {
  const char* name;
  PerSoftware<> priors;  // pytorch compiled megatron transformer_engine deepspeed native
  double spread;
  PerSoftware<> Set::*values;
};
constexpr OfSoftware of_software[] = {
    {"matrices", {0.95, 0.95, 0.92, 1, 0.95, 1}, 0.1, &Set::matrices},
    {"attention_kernels", {0.9, 0.9, 0.8, 1, 0.9, 0.9}, 0.12, &Set::attention_kernels},
    {"between", {1.5, 1.3, 1.3, 1, 1.3, 0.55}, 0.3, &Set::between},
    {"launch", {1.5e-3, 0.5e-3, 0.9e-3, 0.9e-3, 0.9e-3, 0.1e-3}, 0.4, &Set::launch},
};

}  // namespace

std::vector<CoefficientInfo> coefficient_list(TrainingCoefficients& set) {
  std::vector<CoefficientInfo> list;
  for (const OfGenerations& one : of_generations)
    for (int i = 0; i < generation_count; ++i)
      list.push_back(
          {std::string(one.name) + "." + std::string(to_text(static_cast<Generation>(i))),
           one.priors[i], one.spread, &(set.*one.values)[i]});
  for (const OfSoftware& one : of_software)
    for (int i = 0; i < software_count; ++i)
      list.push_back({std::string(one.name) + "." + std::string(to_text(static_cast<Software>(i))),
                      one.priors[i], one.spread, &(set.*one.values)[i]});
  for (const Single& one : singles)
    list.push_back({one.name, one.prior, one.spread, &(set.*one.value)});
  return list;
}

TrainingCoefficients prior_coefficients() {
  TrainingCoefficients set;
  for (const CoefficientInfo& one : coefficient_list(set)) *one.value = one.prior;
  return set;
}

}  // namespace wgf::advisor
