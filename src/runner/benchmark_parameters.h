// SPDX-License-Identifier: MIT
#pragma once
// What each benchmark of the table takes; benchmarks_table.cpp alone includes it.

#include "results/input_spec.h"
#include "runner/benchmarks_table.h"
#include "runner/parameter_choices.h"

namespace wgf::runner {

inline void check_inputs(std::string_view text) {
  results::parse_inputs(text);
}

inline constexpr ParameterInfo collective_parameters[] = {
    {"operation", Choices{choices::collectives}, "all_reduce"},
    {"bytes", IntegerRange{}, "1048576"},
    {"type", Choices{choices::collective_types}, "float32"},
    {"ranks", IntegerRange{}, "2"},
    {"through", Choices{choices::collective_callers}, "c10d"},
    {"registered", Choices{choices::registrations}, "none"},  // of NCCL called straight
    // Of send_recv: one rank sends, one receives.
    {"from", IntegerRange{.least = 0}, ""},
    {"to", IntegerRange{.least = 0}, ""},
    {"algorithm", Choices{choices::nccl_algorithms}, ""},
    {"protocol", Choices{choices::nccl_protocols}, ""},
    {"channels", IntegerRange{}, ""},
    {"gid_index", IntegerRange{.least = 0}, ""},
    {"gdr_level", Choices{choices::gdr_levels}, ""},
};
inline constexpr ParameterInfo train_parameters[] = {
    {"model", FreeText{"list-models"}, ""},
    {"batch_size", IntegerRange{}, "1,8,32"},
    {"precision", Choices{choices::precisions}, "fp32"},
    {"launch", Choices{choices::launches}, "eager"},
    {"optimizer", Choices{choices::optimizers}, "sgd (cnn), adamw"},
    {"implementation", Choices{choices::implementations}, "fused"},
    {"memory_format", Choices{choices::image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"pure", Flag{}, "false"},
    {"image_size", IntegerRange{}, ""},
    {"sequence_length", IntegerRange{}, ""},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
    {"dp", IntegerRange{}, "1"},
    {"bucket_mb", IntegerRange{}, "25"},
    {"overlap", Choices{choices::on_off}, "on"},
    {"gradient_type", Choices{choices::gradient_types}, "fp32"},
    {"zero", IntegerRange{.least = 0}, "0"},
};
inline constexpr ParameterInfo train_decoder_parameters[] = {
    {"model", FreeText{"list-models --type llm"}, ""},
    {"batch_size", IntegerRange{}, "8"},
    {"sequence_length", IntegerRange{.least = 2}, "1024"},
    {"precision", Choices{choices::trained_precisions}, "bf16 (GPU), fp32"},
    {"launch", Choices{choices::trained_launches}, "auto"},
    {"accumulate", IntegerRange{}, "1"},
    {"recompute", Choices{choices::recomputed}, "none"},
    {"offload", Choices{choices::offloads}, "none"},
    {"gradient_type", Choices{choices::gradient_widths}, "auto"},
    {"kernels", Choices{choices::decoder_kernels}, "auto"},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
    {"dp", IntegerRange{}, "1"},
    {"replicas", IntegerRange{}, "1"},
    {"tp", IntegerRange{}, "1"},
    {"sp", Flag{}, "false"},
    {"pp", IntegerRange{}, "1"},
    {"cp", IntegerRange{}, "1"},
    {"ep", IntegerRange{}, "1"},
    {"experts", IntegerRange{}, ""},
    {"routing", Choices{choices::trained_routings}, "router"},
    {"capacity_factor", NumberRange{}, "0"},
    {"context", Choices{choices::context_forms}, "ring"},
    {"vpp", IntegerRange{}, ""},
    {"schedule", Choices{choices::schedules}, "1f1b"},
    {"split", Choices{choices::splits}, "even"},
    {"zero", IntegerRange{.least = 0, .most = 3}, "0"},
    {"overlap", Choices{choices::on_off}, "on"},
    {"exchange", Choices{choices::exchanges}, "collectives"},
    {"spared_multiprocessors", IntegerRange{.least = 0}, "0"},
    {"exchange_type", Choices{choices::exchange_types}, "as_is"},
    {"bucket_mb", IntegerRange{}, ""},
    {"algorithm", Choices{choices::nccl_algorithms}, ""},
    {"protocol", Choices{choices::nccl_protocols}, ""},
    {"channels", IntegerRange{}, ""},
    // One rank of the layout alone, and what its exchanges take (results/link_times.h).
    {"emulated_rank", IntegerRange{.least = 0}, ""},
    {"tensor_links", FreeText{"\"all_reduce 46:334\": µs, GB/s"}, ""},
    {"context_links", FreeText{"\"send_recv@2 1048576=24\": bytes, µs"}, ""},
    {"data_links", FreeText{"\"all_reduce 46:334\""}, ""},
    {"stage_links", FreeText{"\"send_recv 20:50\""}, ""},
    {"expert_links", FreeText{"\"all_to_all 30:200\""}, ""},
};
inline constexpr ParameterInfo parallel_product_parameters[] = {
    {"form", Choices{choices::product_forms}, "whole,column,column_gathered,row"},
    {"rows", IntegerRange{}, "8192"},
    {"size", IntegerRange{}, "8192"},
    {"precision", Choices{choices::trained_precisions}, "bf16 (GPU), fp32"},
    {"ranks", IntegerRange{}, "1"},
};
inline constexpr ParameterInfo expert_routing_parameters[] = {
    {"tokens", IntegerRange{}, "4096"},
    {"experts", IntegerRange{}, "8"},
    {"per_token", IntegerRange{}, "2"},
    {"hidden", IntegerRange{}, "4096"},
    {"width", IntegerRange{}, "14336"},
    {"routing", Choices{choices::routings}, "even,skewed"},
    {"precision", Choices{choices::trained_precisions}, "bf16 (GPU), fp32"},
    {"ranks", IntegerRange{}, "1"},
};
inline constexpr ParameterInfo train_from_files_parameters[] = {
    {"model", FreeText{"list-models, none"}, "mobilenet_v2"},
    {"batch_size", IntegerRange{}, "64"},
    {"precision", Choices{choices::precisions}, "fp32"},
    {"optimizer", Choices{choices::optimizers}, "sgd (cnn), adamw"},
    {"memory_format", Choices{choices::image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"workers", IntegerRange{.least = 0}, "0,2,4,8"},
    {"data", FreeText{"folder, generated"}, "generated"},
    {"strict", Flag{}, "false"},
    {"interval_ms", IntegerRange{.least = 100, .unit = "ms"}, "500"},
    {"feed", Choices{choices::feeds}, "loader"},
    {"launch", Choices{choices::launches}, "eager"},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
};
inline constexpr ParameterInfo infer_parameters[] = {
    {"model", FreeText{"list-models"}, ""},
    {"batch_size", IntegerRange{}, "1,8,32"},
    {"precision", Choices{choices::precisions}, "fp32"},
    {"launch", Choices{choices::launches}, "eager"},
    {"memory_format", Choices{choices::image_formats}, "channels_last (cnn on a GPU), contiguous"},
    {"pure", Flag{}, "false"},
    {"image_size", IntegerRange{}, ""},
    {"sequence_length", IntegerRange{}, ""},
};
inline constexpr ParameterInfo llm_parameters[] = {
    {"model", FreeText{"list-models --type llm"}, ""},
    {"batch_size", IntegerRange{}, "1"},
    {"prompt_tokens", IntegerRange{.least = 0}, "512", "64"},
    {"new_tokens", IntegerRange{.least = 0}, "128", "16"},
    {"depth", IntegerRange{.least = 0}, "0"},
    {"precision", Choices{choices::decoder_precisions}, "bf16", "fp32"},
    {"kv_precision", Choices{choices::decoder_caches}, "auto"},
    {"kernels", Choices{choices::decoder_kernels}, "auto"},
    {"tp", IntegerRange{}, "1"},
    {"rank_sums", Choices{choices::rank_sums}, "auto"},
    {"weights", FreeText{"fingerprint"}, ""},
    {"profiled_steps", IntegerRange{.least = 0}, "0"},
};
inline constexpr ParameterInfo llm_load_parameters[] = {
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
    {"precision", Choices{choices::decoder_precisions}, "bf16", "fp32"},
    {"kv_precision", Choices{choices::decoder_caches}, "auto"},
    {"kernels", Choices{choices::decoder_kernels}, "auto"},
    {"tp", IntegerRange{}, "1"},
    {"weights", FreeText{"fingerprint"}, ""},
};
inline constexpr ParameterInfo matmul_parameters[] = {
    {"m", IntegerRange{}, "1024-8192*2"},
    {"n", IntegerRange{}, "as m"},
    {"k", IntegerRange{}, "as m"},
    {"precision", Choices{choices::product_formats}, "fp32"},
    {"cache", Choices{choices::caches}, "hot"},
    {"layout", Choices{choices::layouts}, ""},
    {"batch", IntegerRange{}, ""},
    {"epilogue", Choices{choices::epilogues}, ""},
    {"scaling", Choices{choices::scalings}, ""},
};
inline constexpr ParameterInfo bandwidth_parameters[] = {
    {"operation", Choices{choices::operations}, "copy"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "1024"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
    {"cache", Choices{choices::caches}, ""},
};
inline constexpr ParameterInfo transfer_parameters[] = {
    {"operation", Choices{choices::transfers}, "h2d,d2h,both"},
    {"memory", Choices{choices::host_memories}, "pinned,pageable"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "256"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
};
inline constexpr ParameterInfo attention_parameters[] = {
    {"phase", Choices{choices::phases}, "prefill"},
    {"pass", Choices{choices::passes}, "forward"},
    {"batch", IntegerRange{}, "8", "1"},
    {"heads", IntegerRange{}, "32", "8"},
    {"kv_heads", IntegerRange{}, "", ""},
    {"sequence_length", IntegerRange{}, "4096", "1024"},
    {"head_size", IntegerRange{}, "128"},
    {"causal", Flag{}, "true"},
    {"backend", Choices{choices::attention_backends}, "auto"},
    {"precision", Choices{choices::precisions}, "bf16"},
    {"cache", Choices{choices::caches}, "hot"},
};
inline constexpr ParameterInfo conv_parameters[] = {
    {"pass", Choices{choices::convolution_passes}, "forward,dgrad,wgrad"},
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
    {"precision", Choices{choices::precisions}, "bf16", "fp32"},
    {"memory_format", Choices{choices::memory_formats}, "channels_last"},
    {"cache", Choices{choices::caches}, "hot"},
};
inline constexpr ParameterInfo norm_act_parameters[] = {
    {"operation", Choices{choices::norm_operations}, "layer_norm,rms_norm,softmax,gelu"},
    {"rows", IntegerRange{}, "16384"},
    {"columns", IntegerRange{}, "4096"},
    {"precision", Choices{choices::norm_formats}, "bf16", "fp32"},
    {"cache", Choices{choices::caches}, "cold"},
};
inline constexpr ParameterInfo optimizer_step_parameters[] = {
    {"optimizer", Choices{choices::stepped_optimizers}, "adamw,sgd"},
    {"parameters", IntegerRange{}, "100000000", "10000000"},
};
inline constexpr ParameterInfo launch_parameters[] = {
    {"launch", Choices{choices::launches}, "eager,graph", "eager"},
    {"kernels", IntegerRange{.most = 100'000}, "100"},
};
inline constexpr ParameterInfo link_parameters[] = {
    {"from", IntegerRange{.least = 0}, "0"},
    {"to", IntegerRange{.least = 0}, "1"},
    {"direction", Choices{choices::directions}, "one_way,both"},
    {"size_mib", IntegerRange{.unit = "MiB"}, "256"},
    {"bytes", IntegerRange{.unit = "B"}, ""},
};
inline constexpr ParameterInfo mamf_parameters[] = {
    {"precision", Choices{choices::library_formats}, "bf16", "fp32"},
    {"search", Choices{choices::searches}, "guided"},
    {"cache", Choices{choices::caches}, "cold"},
    {"largest", IntegerRange{.least = 64}, "16384", "1024"},
    {"seconds", IntegerRange{.unit = "s"}, "40", "20"},
};
inline constexpr ParameterInfo product_check_parameters[] = {
    {"operation", Choices{choices::checked_operations}, "product"},
    {"precision", Choices{choices::library_formats}, "fp32"},
};
inline constexpr ParameterInfo user_model_parameters[] = {
    {"model", FreeText{"file .pt|.pt2"}, ""},
    {"input", FreeText{"float32[8,3,224,224]", check_inputs}, ""},
    {"launch", Choices{choices::launches}, "eager"},
    {"precision", Choices{choices::precisions}, "its own"},
};

}  // namespace wgf::runner
