// SPDX-License-Identifier: MIT
#include "engine/kernels/kernel_list.h"

namespace wgf::engine {

Benchmarks make_kernel_benchmarks() {
  Benchmarks all;
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
  return all;
}

}  // namespace wgf::engine
