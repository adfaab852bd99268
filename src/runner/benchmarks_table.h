// SPDX-License-Identifier: MIT
#pragma once
// The benchmarks as the front program knows them: their parameters with defaults and the metrics
// they fill. list-benchmarks prints this table and options are checked against it, with or without
// an engine.

#include <span>
#include <string_view>

#include "runner/parameter_values.h"

namespace wgf::runner {

struct ParameterInfo {
  std::string_view name;
  ParameterValues values;
  // What run measures where no option says; empty: nothing, or the model's own.
  std::string_view fallback;
  std::string_view cpu_fallback = "";  // on a CPU, where that differs
};

// The description is the message "benchmark.<name>".
struct BenchmarkInfo {
  std::string_view name;
  std::span<const ParameterInfo> parameters;
  std::span<const std::string_view> metrics;  // tags of results/metrics.h, main one first
};

std::span<const BenchmarkInfo> all_benchmarks();
// Throws Error(runner.unknown_benchmark, usage) naming the nearest ones.
const BenchmarkInfo& benchmark_info(std::string_view name);

}  // namespace wgf::runner
