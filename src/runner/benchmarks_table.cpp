// SPDX-License-Identifier: MIT
#include "runner/benchmarks_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "results/input_spec.h"

namespace wgf::runner {
namespace {

constexpr std::string_view precisions[] = {"fp32", "tf32", "fp16", "bf16"};
constexpr std::string_view workloads[] = {"train", "infer"};
constexpr std::string_view memory_formats[] = {"channels_last", "contiguous"};
constexpr std::string_view launches[] = {"eager", "graph"};
constexpr std::string_view optimizers[] = {"sgd", "adam", "adamw"};
constexpr std::string_view implementations[] = {"fused", "foreach", "loop"};
constexpr std::string_view operations[] = {"copy", "read", "write", "scale", "triad"};

// What one benchmark alone lets choose, and orders that list-benchmarks shows.
constexpr std::string_view image_formats[] = {"contiguous", "channels_last"};
constexpr std::string_view feeds[] = {"loader", "copy_ahead", "ready"};
constexpr std::string_view product_formats[] = {"fp64", "fp32", "tf32", "fp16",
                                                "bf16", "fp8",  "int8", "fp4"};
constexpr std::string_view caches[] = {"hot", "cold"};
constexpr std::string_view layouts[] = {"nn", "nt", "tn", "tt"};
constexpr std::string_view epilogues[] = {"none", "bias", "bias_gelu"};
constexpr std::string_view scalings[] = {"tensor", "row"};
constexpr std::string_view transfers[] = {"h2d", "d2h", "both"};
constexpr std::string_view host_memories[] = {"pinned", "pageable"};
constexpr std::string_view phases[] = {"prefill", "decode"};
constexpr std::string_view passes[] = {"forward", "backward"};
constexpr std::string_view attention_backends[] = {"auto", "flash", "efficient", "cudnn", "math"};
constexpr std::string_view convolution_passes[] = {"forward", "dgrad", "wgrad"};
constexpr std::string_view norm_operations[] = {"layer_norm", "rms_norm", "softmax", "gelu"};
constexpr std::string_view norm_formats[] = {"fp32", "fp16", "bf16"};
constexpr std::string_view stepped_optimizers[] = {"adamw", "sgd"};
constexpr std::string_view directions[] = {"one_way", "both"};
constexpr std::string_view library_formats[] = {"fp64", "fp32", "tf32", "fp16", "bf16"};
constexpr std::string_view searches[] = {"guided", "exhaustive"};
constexpr std::string_view decoder_precisions[] = {"fp32", "fp16", "bf16", "fp8",
                                                   "int8", "int4", "mxfp4"};
constexpr std::string_view decoder_kernels[] = {"auto", "own", "library"};
constexpr std::string_view decoder_caches[] = {"auto", "fp8"};
constexpr std::string_view checked_operations[] = {"product", "flash_attention"};

void check_inputs(std::string_view text) {
  results::parse_inputs(text);
}

constexpr std::string_view collectives[] = {
    "all_reduce", "all_gather", "reduce_scatter", "broadcast",    "reduce",
    "gather",     "scatter",    "all_to_all",     "all_to_all_v", "send_recv"};
constexpr std::string_view collective_types[] = {"float32", "bfloat16", "float16"};
constexpr std::string_view nccl_algorithms[] = {"Ring", "Tree", "NVLS"};
constexpr std::string_view nccl_protocols[] = {"LL", "LL128", "Simple"};
constexpr std::string_view gdr_levels[] = {"LOC", "PIX", "PXB", "PHB", "SYS"};
constexpr std::string_view collective_callers[] = {"nccl", "c10d"};
constexpr std::string_view registrations[] = {"none", "local", "symmetric"};
constexpr ParameterInfo collective_parameters[] = {
    {"operation", Choices{collectives}, "all_reduce"},
    {"bytes", IntegerRange{}, "1048576"},
    {"type", Choices{collective_types}, "float32"},
    {"ranks", IntegerRange{}, "2"},
    {"through", Choices{collective_callers}, "c10d"},
    {"registered", Choices{registrations}, "none"},  // of NCCL called straight
    // Of send_recv: one rank sends, one receives.
    {"from", IntegerRange{.least = 0}, ""},
    {"to", IntegerRange{.least = 0}, ""},
    {"algorithm", Choices{nccl_algorithms}, ""},
    {"protocol", Choices{nccl_protocols}, ""},
    {"channels", IntegerRange{}, ""},
    {"gid_index", IntegerRange{.least = 0}, ""},
    {"gdr_level", Choices{gdr_levels}, ""},
};
constexpr std::string_view on_off[] = {"on", "off"};
constexpr std::string_view gradient_types[] = {"fp32", "fp16", "bf16"};  // as ranks exchange them
constexpr ParameterInfo train_parameters[] = {
    {"model", FreeText{"list-models"}, ""},
    {"batch_size", IntegerRange{}, "1,8,32"},
    {"precision", Choices{precisions}, "fp32"},
    {"launch", Choices{launches}, "eager"},
    {"optimizer", Choices{optimizers}, "sgd (cnn), adamw"},
    {"implementation", Choices{implementations}, "fused"},
    {"memory_format", Choices{image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"pure", Flag{}, "false"},
    {"image_size", IntegerRange{}, ""},
    {"sequence_length", IntegerRange{}, ""},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
    {"dp", IntegerRange{}, "1"},
    {"bucket_mb", IntegerRange{}, "25"},
    {"overlap", Choices{on_off}, "on"},
    {"gradient_type", Choices{gradient_types}, "fp32"},
    {"zero", IntegerRange{.least = 0}, "0"},
};
constexpr std::string_view trained_precisions[] = {"fp32", "tf32", "bf16", "fp8"};
constexpr std::string_view trained_launches[] = {"auto", "eager", "graph"};
constexpr std::string_view recomputed[] = {"none", "selective", "full"};
constexpr std::string_view offloads[] = {"none", "optimizer", "activations", "all"};
constexpr std::string_view gradient_widths[] = {"auto", "fp32", "bf16"};
constexpr std::string_view schedules[] = {"naive", "gpipe", "1f1b", "interleaved", "zb-h1", "zb-v"};
constexpr std::string_view context_forms[] = {"ring", "all_gather", "ulysses"};
constexpr std::string_view trained_routings[] = {"router", "skewed"};
constexpr std::string_view exchange_types[] = {"as_is", "fp32", "bf16", "fp16"};
constexpr std::string_view exchanges[] = {"collectives", "copies"};
constexpr ParameterInfo train_decoder_parameters[] = {
    {"model", FreeText{"list-models --type llm"}, ""},
    {"batch_size", IntegerRange{}, "8"},
    {"sequence_length", IntegerRange{.least = 2}, "1024"},
    {"precision", Choices{trained_precisions}, "bf16 (GPU), fp32"},
    {"launch", Choices{trained_launches}, "auto"},
    {"accumulate", IntegerRange{}, "1"},
    {"recompute", Choices{recomputed}, "none"},
    {"offload", Choices{offloads}, "none"},
    {"gradient_type", Choices{gradient_widths}, "auto"},
    {"kernels", Choices{decoder_kernels}, "auto"},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
    {"dp", IntegerRange{}, "1"},
    {"replicas", IntegerRange{}, "1"},
    {"tp", IntegerRange{}, "1"},
    {"sp", Flag{}, "false"},
    {"pp", IntegerRange{}, "1"},
    {"cp", IntegerRange{}, "1"},
    {"ep", IntegerRange{}, "1"},
    {"experts", IntegerRange{}, ""},
    {"routing", Choices{trained_routings}, "router"},
    {"capacity_factor", NumberRange{}, "0"},
    {"context", Choices{context_forms}, "ring"},
    {"vpp", IntegerRange{}, ""},
    {"schedule", Choices{schedules}, "1f1b"},
    {"zero", IntegerRange{.least = 0, .most = 3}, "0"},
    {"overlap", Choices{on_off}, "on"},
    {"exchange", Choices{exchanges}, "collectives"},
    {"exchange_type", Choices{exchange_types}, "as_is"},
    {"bucket_mb", IntegerRange{}, ""},
    {"algorithm", Choices{nccl_algorithms}, ""},
    {"protocol", Choices{nccl_protocols}, ""},
    {"channels", IntegerRange{}, ""},
    // One rank of the layout alone, and what its exchanges take (results/link_times.h).
    {"emulated_rank", IntegerRange{.least = 0}, ""},
    {"tensor_links", FreeText{"\"all_reduce 46:334\": µs, GB/s"}, ""},
    {"context_links", FreeText{"\"send_recv 20:50\""}, ""},
    {"data_links", FreeText{"\"all_reduce 46:334\""}, ""},
    {"stage_links", FreeText{"\"send_recv 20:50\""}, ""},
    {"expert_links", FreeText{"\"all_to_all 30:200\""}, ""},
};
constexpr std::string_view product_forms[] = {"whole", "column", "column_gathered", "row"};
constexpr ParameterInfo parallel_product_parameters[] = {
    {"form", Choices{product_forms}, "whole,column,column_gathered,row"},
    {"rows", IntegerRange{}, "8192"},
    {"size", IntegerRange{}, "8192"},
    {"precision", Choices{trained_precisions}, "bf16 (GPU), fp32"},
    {"ranks", IntegerRange{}, "1"},
};
constexpr std::string_view routings[] = {"even", "skewed"};
constexpr ParameterInfo expert_routing_parameters[] = {
    {"tokens", IntegerRange{}, "4096"},
    {"experts", IntegerRange{}, "8"},
    {"per_token", IntegerRange{}, "2"},
    {"hidden", IntegerRange{}, "4096"},
    {"width", IntegerRange{}, "14336"},
    {"routing", Choices{routings}, "even,skewed"},
    {"precision", Choices{trained_precisions}, "bf16 (GPU), fp32"},
    {"ranks", IntegerRange{}, "1"},
};
constexpr ParameterInfo train_from_files_parameters[] = {
    {"model", FreeText{"list-models, none"}, "mobilenet_v2"},
    {"batch_size", IntegerRange{}, "64"},
    {"precision", Choices{precisions}, "fp32"},
    {"optimizer", Choices{optimizers}, "sgd (cnn), adamw"},
    {"memory_format", Choices{image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"workers", IntegerRange{.least = 0}, "0,2,4,8"},
    {"data", FreeText{"folder, generated"}, "generated"},
    {"strict", Flag{}, "false"},
    {"interval_ms", IntegerRange{.least = 100, .unit = "ms"}, "500"},
    {"feed", Choices{feeds}, "loader"},
    {"launch", Choices{launches}, "eager"},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
};
constexpr ParameterInfo infer_parameters[] = {
    {"model", FreeText{"list-models"}, ""},
    {"batch_size", IntegerRange{}, "1,8,32"},
    {"precision", Choices{precisions}, "fp32"},
    {"launch", Choices{launches}, "eager"},
    {"memory_format", Choices{image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"pure", Flag{}, "false"},
    {"image_size", IntegerRange{}, ""},
    {"sequence_length", IntegerRange{}, ""},
};
constexpr std::string_view rank_sums[] = {"auto", "nccl", "own"};
constexpr ParameterInfo llm_parameters[] = {
    {"model", FreeText{"list-models --type llm"}, ""},
    {"batch_size", IntegerRange{}, "1"},
    {"prompt_tokens", IntegerRange{.least = 0}, "512", "64"},
    {"new_tokens", IntegerRange{.least = 0}, "128", "16"},
    {"depth", IntegerRange{.least = 0}, "0"},
    {"precision", Choices{decoder_precisions}, "bf16", "fp32"},
    {"kv_precision", Choices{decoder_caches}, "auto"},
    {"kernels", Choices{decoder_kernels}, "auto"},
    {"tp", IntegerRange{}, "1"},
    {"rank_sums", Choices{rank_sums}, "auto"},
    {"weights", FreeText{"fingerprint"}, ""},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
};
constexpr ParameterInfo llm_load_parameters[] = {
    {"model", FreeText{"list-models --type llm"}, ""},
    {"requests", IntegerRange{}, "100", "8"},
    {"warmup", IntegerRange{.least = 0}, "0"},
    {"rate", NumberRange{.unit = "requests/s"}, ""},
    {"concurrency", IntegerRange{}, "1"},
    {"input_tokens", FreeText{"512, 256-768"}, "512", "32"},
    {"output_tokens", FreeText{"128, 64-192"}, "128", "8"},
    {"batch_size", IntegerRange{}, "16"},
    {"turn_tokens", IntegerRange{}, "512"},
    {"ttft_limit", NumberRange{.unit = "ms"}, ""},
    {"tpot_limit", NumberRange{.unit = "ms"}, ""},
    {"precision", Choices{decoder_precisions}, "bf16", "fp32"},
    {"kv_precision", Choices{decoder_caches}, "auto"},
    {"kernels", Choices{decoder_kernels}, "auto"},
    {"tp", IntegerRange{}, "1"},
    {"weights", FreeText{"fingerprint"}, ""},
};
constexpr ParameterInfo matmul_parameters[] = {
    {"m", IntegerRange{}, "1024-8192*2"}, {"n", IntegerRange{}, "as m"},
    {"k", IntegerRange{}, "as m"},        {"precision", Choices{product_formats}, "fp32"},
    {"cache", Choices{caches}, "hot"},    {"layout", Choices{layouts}, ""},
    {"batch", IntegerRange{}, ""},        {"epilogue", Choices{epilogues}, ""},
    {"scaling", Choices{scalings}, ""},
};
constexpr ParameterInfo bandwidth_parameters[] = {
    {"operation", Choices{operations}, "copy"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "1024"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
    {"cache", Choices{caches}, ""},
};
constexpr ParameterInfo transfer_parameters[] = {
    {"operation", Choices{transfers}, "h2d,d2h,both"},
    {"memory", Choices{host_memories}, "pinned,pageable"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "256"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
};
constexpr ParameterInfo attention_parameters[] = {
    {"phase", Choices{phases}, "prefill"},
    {"pass", Choices{passes}, "forward"},
    {"batch", IntegerRange{}, "8", "1"},
    {"heads", IntegerRange{}, "32", "8"},
    {"kv_heads", IntegerRange{}, "", ""},
    {"sequence_length", IntegerRange{}, "4096", "1024"},
    {"head_size", IntegerRange{}, "128"},
    {"causal", Flag{}, "true"},
    {"backend", Choices{attention_backends}, "auto"},
    {"precision", Choices{precisions}, "bf16"},
    {"cache", Choices{caches}, "hot"},
};
constexpr ParameterInfo conv_parameters[] = {
    {"pass", Choices{convolution_passes}, "forward,dgrad,wgrad"},
    {"batch", IntegerRange{}, "32"},
    {"channels", IntegerRange{}, "64"},
    {"height", IntegerRange{}, "56"},
    {"width", IntegerRange{}, "56"},
    {"filters", IntegerRange{}, "64"},
    {"filter_height", IntegerRange{}, "3"},
    {"filter_width", IntegerRange{}, "3"},
    {"stride", IntegerRange{}, "1"},
    {"padding", IntegerRange{.least = 0}, "1"},
    {"groups", IntegerRange{}, "1"},
    {"precision", Choices{precisions}, "bf16", "fp32"},
    {"memory_format", Choices{memory_formats}, "channels_last"},
    {"cache", Choices{caches}, "hot"},
};
constexpr ParameterInfo norm_act_parameters[] = {
    {"operation", Choices{norm_operations}, "layer_norm,rms_norm,softmax,gelu"},
    {"rows", IntegerRange{}, "16384"},
    {"columns", IntegerRange{}, "4096"},
    {"precision", Choices{norm_formats}, "bf16", "fp32"},
    {"cache", Choices{caches}, "cold"},
};
constexpr ParameterInfo optimizer_step_parameters[] = {
    {"optimizer", Choices{stepped_optimizers}, "adamw,sgd"},
    {"parameters", IntegerRange{}, "100000000", "10000000"},
};
constexpr ParameterInfo launch_parameters[] = {
    {"launch", Choices{launches}, "eager,graph", "eager"},
    {"kernels", IntegerRange{.most = 100'000}, "100"},
};
constexpr ParameterInfo link_parameters[] = {
    {"from", IntegerRange{.least = 0}, "0"},
    {"to", IntegerRange{.least = 0}, "1"},
    {"direction", Choices{directions}, "one_way,both"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "256"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
};
constexpr ParameterInfo mamf_parameters[] = {
    {"precision", Choices{library_formats}, "bf16", "fp32"},
    {"search", Choices{searches}, "guided"},
    {"cache", Choices{caches}, "cold"},
    {"largest", IntegerRange{.least = 64}, "16384", "1024"},
    {"seconds", IntegerRange{.unit = "s"}, "40", "20"},
};
constexpr ParameterInfo product_check_parameters[] = {
    {"operation", Choices{checked_operations}, "product"},
    {"precision", Choices{library_formats}, "fp32"},
};
constexpr ParameterInfo user_model_parameters[] = {
    {"model", FreeText{"file .pt|.pt2"}, ""},
    {"input", FreeText{"float32[8,3,224,224]", check_inputs}, ""},
    {"launch", Choices{launches}, "eager"},
    {"precision", Choices{precisions}, "its own"},
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
constexpr std::array<Tag, 21> common_metrics{"wall_step_time",
                                             "memory_allocated",
                                             "memory_allocated_peak",
                                             "memory_reserved_peak",
                                             "memory_device_peak",
                                             "memory_process_peak",
                                             "memory_container_peak",
                                             "gpu_utilization",
                                             "cpu_utilization",
                                             "other_cpu_utilization",
                                             "power",
                                             "energy_per_step",
                                             "sm_clock",
                                             "memory_clock",
                                             "temperature",
                                             "throttled_share",
                                             "warmup_steps",
                                             "warmup_time",
                                             "measured_steps",
                                             "measured_time",
                                             "relative_precision"};
// What every network adds.
constexpr std::array<Tag, 11> network_metrics{"token_throughput",
                                              "load_time",
                                              "parameters",
                                              "flops_per_step",
                                              "flops",
                                              "mfu",
                                              "memory_model_state",
                                              "energy_per_sample",
                                              "energy_per_token",
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
           std::array<Tag, 7>{"exchange_wait_time", "gather_time", "exchange_time",
                              "exchange_hidden_share", "exchange_bytes", "exchange_buckets",
                              "bus_bandwidth"},
           profile_metrics);
constexpr auto train_decoder_metrics = joined(
    std::array<Tag, 5>{"step_time", "throughput", "forward_time", "backward_time",
                       "optimizer_time"},
    network_metrics, common_metrics,
    std::array<Tag, 7>{"flops_per_step_6n", "flops_per_step_causal_all", "flops_per_step_full",
                       "flops_per_step_full_all", "final_loss", "step_forecast", "memory_host"},
    std::array<Tag, 6>{"unexchanged_time", "exposed_share", "exchange_time",
                       "exchange_hidden_share", "exchange_bytes", "exchange_buckets"},
    std::array<Tag, 11>{"bus_bandwidth", "bubble", "bubble_ideal", "bubble_schedule",
                        "bubble_imbalance", "bubble_communication", "bubble_jitter",
                        "chunk_forward_time", "chunk_backward_time", "chunk_weights_time",
                        "micro_batches_kept"},
    std::array<Tag, 4>{"unrouted_time", "expert_imbalance", "expert_fullest", "dropped_share"},

    std::array<Tag, 10>{"part_attention", "part_feed_forward", "part_head", "part_tensor",
                        "part_context", "part_experts", "part_data", "part_stages",
                        "part_optimizer", "part_rest"},
    profile_metrics);
constexpr auto expert_routing_metrics =
    joined(std::array<Tag, 9>{"step_time", "token_throughput", "routing_time", "dispatch_time",
                              "product_time", "combine_time", "expert_imbalance", "flops", "mfu"},
           common_metrics);
constexpr auto parallel_product_metrics =
    joined(std::array<Tag, 7>{"step_time", "product_time", "exchange_time", "exchange_bytes",
                              "bus_bandwidth", "flops", "mfu"},
           common_metrics);
constexpr auto train_from_files_metrics =
    joined(std::array<Tag, 12>{"throughput", "busy_mean", "busy_deviation", "idle_share",
                               "loader_wait_share", "loader_rate", "files_skipped", "step_time",
                               "loading_time", "forward_time", "backward_time", "optimizer_time"},
           std::array<Tag, 3>{"load_time", "parameters", "memory_model_state"}, common_metrics,
           std::array<Tag, 1>{"final_loss"}, profile_metrics);
constexpr auto infer_metrics = joined(std::array<Tag, 3>{"latency", "throughput", "step_time"},
                                      network_metrics, common_metrics);
constexpr auto collective_metrics = joined(
    std::array<Tag, 9>{"step_forecast", "bus_bandwidth", "algorithm_bandwidth", "step_time",
                       "latency", "graph_time", "one_shot_time", "two_shot_time", "wrong_values"},
    common_metrics);
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

constexpr auto llm_metrics =
    joined(std::array<Tag, 12>{"token_throughput", "step_time", "limit_share", "mfu", "bandwidth",
                               "flops", "kl_divergence", "kl_allowed", "perplexity_ratio",
                               "parameters", "energy_per_token", "energy_per_flop"},
           std::array<Tag, 9>{"memory_model_state", "memory_cache", "memory_workspace",
                              "memory_limit", "cache_capacity", "step_forecast", "price",
                              "token_cost", "bandwidth_utilization"},
           std::array<Tag, 4>{"load_time", "throughput", "flops_per_step", "bytes_per_step"},
           common_metrics);

constexpr auto llm_load_metrics =
    joined(std::array<Tag, 10>{"ttft", "queue_time", "prompt_time", "tpot", "itl", "e2e_time",
                               "request_rate", "arrival_rate", "goodput", "good_share"},
           std::array<Tag, 10>{"token_throughput", "queue_growth", "answers_per_step",
                               "kl_divergence", "kl_allowed", "perplexity_ratio", "parameters",
                               "memory_model_state", "load_time", "energy_per_sample"},
           common_metrics);

constexpr std::string_view product_check_metrics[] = {"relative_error", "error_tolerance"};

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
std::span<const std::string_view> all_decoder_precisions() {
  return decoder_precisions;
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
std::span<const std::string_view> all_collectives() {
  return collectives;
}
std::span<const std::string_view> all_nccl_algorithms() {
  return nccl_algorithms;
}

std::span<const std::string_view> all_nccl_protocols() {
  return nccl_protocols;
}

std::span<const std::string_view> all_gdr_levels() {
  return gdr_levels;
}

std::span<const std::string_view> all_collective_callers() {
  return collective_callers;
}

std::span<const std::string_view> all_registrations() {
  return registrations;
}

std::span<const std::string_view> all_collective_types() {
  return collective_types;
}
std::span<const std::string_view> all_overlaps() {
  return on_off;
}
std::span<const std::string_view> all_gradient_types() {
  return gradient_types;
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
