// SPDX-License-Identifier: MIT
#include <cmath>

#include "base/text.h"
#include "catalog/gpu_records.h"
#include "catalog/record_reader.h"

namespace wgf::catalog {
namespace {

// Datasheets round, and quote clocks a few per cent beside the driver's boost clock.
constexpr double tolerance = 0.05;

bool agree(double published, double computed) {
  return std::abs(published / computed - 1) <= tolerance;
}

void check_peak(const TomlDocument& document, const TomlTable& table, const Gpu& gpu,
                std::size_t column) {
  const auto& [name, peak_of, is_low_precision] = compute_columns<FlopsPerSecond>[column];
  const auto published = gpu.peak.*peak_of;
  const auto per_clock = gpu.flop_per_clock.*(compute_columns<double>[column].member);
  if (!published || !per_clock) {
    return;
  }
  const double clock_mhz = is_low_precision && gpu.tensor_clock_mhz
                               ? *gpu.tensor_clock_mhz
                               : gpu.boost_clock_mhz.value_or(0);
  constexpr double mega = 1e6;
  const double computed = gpu.sm_count.value_or(0) * clock_mhz * mega * *per_clock;
  if (computed > 0 && !agree(published->value, computed)) {
    const std::string field = "dense_tflops." + std::string(name);
    throw_bad_record("catalog.peak_mismatch",
                     {document.file, table.find(field)->line, gpu.id, field},
                     {{"value", format_number(published->value / tera)},
                      {"computed", format_number(computed / tera)}});
  }
}

void check_bandwidth(const TomlDocument& document, const TomlTable& table, const Gpu& gpu) {
  if (!gpu.memory_bus_bits || !gpu.memory_rate_gbps) {
    return;
  }
  constexpr double bits_per_byte = 8;
  const double computed = *gpu.memory_bus_bits * *gpu.memory_rate_gbps / bits_per_byte * giga;
  if (!agree(gpu.memory_bandwidth.value, computed)) {
    const std::string field = "memory.bandwidth_gbs";
    throw_bad_record("catalog.bandwidth_mismatch",
                     {document.file, table.find(field)->line, gpu.id, field},
                     {{"value", format_number(gpu.memory_bandwidth.value / giga)},
                      {"computed", format_number(computed / giga)}});
  }
}

}  // namespace

void check_gpu(const TomlDocument& document, const TomlTable& table, const Gpu& gpu) {
  if (gpu.peak_explanation.empty()) {
    for (std::size_t column = 0; column < std::size(compute_columns<FlopsPerSecond>); ++column) {
      check_peak(document, table, gpu, column);
    }
  }
  check_bandwidth(document, table, gpu);
}

}  // namespace wgf::catalog
