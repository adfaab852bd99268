// SPDX-License-Identifier: MIT
#pragma once
// The visible list of single kernels and copies.

#include "engine/measure/benchmark.h"

namespace wgf::engine {

Benchmarks make_kernel_benchmarks();

std::unique_ptr<Benchmark> make_matmul_benchmark();
std::unique_ptr<Benchmark> make_bandwidth_benchmark();
std::unique_ptr<Benchmark> make_transfer_benchmark();
std::unique_ptr<Benchmark> make_attention_benchmark();
std::unique_ptr<Benchmark> make_convolution_benchmark();
std::unique_ptr<Benchmark> make_norm_act_benchmark();
std::unique_ptr<Benchmark> make_optimizer_step_benchmark();
std::unique_ptr<Benchmark> make_launch_benchmark();
std::unique_ptr<Benchmark> make_link_benchmark();
std::unique_ptr<Benchmark> make_mamf_benchmark();

}  // namespace wgf::engine
