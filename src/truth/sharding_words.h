// SPDX-License-Identifier: MIT
#pragma once
// What cells of published rows say of sharding and offloading.

#include <optional>
#include <string_view>

namespace wgf::truth {

// 0 to 3: "FSDP", "FULL_SHARD", "HSDP", "ZeRO-3", "ZeRO Stage-3", "zero_stage=3", "stage3" 3;
// "SHARD_GRAD_OP", "ZeRO-2", ZeRO-Offload 2; "ZeRO-1", "distributed optimizer", "dist-opt" 1; 0 for
// "none", "DDP", "FSDP: no", an empty cell; "dp_shard=8" 3, "optimizer state sharding" 1, a bare
// number of 0 to 3 itself. Nothing where the words are not understood.
std::optional<int> known_zero_stage_of(std::string_view words);

// The same, 0 where the words are not understood: of text that says other things too.
int zero_stage_of(std::string_view words);

// The same of a cell of its own; throws Unreadable where it is not understood.
int stated_zero_stage(std::string_view cell);

// "FSDP", "DDP/dist-opt", "ZeRO-1": without a layout beside it, all GPUs are data-parallel ranks.
bool names_data_parallelism(std::string_view sharding);

// "CPU offload", "offload-opt-m", "optimizer offloaded to CPU", "cpu_offload", "ZeRO-Offload": the
// optimizer's state in the host's memory.
bool offloads_optimizer(std::string_view words);

// "ZeRO-Infinity", "param offload", "offload-quants", "NVMe", FSDP's "CPU offload" where no
// optimizer is named: weights or gradients too.
bool streams_weights(std::string_view words);

}  // namespace wgf::truth
