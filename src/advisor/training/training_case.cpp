// SPDX-License-Identifier: MIT
#include "advisor/training/training_case.h"

#include <array>

namespace wgf::advisor {
namespace {

constexpr std::array<std::string_view, 5> compute_types{"fp32", "tf32", "bf16", "fp8", "fp4"};
constexpr std::array<std::string_view, software_count> software_names{
    "pytorch", "compiled", "megatron", "transformer_engine", "deepspeed", "native"};

}  // namespace

std::string_view to_text(ComputeType type) {
  return compute_types[static_cast<std::size_t>(type)];
}

std::string_view to_text(Software software) {
  return software_names[static_cast<std::size_t>(software)];
}

std::optional<Software> parse_software(std::string_view text) {
  for (std::size_t i = 0; i < software_names.size(); ++i)
    if (software_names[i] == text) return static_cast<Software>(i);
  return std::nullopt;
}

}  // namespace wgf::advisor
