// SPDX-License-Identifier: MIT
#include "advisor/serving/coefficients.h"

namespace wgf::advisor {
namespace {

using Set = ServingCoefficients;

struct OfSoftware {
  const char* name;
  PerServingSoftware priors;  // trtllm vllm sglang llama.cpp exllama mlc transformers
  double spread;
  PerServingSoftware Set::*values;
};
// Priors: host times of engines with CUDA graphs (0.1 to 0.5 ms a step), the least time of a kernel
// in a graph and outside one, a few milliseconds of HTTP and tokenizing a request.
constexpr OfSoftware of_software[] = {
    {"step", {2e-4, 2e-4, 2e-4, 2e-4, 2e-4, 2e-4, 2e-3}, 0.8, &Set::step},
    {"sequence", {3e-6, 3e-6, 3e-6, 3e-6, 3e-6, 3e-6, 3e-6}, 0.7, &Set::sequence},
    {"loop", {2e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5}, 0.5, &Set::loop},
    {"kernel", {1.5e-6, 2e-6, 2e-6, 2.5e-6, 2.5e-6, 2.5e-6, 8e-6}, 0.4, &Set::kernel},
    {"prompt_kernel", {4e-6, 4e-6, 4e-6, 4e-6, 4e-6, 4e-6, 8e-6}, 0.6, &Set::prompt_kernel},
    {"request", {1.5e-2, 1.5e-2, 4e-2, 1e-3, 1e-3, 1e-3, 1e-3}, 0.3, &Set::request},
    {"burst", {1, 1, 1.5, 1, 1, 1, 1}, 0.2, &Set::burst},
    {"collectives", {0.6, 0.6, 0.6, 1, 1, 1, 1}, 0.3, &Set::collectives},
    {"products", {1, 1, 1, 1, 1, 1, 1.2}, 0.12, &Set::products},
    {"prompt_products", {1.1, 1.1, 1.1, 1.1, 1.3, 1.3, 1.2}, 0.2, &Set::prompt_products},
};

struct Single {
  const char* name;
  double prior, spread;
  double Set::*value;
};
constexpr Single singles[] = {
    {"eight_bits", 1, 0.1, &Set::eight_bits},
    {"four_bits", 1, 0.15, &Set::four_bits},
    {"unpacked", 1.1, 0.15, &Set::unpacked},
    {"experts", 1, 0.15, &Set::experts},
    {"experts_eight", 1, 0.1, &Set::experts_eight},
    {"experts_four", 1, 0.15, &Set::experts_four},
    {"imbalance", 0.5, 0.7, &Set::imbalance},
    {"prompt_experts", 1, 0.3, &Set::prompt_experts},
    {"attention", 0.9, 0.2, &Set::attention},
    {"latent", 0.4, 0.7, &Set::latent},
    {"prompts", 1, 0.2, &Set::prompts},
    {"latent_prompts", 1, 0.5, &Set::latent_prompts},
    {"prompt_collectives", 1, 0.3, &Set::prompt_collectives},
    {"exchange", 1, 0.5, &Set::exchange},
    {"prompt_exchange", 1, 0.5, &Set::prompt_exchange},
    {"between", 1, 0.3, &Set::between},
    {"in_step", 0.5, 0.5, &Set::in_step},
};

}  // namespace

std::vector<ServingCoefficientInfo> coefficient_list(ServingCoefficients& set) {
  std::vector<ServingCoefficientInfo> list;
  for (const OfSoftware& one : of_software)
    for (std::size_t i = 0; i < one.priors.size(); ++i)
      list.push_back(
          {std::string(one.name) + "." + std::string(to_text(static_cast<ServingSoftware>(i))),
           one.priors[i], one.spread, &(set.*one.values)[i]});
  for (const Single& one : singles)
    list.push_back({one.name, one.prior, one.spread, &(set.*one.value)});
  return list;
}

}  // namespace wgf::advisor
