// SPDX-License-Identifier: MIT
#pragma once
// The visible list of everything that can be measured.

#include "engine/measure/benchmark.h"

namespace wgf::engine {

const Benchmarks& all_benchmarks();

std::unique_ptr<Benchmark> make_train_benchmark();
std::unique_ptr<Benchmark> make_train_decoder_benchmark();
std::unique_ptr<Benchmark> make_train_from_files_benchmark();
std::unique_ptr<Benchmark> make_infer_benchmark();
std::unique_ptr<Benchmark> make_llm_benchmark();
std::unique_ptr<Benchmark> make_llm_load_benchmark();
std::unique_ptr<Benchmark> make_llm_serve_benchmark();
std::unique_ptr<Benchmark> make_collective_benchmark();
std::unique_ptr<Benchmark> make_parallel_product_benchmark();
std::unique_ptr<Benchmark> make_expert_routing_benchmark();
std::unique_ptr<Benchmark> make_product_check_benchmark();
std::unique_ptr<Benchmark> make_user_model_benchmark();

}  // namespace wgf::engine
