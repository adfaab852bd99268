// SPDX-License-Identifier: MIT
#include "engine/llm/rotary.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/outer.h>
#include <ATen/ops/tensor.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wgf::engine {
namespace {

constexpr double turn = 2 * std::numbers::pi;

// Long waves are stretched by the factor, short ones stay, those between are mixed.
double llama3_frequency(double frequency, const Rotary& rotary) {
  const auto original = static_cast<double>(rotary.original_positions);
  const double wavelength = turn / frequency;
  if (wavelength < original / rotary.high_frequency_factor) return frequency;
  if (wavelength > original / rotary.low_frequency_factor) return frequency / rotary.factor;
  const double smooth = (original / wavelength - rotary.low_frequency_factor) /
                        (rotary.high_frequency_factor - rotary.low_frequency_factor);
  return (1 - smooth) * frequency / rotary.factor + smooth * frequency;
}

// The pair that turns so often within the original length.
double yarn_pair(double turns, const Rotary& rotary) {
  return static_cast<double>(rotary.width) *
         std::log(static_cast<double>(rotary.original_positions) / (turns * turn)) /
         (2 * std::log(rotary.theta));
}

void scale_yarn(std::vector<double>& frequencies, const Rotary& rotary) {
  double low = yarn_pair(rotary.beta_fast, rotary), high = yarn_pair(rotary.beta_slow, rotary);
  if (rotary.truncates) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(rotary.width - 1));
  if (low == high) high += 0.001;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double stretched = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    frequencies[i] *= stretched / rotary.factor + (1 - stretched);
  }
}

}  // namespace

std::vector<double> rotary_frequencies(const Rotary& rotary, std::int64_t length) {
  std::vector<double> frequencies(static_cast<std::size_t>(rotary.width / 2));
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    frequencies[i] =
        std::pow(rotary.theta, -2.0 * static_cast<double>(i) / static_cast<double>(rotary.width));
  switch (rotary.scaling) {
    case Rotary::Scaling::none:
      break;
    case Rotary::Scaling::linear:
      for (double& frequency : frequencies) frequency /= rotary.factor;
      break;
    case Rotary::Scaling::llama3:
      for (double& frequency : frequencies) frequency = llama3_frequency(frequency, rotary);
      break;
    case Rotary::Scaling::yarn:
      scale_yarn(frequencies, rotary);
      break;
    case Rotary::Scaling::longrope: {
      const bool is_long = length > rotary.original_positions;
      const std::vector<double>& divisors = is_long ? rotary.long_factors : rotary.short_factors;
      for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies[i] /= divisors[i];
      break;
    }
  }
  return frequencies;
}

RotaryTable rotary_table(const Rotary& rotary, std::int64_t positions, c10::Device device) {
  const auto exact = at::TensorOptions().dtype(at::kDouble);
  const at::Tensor angles = at::outer(at::arange(positions, exact),
                                      at::tensor(rotary_frequencies(rotary, positions), exact));
  const auto stored = [&](const at::Tensor& values) {
    return (values * rotary.attention_factor).to(at::kFloat).to(device);
  };
  return {stored(angles.cos()), stored(angles.sin())};
}

}  // namespace wgf::engine
