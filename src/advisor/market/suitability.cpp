// SPDX-License-Identifier: MIT
#include "advisor/market/suitability.h"

#include <algorithm>
#include <utility>

namespace wgf::advisor {
namespace {

double tflops(const catalog::Gpu& gpu, std::string_view compute) {
  const auto peak = catalog::dense_peak(gpu, compute);
  return peak ? peak->value / tera : 0;
}

}  // namespace

std::string_view to_text(Suit suit) {
  constexpr std::string_view names[] = {"pretraining", "fine_tuning", "llm_serving",
                                        "vision",      "hpc",         "development"};
  return names[static_cast<int>(suit)];
}

std::vector<Suit> suits(const catalog::Gpu& gpu) {
  const double half = std::max(tflops(gpu, "fp16"), tflops(gpu, "bf16"));
  const double link = gpu.interconnect_bandwidth ? gpu.interconnect_bandwidth->value / giga : 0;
  const std::pair<Suit, bool> rules[] = {
      {Suit::pretraining, gpu.memory_gb >= pretraining_gb && half >= pretraining_tflops &&
                              link >= pretraining_link_gbs},
      {Suit::fine_tuning, gpu.memory_gb >= fine_tuning_gb && half >= fine_tuning_tflops},
      {Suit::llm_serving,
       gpu.memory_gb >= serving_gb && gpu.memory_bandwidth.value / giga >= serving_gbs},
      {Suit::vision, gpu.tdp && gpu.tdp->value <= vision_watts && half >= vision_tflops},
      {Suit::hpc, tflops(gpu, "fp64") >= hpc_tflops},
  };
  std::vector<Suit> all;
  for (const auto& [suit, is_met] : rules)
    if (is_met) all.push_back(suit);
  if (all.empty()) all.push_back(Suit::development);
  return all;
}

}  // namespace wgf::advisor
