// SPDX-License-Identifier: MIT
#pragma once
// What each benchmark of the table gives; benchmarks_table.cpp alone includes it.

#include <algorithm>
#include <array>
#include <string_view>

namespace wgf::runner {

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
inline constexpr std::array<Tag, 21> common_metrics{"wall_step_time",
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
inline constexpr std::array<Tag, 11> network_metrics{"token_throughput",
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
inline constexpr std::array<Tag, 11> profile_metrics{
    "profiled_steps", "profiled_step_time", "compute_share", "communication_share",
    "copy_share",     "load_share",         "no_work_share", "copy_overlap",
    "kernel_gaps",    "kernel_gap_time",    "kernel_time"};
inline constexpr auto train_metrics =
    joined(std::array<Tag, 5>{"step_time", "throughput", "forward_time", "backward_time",
                              "optimizer_time"},
           network_metrics, common_metrics,
           std::array<Tag, 4>{"memory_limit", "memory_budget", "memory_forecast", "final_loss"},
           std::array<Tag, 7>{"exchange_wait_time", "gather_time", "exchange_time",
                              "exchange_hidden_share", "exchange_bytes", "exchange_buckets",
                              "bus_bandwidth"},
           profile_metrics);
inline constexpr auto train_decoder_metrics = joined(
    std::array<Tag, 5>{"step_time", "throughput", "forward_time", "backward_time",
                       "optimizer_time"},
    network_metrics, common_metrics,
    std::array<Tag, 7>{"flops_per_step_6n", "flops_per_step_causal_all", "flops_per_step_full",
                       "flops_per_step_full_all", "final_loss", "step_forecast", "memory_host"},
    std::array<Tag, 8>{"unexchanged_time", "exposed_share", "exchange_wait_time", "exchange_time",
                       "exchange_hidden_share", "exchange_bytes", "exchange_buckets",
                       "straggler_wait_time"},
    std::array<Tag, 11>{"bus_bandwidth", "bubble", "bubble_ideal", "bubble_schedule",
                        "bubble_imbalance", "bubble_communication", "bubble_jitter",
                        "chunk_forward_time", "chunk_backward_time", "chunk_weights_time",
                        "micro_batches_kept"},
    std::array<Tag, 4>{"unrouted_time", "expert_imbalance", "expert_fullest", "dropped_share"},

    std::array<Tag, 10>{"part_attention", "part_feed_forward", "part_head", "part_tensor",
                        "part_context", "part_experts", "part_data", "part_stages",
                        "part_optimizer", "part_rest"},
    profile_metrics);
inline constexpr auto expert_routing_metrics =
    joined(std::array<Tag, 9>{"step_time", "token_throughput", "routing_time", "dispatch_time",
                              "product_time", "combine_time", "expert_imbalance", "flops", "mfu"},
           common_metrics);
inline constexpr auto parallel_product_metrics =
    joined(std::array<Tag, 7>{"step_time", "product_time", "exchange_time", "exchange_bytes",
                              "bus_bandwidth", "flops", "mfu"},
           common_metrics);
inline constexpr auto train_from_files_metrics =
    joined(std::array<Tag, 12>{"throughput", "busy_mean", "busy_deviation", "idle_share",
                               "loader_wait_share", "loader_rate", "files_skipped", "step_time",
                               "loading_time", "forward_time", "backward_time", "optimizer_time"},
           std::array<Tag, 3>{"load_time", "parameters", "memory_model_state"}, common_metrics,
           std::array<Tag, 1>{"final_loss"}, profile_metrics);
inline constexpr auto infer_metrics = joined(
    std::array<Tag, 3>{"latency", "throughput", "step_time"}, network_metrics, common_metrics);
inline constexpr auto collective_metrics = joined(
    std::array<Tag, 9>{"step_forecast", "bus_bandwidth", "algorithm_bandwidth", "step_time",
                       "latency", "graph_time", "one_shot_time", "two_shot_time", "wrong_values"},
    common_metrics);
inline constexpr auto matmul_metrics = joined(
    std::array<Tag, 6>{"flops", "step_time", "mfu", "flops_per_step", "bandwidth",
                       "bytes_per_step"},
    std::array<Tag, 3>{"energy_per_flop", "relative_error", "error_tolerance"}, common_metrics);
inline constexpr auto mamf_metrics =
    joined(std::array<Tag, 4>{"gemm_m", "gemm_n", "gemm_k", "shapes_timed"}, matmul_metrics);
inline constexpr auto bandwidth_metrics =
    joined(std::array<Tag, 6>{"bandwidth", "step_time", "bandwidth_utilization", "bytes_per_step",
                              "relative_error", "error_tolerance"},
           common_metrics);
inline constexpr auto link_metrics =
    joined(std::array<Tag, 7>{"bandwidth", "latency", "step_time", "bandwidth_utilization",
                              "bytes_per_step", "relative_error", "error_tolerance"},
           common_metrics);
inline constexpr auto launch_metrics =
    joined(std::array<Tag, 2>{"step_time", "latency"}, common_metrics);

inline constexpr auto llm_metrics =
    joined(std::array<Tag, 12>{"token_throughput", "step_time", "limit_share", "mfu", "bandwidth",
                               "flops", "kl_divergence", "kl_allowed", "perplexity_ratio",
                               "parameters", "energy_per_token", "energy_per_flop"},
           std::array<Tag, 9>{"memory_model_state", "memory_cache", "memory_workspace",
                              "memory_limit", "cache_capacity", "step_forecast", "price",
                              "token_cost", "bandwidth_utilization"},
           std::array<Tag, 4>{"load_time", "throughput", "flops_per_step", "bytes_per_step"},
           common_metrics);

inline constexpr auto llm_load_metrics =
    joined(std::array<Tag, 10>{"ttft", "queue_time", "prompt_time", "tpot", "itl", "e2e_time",
                               "request_rate", "arrival_rate", "goodput", "good_share"},
           std::array<Tag, 10>{"token_throughput", "queue_growth", "answers_per_step",
                               "kl_divergence", "kl_allowed", "perplexity_ratio", "parameters",
                               "memory_model_state", "load_time", "energy_per_sample"},
           common_metrics);

inline constexpr std::string_view product_check_metrics[] = {"relative_error", "error_tolerance"};

}  // namespace wgf::runner
