// SPDX-License-Identifier: MIT
#pragma once
// The words that parameters of benchmarks, and options of commands, choose from.

#include <string_view>

namespace wgf::runner::choices {

inline constexpr std::string_view precisions[] = {"fp32", "tf32", "fp16", "bf16"};
inline constexpr std::string_view workloads[] = {"train", "infer"};
inline constexpr std::string_view memory_formats[] = {"channels_last", "contiguous"};
inline constexpr std::string_view launches[] = {"eager", "graph"};
inline constexpr std::string_view optimizers[] = {"sgd", "adam", "adamw"};
inline constexpr std::string_view implementations[] = {"fused", "foreach", "loop"};
inline constexpr std::string_view operations[] = {"copy", "read", "write", "scale", "triad"};
// What one benchmark alone lets choose, and orders that list-benchmarks shows.
inline constexpr std::string_view image_formats[] = {"contiguous", "channels_last"};
inline constexpr std::string_view feeds[] = {"loader", "copy_ahead", "ready"};
inline constexpr std::string_view product_formats[] = {"fp64", "fp32", "tf32", "fp16",
                                                       "bf16", "fp8",  "int8", "fp4"};
inline constexpr std::string_view caches[] = {"hot", "cold"};
inline constexpr std::string_view layouts[] = {"nn", "nt", "tn", "tt"};
inline constexpr std::string_view epilogues[] = {"none", "bias", "bias_gelu"};
inline constexpr std::string_view scalings[] = {"tensor", "row"};
inline constexpr std::string_view transfers[] = {"h2d", "d2h", "both"};
inline constexpr std::string_view host_memories[] = {"pinned", "pageable"};
inline constexpr std::string_view phases[] = {"prefill", "decode"};
inline constexpr std::string_view passes[] = {"forward", "backward"};
inline constexpr std::string_view attention_backends[] = {"auto", "flash", "efficient", "cudnn",
                                                          "math"};
inline constexpr std::string_view convolution_passes[] = {"forward", "dgrad", "wgrad"};
inline constexpr std::string_view norm_operations[] = {"layer_norm", "rms_norm", "softmax", "gelu"};
inline constexpr std::string_view norm_formats[] = {"fp32", "fp16", "bf16"};
inline constexpr std::string_view stepped_optimizers[] = {"adamw", "sgd"};
inline constexpr std::string_view directions[] = {"one_way", "both"};
inline constexpr std::string_view library_formats[] = {"fp64", "fp32", "tf32", "fp16", "bf16"};
inline constexpr std::string_view searches[] = {"guided", "exhaustive"};
inline constexpr std::string_view decoder_precisions[] = {"fp32", "fp16", "bf16", "fp8",
                                                          "int8", "int4", "mxfp4"};
inline constexpr std::string_view decoder_kernels[] = {"auto", "own", "library"};
inline constexpr std::string_view decoder_caches[] = {"auto", "fp8"};
inline constexpr std::string_view checked_operations[] = {"product", "flash_attention"};
inline constexpr std::string_view collectives[] = {
    "all_reduce", "all_gather", "reduce_scatter", "broadcast",    "reduce",
    "gather",     "scatter",    "all_to_all",     "all_to_all_v", "send_recv"};
inline constexpr std::string_view collective_types[] = {"float32", "bfloat16", "float16"};
inline constexpr std::string_view nccl_algorithms[] = {"Ring", "Tree", "NVLS"};
inline constexpr std::string_view nccl_protocols[] = {"LL", "LL128", "Simple"};
inline constexpr std::string_view gdr_levels[] = {"LOC", "PIX", "PXB", "PHB", "SYS"};
inline constexpr std::string_view collective_callers[] = {"nccl", "c10d"};
inline constexpr std::string_view registrations[] = {"none", "local", "symmetric"};
inline constexpr std::string_view on_off[] = {"on", "off"};
inline constexpr std::string_view gradient_types[] = {"fp32", "fp16",
                                                      "bf16"};  // as ranks exchange them
inline constexpr std::string_view trained_precisions[] = {"fp32", "tf32", "bf16", "fp8"};
inline constexpr std::string_view trained_launches[] = {"auto", "eager", "graph"};
inline constexpr std::string_view recomputed[] = {"none", "selective", "full"};
inline constexpr std::string_view offloads[] = {"none", "optimizer", "activations", "all"};
inline constexpr std::string_view gradient_widths[] = {"auto", "fp32", "bf16"};
inline constexpr std::string_view schedules[] = {"naive",       "gpipe", "1f1b",
                                                 "interleaved", "zb-h1", "zb-v"};
inline constexpr std::string_view splits[] = {"even", "balanced"};  // of layers into stages
inline constexpr std::string_view context_forms[] = {"ring", "all_gather", "ulysses"};
inline constexpr std::string_view trained_routings[] = {"router", "skewed"};
inline constexpr std::string_view exchange_types[] = {"as_is", "fp32", "bf16", "fp16"};
inline constexpr std::string_view exchanges[] = {"collectives", "copies"};
inline constexpr std::string_view product_forms[] = {"whole", "column", "column_gathered", "row"};
inline constexpr std::string_view routings[] = {"even", "skewed"};
inline constexpr std::string_view rank_sums[] = {"auto", "nccl", "own"};

}  // namespace wgf::runner::choices
