// SPDX-License-Identifier: MIT
#include "catalog/clock_limit.h"

#include <algorithm>
#include <string_view>

namespace wgf::catalog {
namespace {

bool is_named(const Gpu& gpu, std::string_view word) {
  return gpu.name.find(word) != std::string::npos;
}

// "Max Clocks SM" of nvidia-smi as reported of single cards of each family: GTX 1080 Ti 1911, of
// boards overclocked by their makers 1987; TITAN V 1912 (unconfirmed); RTX 2080 Ti, RTX 3090 and
// RTX A6000 2100; RTX 4090 3105; RTX 5090 3090. Data-center cards show the rated clock: T4 1590,
// V100 1530, A100 1410, L4 2040, L40S 2520, H100 SXM 1980.
struct Limit {
  std::string_view architecture;
  double mhz;
};
constexpr Limit limits[] = {{"Pascal", 1987}, {"Volta", 1912},        {"Turing", 2100},
                            {"Ampere", 2100}, {"Ada Lovelace", 3105}, {"Blackwell", 3090}};

bool is_desktop_nvidia(const Gpu& gpu) {
  for (const std::string_view word : {"GeForce", "GTX", "RTX", "TITAN", "Quadro"})
    if (is_named(gpu, word)) return !is_named(gpu, "Server");
  return false;
}

// Radeon and Arc: drivers tell no limit, or one that boards exceed. An allowance, wide
// enough that a measured rate is not called impossible.
constexpr double allowance = 1.25;

}  // namespace

double rated_clock_mhz(const Gpu& gpu) {
  return std::max(gpu.boost_clock_mhz.value_or(0), gpu.tensor_clock_mhz.value_or(0));
}

std::optional<double> highest_clock_mhz(const Gpu& gpu) {
  const double rated = rated_clock_mhz(gpu);
  if (rated <= 0) return std::nullopt;
  if (is_desktop_nvidia(gpu)) {
    for (const Limit& limit : limits)
      if (gpu.architecture == limit.architecture) return std::max(rated, limit.mhz);
    return rated * allowance;
  }
  return is_named(gpu, "Radeon") || is_named(gpu, " Arc ") ? rated * allowance : rated;
}

double clock_headroom(const Gpu& gpu) {
  const double rated = rated_clock_mhz(gpu);
  return rated > 0 ? *highest_clock_mhz(gpu) / rated : 1;
}

}  // namespace wgf::catalog
