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

// Values of the choices that occur in options too.
std::span<const std::string_view> all_precisions();          // fp32, tf32, fp16, bf16
std::span<const std::string_view> all_decoder_precisions();  // of llm
std::span<const std::string_view> all_workloads();           // train, infer
std::span<const std::string_view> all_memory_formats();      // channels_last, contiguous
std::span<const std::string_view> all_launches();            // eager, graph
std::span<const std::string_view> all_optimizers();          // sgd, adam, adamw
std::span<const std::string_view> all_implementations();   // of an optimizer: fused, foreach, loop
std::span<const std::string_view> all_collectives();       // all_reduce, …, send_recv
std::span<const std::string_view> all_collective_types();  // float32, bfloat16, float16
std::span<const std::string_view> all_registrations();     // of NCCL's buffers
std::span<const std::string_view> all_collective_callers();  // nccl, c10d
std::span<const std::string_view> all_nccl_algorithms();
std::span<const std::string_view> all_nccl_protocols();
std::span<const std::string_view> all_gdr_levels();  // how far a GPU may be from its network card
std::span<const std::string_view> all_overlaps();    // on, off
std::span<const std::string_view> all_gradient_types();  // as ranks exchange them
std::span<const std::string_view> all_operations();      // copy, read, write, triad

// Throws Error(runner.unknown_value, usage) with the option, the value and the choices.
void check_choice(std::string_view option, std::string_view value,
                  std::span<const std::string_view> choices);

}  // namespace wgf::runner
