// SPDX-License-Identifier: MIT
#pragma once
// What a card suits, by rules anybody can check against its record.
// docs/method/market.md.

#include <string_view>
#include <vector>

#include "catalog/gpu.h"

namespace wgf::advisor {

enum class Suit {
  pretraining,  // of large networks, many cards together
  fine_tuning,  // LoRA of networks of 8 billion parameters in 16 bits
  llm_serving,
  vision,       // images and other networks that fit anywhere, at little power
  hpc,          // arithmetic in 64 bits
  development,  // nothing of the above
};
std::string_view to_text(Suit suit);

// What each takes at least, or at most.
inline constexpr double pretraining_gb = 40, pretraining_tflops = 150, pretraining_link_gbs = 300;
inline constexpr double fine_tuning_gb = 24, fine_tuning_tflops = 60;
inline constexpr double serving_gb = 24, serving_gbs = 600;
inline constexpr double vision_watts = 150, vision_tflops = 60;
inline constexpr double hpc_tflops = 5;

// In the order of the list; never empty.
std::vector<Suit> suits(const catalog::Gpu& gpu);

}  // namespace wgf::advisor
