// SPDX-License-Identifier: MIT
#include "engine/benchmarks/benchmark.h"

namespace wgf::engine {
namespace {

std::vector<std::unique_ptr<Benchmark>> make_list() {
  std::vector<std::unique_ptr<Benchmark>> all;
  all.push_back(make_train_benchmark());
  all.push_back(make_train_from_files_benchmark());
  all.push_back(make_infer_benchmark());
  all.push_back(make_matmul_benchmark());
  all.push_back(make_bandwidth_benchmark());
  all.push_back(make_transfer_benchmark());
  all.push_back(make_attention_benchmark());
  all.push_back(make_convolution_benchmark());
  all.push_back(make_norm_act_benchmark());
  all.push_back(make_optimizer_step_benchmark());
  all.push_back(make_launch_benchmark());
  all.push_back(make_link_benchmark());
  all.push_back(make_mamf_benchmark());
  all.push_back(make_product_check_benchmark());
  all.push_back(make_user_model_benchmark());
  return all;
}

}  // namespace

const std::vector<std::unique_ptr<Benchmark>>& all_benchmarks() {
  static const std::vector<std::unique_ptr<Benchmark>> benchmarks = make_list();
  return benchmarks;
}

}  // namespace wgf::engine
