// SPDX-License-Identifier: MIT
#pragma once
// What notes of published rows say of pipelines and of the overlap of tensor parallelism.

#include <optional>
#include <string_view>

namespace wgf::truth {

// Virtual pipeline stages: "VP 5", "VPP=8", "vpp5", "virtual pipeline 5", "interleave 4",
// "interleaved 1F1B, 5 chunks"; "interleaved" alone 2, which is torchtitan's default; 1 where none
// is named or they are denied.
int virtual_stages_of(std::string_view notes);

// "5 layers per virtual stage", "num_layers_per_virtual_pipeline_stage 2".
std::optional<double> layers_per_chunk_of(std::string_view notes);

// "interleaved" without a number of chunks.
bool names_interleaving_alone(std::string_view notes);

// Whether they say how the stages of a pipeline take turns: "1F1B", "VP n/a", "interleave 1",
// "no interleaving".
bool names_schedule(std::string_view notes);

// "DualPipe", "zero bubble", "ZB-H1": work that 1F1B does later stands in place of the wait.
bool fills_bubbles(std::string_view notes);

// "AsyncTP", "TP comm overlap", "tp_comm_overlap": the exchanges of tensor parallelism lie beside
// its products; not "tp overlap off".
bool overlaps_tensor(std::string_view notes);

}  // namespace wgf::truth
