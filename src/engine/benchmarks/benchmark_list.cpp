// SPDX-License-Identifier: MIT
#include "engine/benchmarks/benchmark_list.h"

#include <utility>

#include "engine/kernels/kernel_list.h"

namespace wgf::engine {
namespace {

Benchmarks make_list() {
  Benchmarks all;
  all.push_back(make_train_benchmark());
  all.push_back(make_train_decoder_benchmark());
  all.push_back(make_train_from_files_benchmark());
  all.push_back(make_infer_benchmark());
  all.push_back(make_llm_benchmark());
  all.push_back(make_llm_load_benchmark());
  all.push_back(make_llm_serve_benchmark());
  for (auto& kernel : make_kernel_benchmarks()) all.push_back(std::move(kernel));
  all.push_back(make_collective_benchmark());
  all.push_back(make_parallel_product_benchmark());
  all.push_back(make_expert_routing_benchmark());
  all.push_back(make_product_check_benchmark());
  all.push_back(make_user_model_benchmark());
  return all;
}

}  // namespace

const Benchmarks& all_benchmarks() {
  static const Benchmarks benchmarks = make_list();
  return benchmarks;
}

}  // namespace wgf::engine
