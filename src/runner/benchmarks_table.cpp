// SPDX-License-Identifier: MIT
#include "runner/benchmarks_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace wgf::runner {
namespace {

constexpr std::string_view precisions[] = {"fp32", "tf32", "fp16", "bf16"};
constexpr std::string_view workloads[] = {"train", "infer"};
constexpr std::string_view memory_formats[] = {"channels_last", "contiguous"};
constexpr std::string_view launches[] = {"eager", "graph"};
constexpr std::string_view optimizers[] = {"sgd", "adam", "adamw"};
constexpr std::string_view implementations[] = {"fused", "foreach", "loop"};
constexpr std::string_view operations[] = {"copy", "read", "write", "scale", "triad"};

constexpr ParameterInfo train_parameters[] = {
    {"model", "list-models", ""},
    {"batch_size", "integer >= 1", "1,8,32"},
    {"precision", "fp32|tf32|fp16|bf16", "fp32"},
    {"launch", "eager|graph", "eager"},
    {"optimizer", "sgd|adam|adamw", "sgd (cnn), adamw"},
    {"implementation", "fused|foreach|loop", "fused"},
    {"memory_format", "contiguous|channels_last", "channels_last (cnn on a GPU), contiguous"},
    {"pure", "true|false", "false"},
    {"image_size", "integer >= 1", ""},
    {"sequence_length", "integer >= 1", ""},
    {"profiled_steps", "integer >= 0", "0"},
};
constexpr ParameterInfo train_from_files_parameters[] = {
    {"model", "list-models, none", "mobilenet_v2"},
    {"batch_size", "integer >= 1", "64"},
    {"precision", "fp32|tf32|fp16|bf16", "fp32"},
    {"optimizer", "sgd|adam|adamw", "sgd (cnn), adamw"},
    {"memory_format", "contiguous|channels_last", "channels_last (cnn on a GPU), contiguous"},
    {"workers", "integer >= 0", "0,2,4,8"},
    {"data", "folder, generated", "generated"},
    {"strict", "true|false", "false"},
    {"interval_ms", "integer >= 100", "500"},
    {"feed", "loader|copy_ahead|ready", "loader"},
    {"launch", "eager|graph", "eager"},
    {"profiled_steps", "integer >= 0", "0"},
};
constexpr ParameterInfo infer_parameters[] = {
    {"model", "list-models", ""},
    {"batch_size", "integer >= 1", "1,8,32"},
    {"precision", "fp32|tf32|fp16|bf16", "fp32"},
    {"launch", "eager|graph", "eager"},
    {"memory_format", "contiguous|channels_last", "channels_last (cnn on a GPU), contiguous"},
    {"pure", "true|false", "false"},
    {"image_size", "integer >= 1", ""},
    {"sequence_length", "integer >= 1", ""},
};
constexpr ParameterInfo matmul_parameters[] = {
    {"m", "integer >= 1", "1024-8192*2"},
    {"n", "integer >= 1", "as m"},
    {"k", "integer >= 1", "as m"},
    {"precision", "fp64|fp32|tf32|fp16|bf16|fp8|int8|fp4", "fp32"},
    {"cache", "hot|cold", "hot"},
    {"layout", "nn|nt|tn|tt", ""},
    {"batch", "integer >= 1", ""},
    {"epilogue", "none|bias|bias_gelu", ""},
    {"scaling", "tensor|row", ""},
};
constexpr ParameterInfo bandwidth_parameters[] = {
    {"operation", "copy|read|write|scale|triad", "copy"},
    {"size_mib", "integer >= 1", "1024"},
    {"bytes", "integer >= 1", ""},
    {"cache", "hot|cold", ""},
};
constexpr ParameterInfo transfer_parameters[] = {
    {"operation", "h2d|d2h|both", "h2d,d2h,both"},
    {"memory", "pinned|pageable", "pinned,pageable"},
    {"size_mib", "integer >= 1", "256"},
    {"bytes", "integer >= 1", ""},
};
constexpr ParameterInfo attention_parameters[] = {
    {"phase", "prefill|decode", "prefill"},
    {"pass", "forward|backward", "forward"},
    {"batch", "integer >= 1", "8", "1"},
    {"heads", "integer >= 1", "32", "8"},
    {"kv_heads", "integer >= 1", "", ""},
    {"sequence_length", "integer >= 1", "4096", "1024"},
    {"head_size", "integer >= 1", "128"},
    {"causal", "true|false", "true"},
    {"backend", "auto|flash|efficient|cudnn|math", "auto"},
    {"precision", "fp32|tf32|fp16|bf16", "bf16"},
    {"cache", "hot|cold", "hot"},
};
constexpr ParameterInfo conv_parameters[] = {
    {"pass", "forward|dgrad|wgrad", "forward,dgrad,wgrad"},
    {"batch", "integer >= 1", "32"},
    {"channels", "integer >= 1", "64"},
    {"height", "integer >= 1", "56"},
    {"width", "integer >= 1", "56"},
    {"filters", "integer >= 1", "64"},
    {"filter_height", "integer >= 1", "3"},
    {"filter_width", "integer >= 1", "3"},
    {"stride", "integer >= 1", "1"},
    {"padding", "integer >= 0", "1"},
    {"groups", "integer >= 1", "1"},
    {"precision", "fp32|tf32|fp16|bf16", "bf16", "fp32"},
    {"memory_format", "channels_last|contiguous", "channels_last"},
    {"cache", "hot|cold", "hot"},
};
constexpr ParameterInfo norm_act_parameters[] = {
    {"operation", "layer_norm|rms_norm|softmax|gelu", "layer_norm,rms_norm,softmax,gelu"},
    {"rows", "integer >= 1", "16384"},
    {"columns", "integer >= 1", "4096"},
    {"precision", "fp32|fp16|bf16", "bf16", "fp32"},
    {"cache", "hot|cold", "cold"},
};
constexpr ParameterInfo optimizer_step_parameters[] = {
    {"optimizer", "adamw|sgd", "adamw,sgd"},
    {"parameters", "integer >= 1", "100000000", "10000000"},
};
constexpr ParameterInfo launch_parameters[] = {
    {"launch", "eager|graph", "eager,graph", "eager"},
    {"kernels", "integer 1-100000", "100"},
};
constexpr ParameterInfo link_parameters[] = {
    {"from", "integer >= 0", "0"},
    {"to", "integer >= 0", "1"},
    {"direction", "one_way|both", "one_way,both"},
    {"size_mib", "integer >= 1", "256"},
    {"bytes", "integer >= 1", ""},
};
constexpr ParameterInfo mamf_parameters[] = {
    {"precision", "fp64|fp32|tf32|fp16|bf16", "bf16", "fp32"},
    {"search", "guided|exhaustive", "guided"},
    {"cache", "hot|cold", "cold"},
    {"largest", "integer >= 64", "16384", "1024"},
    {"seconds", "integer >= 1", "40", "20"},
};
constexpr ParameterInfo product_check_parameters[] = {
    {"operation", "product|flash_attention", "product"},
    {"precision", "fp64|fp32|tf32|fp16|bf16", "fp32"},
};
constexpr ParameterInfo user_model_parameters[] = {
    {"model", "file .pt|.pt2", ""},
    {"input", "float32[8,3,224,224]", ""},
    {"precision", "fp32|tf32|fp16|bf16", "fp32"},
    {"launch", "eager|graph", "eager"},
};

using Tag = std::string_view;

// The metrics of one benchmark after another's, or after those it shares with others.
template <std::size_t... sizes>
constexpr auto joined(const std::array<Tag, sizes>&... parts) {
  std::array<Tag, (sizes + ...)> all{};
  std::size_t end = 0;
  ((std::copy(parts.begin(), parts.end(), all.begin() + end), end += sizes), ...);
  return all;
}

// What the engine measures beside every benchmark: the machine while it ran, and how good the
// measurement is.
constexpr std::array<Tag, 20> common_metrics{"wall_step_time",        "memory_allocated",
                                             "memory_allocated_peak", "memory_reserved_peak",
                                             "memory_device_peak",    "memory_process_peak",
                                             "memory_container_peak", "gpu_utilization",
                                             "cpu_utilization",       "power",
                                             "energy_per_step",       "sm_clock",
                                             "memory_clock",          "temperature",
                                             "throttled_share",       "warmup_steps",
                                             "warmup_time",           "measured_steps",
                                             "measured_time",         "relative_precision"};
// What every network adds.
constexpr std::array<Tag, 10> network_metrics{"token_throughput",
                                              "load_time",
                                              "parameters",
                                              "flops_per_step",
                                              "flops",
                                              "mfu",
                                              "memory_model_state",
                                              "energy_per_sample",
                                              "energy_per_flop",
                                              "operator_bytes_per_step"};
// Of profiled steps, which training has where it is asked for.
constexpr std::array<Tag, 11> profile_metrics{
    "profiled_steps", "profiled_step_time", "compute_share", "communication_share",
    "copy_share",     "load_share",         "no_work_share", "copy_overlap",
    "kernel_gaps",    "kernel_gap_time",    "kernel_time"};
constexpr auto train_metrics =
    joined(std::array<Tag, 5>{"step_time", "throughput", "forward_time", "backward_time",
                              "optimizer_time"},
           network_metrics, common_metrics,
           std::array<Tag, 4>{"memory_limit", "memory_budget", "memory_forecast", "final_loss"},
           profile_metrics);
constexpr auto train_from_files_metrics =
    joined(std::array<Tag, 12>{"throughput", "busy_mean", "busy_deviation", "idle_share",
                               "loader_wait_share", "loader_rate", "files_skipped", "step_time",
                               "loading_time", "forward_time", "backward_time", "optimizer_time"},
           std::array<Tag, 3>{"load_time", "parameters", "memory_model_state"}, common_metrics,
           std::array<Tag, 1>{"final_loss"}, profile_metrics);
constexpr auto infer_metrics = joined(std::array<Tag, 3>{"latency", "throughput", "step_time"},
                                      network_metrics, common_metrics);
constexpr auto matmul_metrics = joined(
    std::array<Tag, 6>{"flops", "step_time", "mfu", "flops_per_step", "bandwidth",
                       "bytes_per_step"},
    std::array<Tag, 3>{"energy_per_flop", "relative_error", "error_tolerance"}, common_metrics);
constexpr auto mamf_metrics =
    joined(std::array<Tag, 4>{"gemm_m", "gemm_n", "gemm_k", "shapes_timed"}, matmul_metrics);
constexpr auto bandwidth_metrics =
    joined(std::array<Tag, 6>{"bandwidth", "step_time", "bandwidth_utilization", "bytes_per_step",
                              "relative_error", "error_tolerance"},
           common_metrics);
constexpr auto link_metrics =
    joined(std::array<Tag, 7>{"bandwidth", "latency", "step_time", "bandwidth_utilization",
                              "bytes_per_step", "relative_error", "error_tolerance"},
           common_metrics);
constexpr auto launch_metrics = joined(std::array<Tag, 2>{"step_time", "latency"}, common_metrics);

constexpr std::string_view product_check_metrics[] = {"relative_error", "error_tolerance"};

constexpr BenchmarkInfo table[] = {
    {"train", train_parameters, train_metrics},
    {"train_from_files", train_from_files_parameters, train_from_files_metrics},
    {"infer", infer_parameters, infer_metrics},
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

std::vector<std::string> to_strings(std::span<const std::string_view> texts) {
  return {texts.begin(), texts.end()};
}

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

std::span<const std::string_view> all_precisions() {
  return precisions;
}
std::span<const std::string_view> all_workloads() {
  return workloads;
}
std::span<const std::string_view> all_memory_formats() {
  return memory_formats;
}
std::span<const std::string_view> all_launches() {
  return launches;
}
std::span<const std::string_view> all_optimizers() {
  return optimizers;
}
std::span<const std::string_view> all_implementations() {
  return implementations;
}
std::span<const std::string_view> all_operations() {
  return operations;
}

void check_choice(std::string_view option, std::string_view value,
                  std::span<const std::string_view> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw Error({"runner.unknown_value",
               {{"option", std::string(option)},
                {"value", std::string(value)},
                {"choices", join(to_strings(choices), ", ")}}},
              ExitCode::usage);
}

}  // namespace wgf::runner
