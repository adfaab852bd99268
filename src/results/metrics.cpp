// SPDX-License-Identifier: MIT
#include "results/metrics.h"

#include "base/error.h"

namespace wgf::results {
namespace {

constexpr MetricInfo table[] = {
    // how fast
    {"step_time", "ms", Better::lower},
    {"loading_time", "ms", Better::lower},
    {"forward_time", "ms", Better::lower},
    {"backward_time", "ms", Better::lower},
    {"optimizer_time", "ms", Better::lower},
    // of ranks
    {"exchange_wait_time", "ms", Better::lower},
    {"gather_time", "ms", Better::lower},
    {"exchange_time", "ms", Better::lower},
    {"one_shot_time", "ms", Better::lower},
    {"two_shot_time", "ms", Better::lower},
    {"exchange_hidden_share", "%", Better::higher},
    {"exchange_bytes", "GB", Better::lower},
    {"exchange_buckets", "count", Better::neither},
    {"bus_bandwidth", "GB/s", Better::higher},
    {"algorithm_bandwidth", "GB/s", Better::higher},
    {"graph_time", "ms", Better::lower},
    {"unexchanged_time", "ms", Better::neither},
    {"unrouted_time", "ms", Better::neither},
    {"exposed_share", "%", Better::lower},
    {"straggler_wait_time", "ms", Better::lower},
    {"product_time", "ms", Better::lower},
    {"routing_time", "ms", Better::lower},
    {"dispatch_time", "ms", Better::lower},
    {"combine_time", "ms", Better::lower},
    {"expert_imbalance", "ratio", Better::lower},
    {"expert_fullest", "ratio", Better::lower},
    {"dropped_share", "%", Better::lower},
    // of pipelines; of a rank and together
    {"bubble", "%", Better::lower},
    {"bubble_ideal", "%", Better::neither},
    {"bubble_schedule", "%", Better::lower},
    {"bubble_imbalance", "%", Better::lower},
    {"bubble_communication", "%", Better::lower},
    {"bubble_jitter", "%", Better::lower},
    {"chunk_forward_time", "ms", Better::lower},
    {"chunk_backward_time", "ms", Better::lower},
    {"chunk_weights_time", "ms", Better::lower},
    {"micro_batches_kept", "count", Better::lower},
    // what a step of a rank is spent on
    {"part_attention", "ms", Better::lower},
    {"part_feed_forward", "ms", Better::lower},
    {"part_head", "ms", Better::lower},
    {"part_tensor", "ms", Better::lower},
    {"part_context", "ms", Better::lower},
    {"part_experts", "ms", Better::lower},
    {"part_data", "ms", Better::lower},
    {"part_stages", "ms", Better::lower},
    {"part_optimizer", "ms", Better::lower},
    {"part_rest", "ms", Better::lower},
    {"wrong_values", "count", Better::lower},
    {"latency", "ms", Better::lower},
    {"wall_step_time", "ms", Better::lower},
    {"throughput", "samples/s", Better::higher},
    {"token_throughput", "tokens/s", Better::higher},
    {"load_time", "ms", Better::lower},
    {"loader_rate", "samples/s", Better::higher},
    {"files_skipped", "count", Better::lower},
    // requests of a load
    {"ttft", "ms", Better::lower},
    {"queue_time", "ms", Better::lower},
    {"prompt_time", "ms", Better::lower},
    {"tpot", "ms", Better::lower},
    {"itl", "ms", Better::lower},
    {"e2e_time", "ms", Better::lower},
    {"request_rate", "requests/s", Better::higher},
    {"arrival_rate", "requests/s", Better::neither},
    {"goodput", "requests/s", Better::higher},
    {"good_share", "%", Better::higher},
    {"queue_growth", "%", Better::lower},
    {"answers_per_step", "count", Better::neither},
    {"ttft_forecast", "ms", Better::neither},
    {"tpot_forecast", "ms", Better::neither},
    {"token_throughput_forecast", "tokens/s", Better::neither},
    // requests to a server, and the client that sends them
    {"send_delay", "ms", Better::lower},
    {"name_time", "ms", Better::lower},
    {"connect_time", "ms", Better::lower},
    {"handshake_time", "ms", Better::lower},
    {"token_count", "count", Better::neither},
    {"failed_requests", "count", Better::lower},
    {"client_event_rate", "events/s", Better::higher},
    {"client_delay", "ms", Better::lower},
    {"client_lag", "ms", Better::lower},
    // how much work
    {"parameters", "count", Better::neither},
    {"flops_per_step", "GFLOP", Better::neither},
    // of a training step, by the definitions of other tools
    {"flops_per_step_6n", "GFLOP", Better::neither},
    {"flops_per_step_causal_all", "GFLOP", Better::neither},
    {"flops_per_step_full", "GFLOP", Better::neither},
    {"flops_per_step_full_all", "GFLOP", Better::neither},
    {"flops", "TFLOP/s", Better::higher},
    {"mfu", "%", Better::higher},
    {"bytes_per_step", "GB", Better::neither},
    {"operator_bytes_per_step", "GB", Better::neither},
    {"bandwidth", "GB/s", Better::higher},
    {"bandwidth_utilization", "%", Better::higher},
    {"limit_share", "%", Better::higher},
    {"cache_capacity", "count", Better::higher},
    {"step_forecast", "ms", Better::neither},
    {"reference_time", "ms", Better::neither},
    {"gemm_m", "count", Better::neither},
    {"gemm_n", "count", Better::neither},
    {"gemm_k", "count", Better::neither},
    {"shapes_timed", "count", Better::neither},
    // memory
    {"memory_model_state", "GiB", Better::lower},
    {"memory_host", "GiB", Better::lower},
    {"memory_cache", "GiB", Better::lower},
    {"memory_workspace", "GiB", Better::lower},
    {"memory_allocated", "GiB", Better::lower},
    {"memory_allocated_peak", "GiB", Better::lower},
    {"memory_reserved_peak", "GiB", Better::lower},
    {"memory_device_peak", "GiB", Better::lower},
    {"memory_process_peak", "GiB", Better::lower},
    {"memory_container_peak", "GiB", Better::lower},
    {"memory_limit", "GiB", Better::neither},
    {"memory_budget", "GiB", Better::neither},
    {"memory_forecast", "GiB", Better::neither},
    // the device while measuring
    {"gpu_utilization", "%", Better::neither},
    {"busy_mean", "%", Better::neither},
    {"busy_deviation", "%", Better::lower},
    {"idle_share", "%", Better::lower},
    {"loader_wait_share", "%", Better::lower},
    {"cpu_utilization", "%", Better::neither},
    {"other_cpu_utilization", "%", Better::lower},
    {"power", "W", Better::lower},
    {"energy_per_step", "J", Better::lower},
    {"energy_per_sample", "J", Better::lower},
    {"energy_per_token", "J", Better::lower},
    {"energy_per_flop", "pJ", Better::lower},
    {"sm_clock", "MHz", Better::neither},
    {"memory_clock", "MHz", Better::neither},
    {"temperature", "°C", Better::neither},
    {"throttled_share", "%", Better::lower},
    // what it costs
    {"price", "$/h", Better::neither},
    {"token_cost", "$/Mtoken", Better::lower},
    // of profiled steps
    {"profiled_steps", "count", Better::neither},
    {"profiled_step_time", "ms", Better::neither},
    {"compute_share", "%", Better::neither},
    {"communication_share", "%", Better::lower},
    {"copy_share", "%", Better::lower},
    {"load_share", "%", Better::lower},
    {"no_work_share", "%", Better::lower},
    {"copy_overlap", "%", Better::higher},
    {"kernel_gaps", "count", Better::lower},
    {"kernel_gap_time", "ms", Better::lower},
    {"kernel_time", "ms", Better::lower},
    // how good the measurement is
    {"warmup_steps", "count", Better::neither},
    {"warmup_time", "s", Better::neither},
    {"measured_steps", "count", Better::neither},
    {"measured_time", "s", Better::neither},
    {"relative_precision", "%", Better::lower},
    {"final_loss", "loss", Better::neither},
    // whether the device computes rightly: largest difference to float64 over the typical size
    {"relative_error", "ratio", Better::lower},
    {"error_tolerance", "ratio", Better::neither},
    // a compiled network beside the network itself
    {"kl_divergence", "nats", Better::lower},
    {"kl_allowed", "nats", Better::neither},
    {"perplexity_ratio", "ratio", Better::neither},
    {"compile_time", "s", Better::lower},
    {"output_difference", "ratio", Better::lower},
    {"update_difference", "ratio", Better::lower},
};

bool is_phase_name(std::string_view text) {
  constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

}  // namespace

std::span<const MetricInfo> all_metrics() {
  return table;
}

const MetricInfo& metric_info(std::string_view tag) {
  const std::size_t point = tag.find('.');
  const bool is_of_phase = point != std::string_view::npos && is_phase_name(tag.substr(0, point));
  const std::string_view quantity = is_of_phase ? tag.substr(point + 1) : tag;
  for (const MetricInfo& info : table)
    if (info.tag == quantity) return info;
  throw Error({"results.unknown_metric", {{"tag", std::string(tag)}}});
}

Metric metric_from_samples(std::string_view tag, std::vector<double> samples, ThermalState state) {
  metric_info(tag);  // throws where there is none
  Metric metric;
  metric.tag = tag;
  metric.value = median(samples);
  if (samples.size() > 1) metric.interval = median_interval(samples);  // one tells of no spread
  metric.samples = std::move(samples);
  metric.state = state;
  return metric;
}

Metric single_metric(std::string_view tag, double value) {
  metric_info(tag);  // throws where there is none
  Metric metric;
  metric.tag = tag;
  metric.value = value;
  return metric;
}

Metric rate_metric(std::string_view tag, double work_per_step, const Metric& milliseconds) {
  Metric metric = single_metric(tag, work_per_step * 1e3 / milliseconds.value);
  metric.state = milliseconds.state;
  if (milliseconds.interval)
    metric.interval = Interval{work_per_step * 1e3 / milliseconds.interval->high,
                               work_per_step * 1e3 / milliseconds.interval->low};
  return metric;
}

}  // namespace wgf::results
