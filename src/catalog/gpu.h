// SPDX-License-Identifier: MIT
#pragma once
// One GPU or accelerator as its maker specifies it. All peaks are dense: a figure "with sparsity"
// is the dense one times sparsity_factor and is shown beside it, never used as a peak.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace wgf::catalog {

// One number per arithmetic; integer rates count operations. Empty: the source names none.
template <typename Number>
struct PerCompute {
  std::optional<Number> fp64, fp64_tensor, fp32, fp32_tensor, tf32, fp16, bf16, fp8, int8, int4,
      fp4;
};

// The columns of PerCompute by name, in the order of the struct.
// Rates marked low_precision are the ones quoted at tensor_clock_mhz and doubled by structured
// sparsity; FP64 and FP32 on tensor units are neither.
template <typename Number>
struct ComputeColumn {
  std::string_view name;
  std::optional<Number> PerCompute<Number>::*member;
  bool low_precision;
};
template <typename Number>
inline constexpr ComputeColumn<Number> compute_columns[] = {
    {"fp64", &PerCompute<Number>::fp64, false},
    {"fp64_tensor", &PerCompute<Number>::fp64_tensor, false},
    {"fp32", &PerCompute<Number>::fp32, false},
    {"fp32_tensor", &PerCompute<Number>::fp32_tensor, false},
    {"tf32", &PerCompute<Number>::tf32, true},
    {"fp16", &PerCompute<Number>::fp16, true},
    {"bf16", &PerCompute<Number>::bf16, true},
    {"fp8", &PerCompute<Number>::fp8, true},
    {"int8", &PerCompute<Number>::int8, true},
    {"int4", &PerCompute<Number>::int4, true},
    {"fp4", &PerCompute<Number>::fp4, true},
};

struct Gpu {
  std::string id;      // "h100-sxm"
  std::string vendor;  // "NVIDIA"
  std::string name;    // "NVIDIA H100 SXM5 80GB"
  std::vector<std::string> aliases;
  std::vector<std::string>
      driver_names;          // names the driver gives to several cards: memory tells which
  std::string architecture;  // "Hopper"
  std::string form_factor;   // "SXM5", "PCIe", "OAM", …
  std::optional<int> release_year;
  std::string launch_quarter;  // "2022Q3"

  double memory_gb = 0;                     // as sold: decimal figure of the maker
  std::optional<double> memory_usable_gib;  // what the driver reports, 2^30 bytes
  int devices = 1;          // what programs see of one card: each has its share of the memory
  std::string memory_type;  // "HBM3"
  std::optional<int> memory_bus_bits;
  std::optional<double> memory_rate_gbps;  // per pin
  BytesPerSecond memory_bandwidth;
  std::optional<double> l2_mb;
  std::optional<double> l3_mb;  // between it and memory: AMD's Infinity Cache

  std::optional<int> sm_count;  // streaming multiprocessors, or compute units
  std::optional<double> boost_clock_mhz;
  std::optional<double>
      tensor_clock_mhz;             // clock of the published tensor peaks, where it is not boost
  std::string compute_capability;   // "9.0", "gfx942"
  PerCompute<FlopsPerSecond> peak;  // dense
  PerCompute<FlopsPerSecond> sparse_peak;  // where it is not the dense peak times sparsity_factor
  PerCompute<double> flop_per_clock;  // per SM; empty where the formula does not describe the card
  double sparsity_factor = 1;         // 2: structured sparsity doubles the tensor rates
  std::string peak_explanation;  // why a peak is not SMs x clock x FLOP/clock, or is no formula

  std::string interconnect;                              // "NVLink4", "PCIe4"
  std::optional<BytesPerSecond> interconnect_bandwidth;  // both directions together
  std::optional<int> pcie_generation, pcie_lanes;
  std::string host_interconnect;  // "NVLink-C2C"; empty: PCI Express, or none of its own
  std::optional<BytesPerSecond> host_bandwidth;  // of that, both directions together
  std::optional<Watts> tdp;
  std::optional<double> msrp_usd;
  std::string source, notes;

  // Memory to plan with: what the driver shows where known, else the sold figure read as decimal
  // GB.
  Bytes memory() const;
};

// The names of these cards, to be listed.
std::vector<std::string> gpu_ids(const std::vector<const Gpu*>& gpus);

// The dense datasheet peak of fp64, fp32, tf32, fp16, bf16, fp8, int8, int4 or fp4, the faster of
// vector and tensor units; nothing where the card has no such rate or the source names none.
std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, std::string_view compute);

// That of bf16, or of fp16 where the card has no bf16 (Volta, Turing).
std::optional<FlopsPerSecond> half_precision_peak(const Gpu& gpu);

// The figure "with sparsity" of a tensor rate, as vendors print it; nothing where the card has no
// sparsity or no such rate.
std::optional<FlopsPerSecond> sparse_peak(const Gpu& gpu, std::string_view compute);

// What its last two levels of cache hold: bytes that a second reading need not take from memory.
// 0 where no source says.
double cached_bytes(const Gpu& gpu);

// Its memory is the host's too ("LPDDR5X unified"): what is moved to the host stays in it.
bool shares_host_memory(const Gpu& gpu);

// NVIDIA's cards for games: they boost beyond the clock that their peak is quoted at, and may not
// read each other's memory through PCI Express.
bool is_geforce(const Gpu& gpu);

// FP32 units as makers count them: "CUDA cores" (128 a multiprocessor, of compute capability 6.0,
// 7.0, 7.5 and 8.0 64), "stream processors" (64 a compute unit). Nothing for others.
std::optional<int> core_count(const Gpu& gpu);

// What the silicon can do at its highest clock: SMs x boost clock x FLOP/clock where that exceeds
// the datasheet (Hopper's tensor peak is quoted at 1830 MHz, boost is 1980 MHz), else dense_peak.
// The bound of physical-limit checks.
std::optional<FlopsPerSecond> clock_bound_peak(const Gpu& gpu, std::string_view compute);

}  // namespace wgf::catalog
