// SPDX-License-Identifier: MIT
#include "advisor/training/adapter_support.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace wgf::advisor {
namespace {

// huggingface.co/docs/bitsandbytes, installation guides. 0.50: "official support for NVIDIA GPUs,
// AMD GPUs, Intel XPUs, Apple Silicon, and Intel Gaudi", NF4 from compute capability 6.0. 0.48:
// official on Intel XPU and Gaudi, experimental on AMD. AMD's targets are those of its packages
// (0.49), Intel's those of its README: Data Center Max, Arc A and B.
constexpr double least_capability = 6.0;

struct Support {
  std::string_view generation, release;
};
constexpr Support others[] = {{"gfx90a", "0.50"},  {"gfx942", "0.50"},  {"gfx950", "0.50"},
                              {"gfx1100", "0.50"}, {"gfx1201", "0.50"}, {"pvc", "0.48"},
                              {"acm-g10", "0.48"}, {"bmg-g21", "0.48"}, {"gaudi2", "0.48"},
                              {"gaudi3", "0.48"}};

}  // namespace

std::optional<std::string_view> bitsandbytes_release(const catalog::Gpu& gpu) {
  const std::string& generation = gpu.compute_capability;
  if (const auto capability = parse_number(generation)) {
    if (*capability < least_capability) return std::nullopt;
    return "";
  }
  const auto found = std::find_if(std::begin(others), std::end(others),
                                  [&](const Support& one) { return one.generation == generation; });
  if (found == std::end(others)) return std::nullopt;
  return found->release;
}

}  // namespace wgf::advisor
