// SPDX-License-Identifier: MIT
#include "catalog/gpu.h"

#include <algorithm>
#include <cmath>

namespace wgf::catalog {
namespace {

template <typename Number>
const ComputeColumn<Number>* find_column(std::string_view compute) {
  for (const ComputeColumn<Number>& column : compute_columns<Number>) {
    if (column.name == compute) {
      return &column;
    }
  }
  return nullptr;
}

template <typename Number>
std::optional<Number> value_of(const PerCompute<Number>& values, std::string_view compute) {
  const ComputeColumn<Number>* column = find_column<Number>(compute);
  return column == nullptr ? std::nullopt : values.*(column->member);
}

// FP64 and FP32 run on vector or tensor units; the faster one bounds.
template <typename Number>
std::optional<Number> fastest(const PerCompute<Number>& values, std::string_view compute) {
  const std::optional<Number> vector = value_of(values, compute);
  const std::optional<Number> tensor = value_of(values, std::string(compute) + "_tensor");
  return vector && tensor ? std::max(*vector, *tensor) : (vector ? vector : tensor);
}

}  // namespace

Bytes Gpu::memory() const {
  const double bytes =
      memory_usable_gib ? *memory_usable_gib * static_cast<double>(gibi) : memory_gb * giga;
  return Bytes(std::llround(bytes));
}

std::vector<std::string> gpu_ids(const std::vector<const Gpu*>& gpus) {
  std::vector<std::string> ids;
  for (const Gpu* gpu : gpus) ids.push_back(gpu->id);
  return ids;
}

std::optional<int> core_count(const Gpu& gpu) {
  constexpr int few = 64, many = 128;
  if (!gpu.sm_count) return std::nullopt;
  if (gpu.vendor == "AMD") return *gpu.sm_count * few;
  if (gpu.vendor != "NVIDIA") return std::nullopt;
  for (const std::string_view one : {"6.0", "7.0", "7.5", "8.0"})
    if (gpu.compute_capability == one) return *gpu.sm_count * few;
  return *gpu.sm_count * many;
}

bool shares_host_memory(const Gpu& gpu) {
  return gpu.memory_type.find("unified") != std::string::npos;
}

double cached_bytes(const Gpu& gpu) {
  return (gpu.l2_mb.value_or(0) + gpu.l3_mb.value_or(0)) * static_cast<double>(mebi);
}

bool is_geforce(const Gpu& gpu) {
  return gpu.name.find("GeForce") != std::string::npos;
}

std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, std::string_view compute) {
  return fastest(gpu.peak, compute);
}

std::optional<FlopsPerSecond> half_precision_peak(const Gpu& gpu) {
  const auto peak = dense_peak(gpu, "bf16");
  return peak ? peak : dense_peak(gpu, "fp16");
}

std::optional<FlopsPerSecond> sparse_peak(const Gpu& gpu, std::string_view compute) {
  if (const auto quoted = value_of(gpu.sparse_peak, compute)) {
    return quoted;
  }
  const auto* column = find_column<FlopsPerSecond>(compute);
  const auto dense = value_of(gpu.peak, compute);
  if (column == nullptr || !column->low_precision || !dense || gpu.sparsity_factor <= 1) {
    return std::nullopt;
  }
  return *dense * gpu.sparsity_factor;
}

std::optional<FlopsPerSecond> clock_bound_peak(const Gpu& gpu, std::string_view compute) {
  const std::optional<FlopsPerSecond> quoted = dense_peak(gpu, compute);
  const std::optional<double> per_clock = fastest(gpu.flop_per_clock, compute);
  if (!quoted || !per_clock || !gpu.sm_count || !gpu.boost_clock_mhz) {
    return quoted;
  }
  constexpr double mega = 1e6;
  const FlopsPerSecond at_boost(*gpu.sm_count * *gpu.boost_clock_mhz * mega * *per_clock);
  return std::max(*quoted, at_boost);
}

}  // namespace wgf::catalog
