// SPDX-License-Identifier: MIT
#include "runner/benchmarks_table.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "runner/benchmark_metrics.h"
#include "runner/benchmark_parameters.h"

namespace wgf::runner {
namespace {

constexpr BenchmarkInfo table[] = {
    {"train", train_parameters, train_metrics},
    {"train_decoder", train_decoder_parameters, train_decoder_metrics},
    {"parallel_product", parallel_product_parameters, parallel_product_metrics},
    {"expert_routing", expert_routing_parameters, expert_routing_metrics},
    {"train_from_files", train_from_files_parameters, train_from_files_metrics},
    {"infer", infer_parameters, infer_metrics},
    {"llm", llm_parameters, llm_metrics},
    {"llm_load", llm_load_parameters, llm_load_metrics},
    {"collective", collective_parameters, collective_metrics},
    {"matmul", matmul_parameters, matmul_metrics},
    {"bandwidth", bandwidth_parameters, bandwidth_metrics},
    {"transfer", transfer_parameters, bandwidth_metrics},
    {"attention", attention_parameters, matmul_metrics},
    {"conv", conv_parameters, matmul_metrics},
    {"norm_act", norm_act_parameters, bandwidth_metrics},
    {"optimizer_step", optimizer_step_parameters, bandwidth_metrics},
    {"launch", launch_parameters, launch_metrics},
    {"link", link_parameters, link_metrics},
    {"mamf", mamf_parameters, mamf_metrics},
    {"product_check", product_check_parameters, product_check_metrics},
    {"user_model", user_model_parameters, infer_metrics},
};

}  // namespace

std::span<const BenchmarkInfo> all_benchmarks() {
  return table;
}

const BenchmarkInfo& benchmark_info(std::string_view name) {
  std::vector<std::string> names;
  for (const BenchmarkInfo& info : table) {
    if (info.name == name) return info;
    names.emplace_back(info.name);
  }
  throw Error(
      with_nearest({"runner.unknown_benchmark", {{"benchmark", std::string(name)}}}, name, names),
      ExitCode::usage);
}

}  // namespace wgf::runner
