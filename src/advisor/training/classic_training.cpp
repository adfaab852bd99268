// SPDX-License-Identifier: MIT
#include "advisor/training/classic_training.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace wgf::advisor {
namespace {

struct Known {
  std::string_view name, unit;
};
constexpr Known known[] = {
    {"resnet50", "images/s"},
    {"ssd300", "images/s"},
    {"bert-base", "sequences/s"},
    {"bert-large", "sequences/s"},
    {"gnmt", "tokens/s"},
    {"tacotron2", "mel-tokens/s"},
    {"waveglow", "audio-samples/s"},
    {"ncf", "samples/s"},
    {"transformer-xl-base", "tokens/s"},
    {"transformer-xl-large", "tokens/s"},
};
static_assert(std::size(known) == classic_network_count);

constexpr std::string_view architectures[] = {"Volta",        "Turing", "Ampere",
                                              "Ada Lovelace", "Hopper", "Blackwell"};
static_assert(std::size(architectures) == classic_generation_count);

// An A100 SXM 80GB, which the coefficients are relative to.
constexpr double mixed_peak = 312e12, tf32_peak = 156e12, vector_peak = 19.5e12;
constexpr double bandwidth = 2.039e12, cache_mb = 40, memory_gb = 80;
constexpr int ampere = 2;

constexpr double flops_a_watt = 1.1e12;  // of half precision, where power binds; tf32 half of it
constexpr double cache_exponent = 0.15;  // a larger cache spares memory traffic
constexpr double usual_overhead = 0.05, usual_exchange = 0.08, usual_vector = -1.5;

double of_generation(const ClassicCoefficients::PerGeneration& values, const ClassicCard& card) {
  return card.generation < 0 ? 0 : values[static_cast<std::size_t>(card.generation)];
}

// Of one sample, to all of that of an A100 but its overhead.
std::array<double, classic_part_count> relative_times(const ClassicCard& card, std::size_t network,
                                                      const ClassicCase& one,
                                                      const ClassicCoefficients& c) {
  const ClassicCard a100 = classic_reference(one.is_mixed);
  const double memory = std::exp(c.memory[one.is_mixed][network]);
  const double vector = std::exp(usual_vector + c.vector[network]);
  const double all = 1 + memory + vector;
  std::array<double, classic_part_count> times{};
  times[0] = a100.tensor.value / card.tensor.value * std::exp(-of_generation(c.tensor_speed, card));
  times[1] = memory * a100.memory.value / card.memory.value *
             std::exp(-of_generation(c.memory_speed, card));
  times[2] = vector * a100.vector.value / card.vector.value;
  for (double& time : times) time /= all;
  times[3] = usual_overhead * std::exp(c.overhead[network]) * a100.memory_gb / card.memory_gb;
  const double gpus = one.gpus;
  const double exchange = usual_exchange *
                          std::exp(c.exchange[network] + of_generation(c.exchange_cost, card)) * 2 *
                          (gpus - 1) / gpus;  // of a ring
  times[4] = exchange * (times[0] + times[1] + times[2] + times[3]);
  return times;
}

}  // namespace

std::string_view to_text(ClassicNetwork network) {
  return known[static_cast<std::size_t>(network)].name;
}

std::string_view unit_of(ClassicNetwork network) {
  return known[static_cast<std::size_t>(network)].unit;
}

std::optional<ClassicNetwork> parse_classic_network(std::string_view text) {
  for (int i = 0; i < classic_network_count; ++i)
    if (known[i].name == text) return static_cast<ClassicNetwork>(i);
  return std::nullopt;
}

std::vector<ClassicCoefficientInfo> classic_list(ClassicCoefficients& set) {
  std::vector<ClassicCoefficientInfo> list;
  const auto add = [&](const std::string& name, double spread, auto& values, auto text) {
    for (std::size_t i = 0; i < values.size(); ++i)
      list.push_back({name + "." + std::string(text(i)), spread, &values[i]});
  };
  const auto network = [](std::size_t i) { return known[i].name; };
  const auto generation = [](std::size_t i) {
    return architectures[i].substr(0, architectures[i].find(' '));
  };
  constexpr double free = 50;  // no prior
  add("rate.fp32", free, set.rate[0], network);
  add("rate.mixed", free, set.rate[1], network);
  add("memory.fp32", 1, set.memory[0], network);
  add("memory.mixed", 1, set.memory[1], network);
  add("vector", 1, set.vector, network);
  add("overhead", 0.7, set.overhead, network);
  add("exchange", 1, set.exchange, network);
  add("tensor_speed", 0.05, set.tensor_speed, generation);
  add("memory_speed", 0.05, set.memory_speed, generation);
  add("exchange_cost", 0.7, set.exchange_cost, generation);
  return list;
}

std::optional<ClassicCard> classic_card(const catalog::Gpu& gpu, bool is_mixed) {
  const auto peak = [&](const char* name) { return catalog::dense_peak(gpu, name); };
  const auto vector = peak("fp32");
  auto tensor = peak(is_mixed ? "fp16" : "tf32");
  if (!tensor) tensor = vector;
  if (!vector || !gpu.tdp || gpu.memory_bandwidth.value <= 0 || gpu.memory_gb <= 0)
    return std::nullopt;
  ClassicCard card;
  const double power = gpu.tdp->value * flops_a_watt * (is_mixed ? 1 : 0.5);
  card.tensor = FlopsPerSecond(std::pow(std::pow(tensor->value, -4) + std::pow(power, -4), -0.25));
  card.vector = *vector;
  card.memory = BytesPerSecond(gpu.memory_bandwidth.value *
                               std::pow(gpu.l2_mb.value_or(cache_mb) / cache_mb, cache_exponent));
  card.memory_gb = gpu.memory_gb;
  const auto* found = std::find(std::begin(architectures), std::end(architectures),
                                std::string_view(gpu.architecture));
  if (found != std::end(architectures))
    card.generation = static_cast<int>(found - std::begin(architectures));
  return card;
}

ClassicCard classic_reference(bool is_mixed) {
  return {FlopsPerSecond(is_mixed ? mixed_peak : tf32_peak), FlopsPerSecond(vector_peak),
          BytesPerSecond(bandwidth), memory_gb, ampere};
}

std::string_view to_text(ClassicPart part) {
  constexpr std::string_view names[] = {"tensor", "memory", "vector", "overhead", "exchange"};
  static_assert(std::size(names) == classic_part_count);
  return names[static_cast<std::size_t>(part)];
}

double ClassicTime::total() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

std::optional<ClassicTime> classic_time(const catalog::Gpu& gpu, const ClassicCase& one,
                                        const ClassicCoefficients& c) {
  const std::optional<ClassicCard> card = classic_card(gpu, one.is_mixed);
  if (!card) return std::nullopt;
  const auto network = static_cast<std::size_t>(one.network);
  const double scale = 1 / (std::exp(c.rate[one.is_mixed][network]) * one.gpus);
  ClassicTime time{relative_times(*card, network, one, c)};
  for (double& part : time.seconds) part *= scale;
  return time;
}

std::optional<double> classic_rate(const catalog::Gpu& gpu, const ClassicCase& one,
                                   const ClassicCoefficients& c) {
  const std::optional<ClassicTime> time = classic_time(gpu, one, c);
  if (!time) return std::nullopt;
  return 1 / time->total();
}

}  // namespace wgf::advisor
