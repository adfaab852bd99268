// SPDX-License-Identifier: MIT
// English: predict.part_*, predict.meaning_*, predict.group_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry step_parts_entries[] = {
    {"predict.group_compute", "compute"},
    {"predict.group_communication", "exposed communication"},
    {"predict.group_bubble", "pipeline bubble and hand-over"},
    {"predict.group_optimizer", "optimizer"},
    {"predict.group_launch", "launch (host)"},
    {"predict.group_other", "other"},
    {"predict.part_matrices", "matrices"},
    {"predict.part_expert_matrices", "expert matrices"},
    {"predict.part_attention", "attention"},
    {"predict.part_between", "between"},
    {"predict.part_recompute", "recompute"},
    {"predict.part_head", "head"},
    {"predict.part_launch", "launch"},
    {"predict.part_tensor", "tensor"},
    {"predict.part_experts", "experts"},
    {"predict.part_context", "context"},
    {"predict.part_pipeline", "pipeline"},
    {"predict.part_sharding", "sharding"},
    {"predict.part_data", "data"},
    {"predict.part_optimizer", "optimizer"},
    {"predict.part_constant", "constant"},
    {"predict.part_straggling", "straggling"},
    {"predict.meaning_matrices", "FLOPs of the layers' matrices / sustained rate"},
    {"predict.meaning_expert_matrices", "FLOPs of the experts' matrices / their rate"},
    {"predict.meaning_attention", "FLOPs of query-key pairs / attention rate"},
    {"predict.meaning_between", "bytes that norms, activations, copies move"},
    {"predict.meaning_recompute", "layers run again on the way back"},
    {"predict.meaning_head", "output matrix and loss"},
    {"predict.meaning_launch", "host's time beyond the GPU's"},
    {"predict.meaning_tensor", "gathers and scatters not hidden"},
    {"predict.meaning_experts", "tokens sent to experts and back"},
    {"predict.meaning_context", "keys and values passed on"},
    {"predict.meaning_pipeline",
     "(stages - 1) / chunks idle micro-steps, uneven chunks, hand-over"},
    {"predict.meaning_sharding", "weights gathered, gradients scattered"},
    {"predict.meaning_data", "gradients summed over ranks, not hidden"},
    {"predict.meaning_optimizer", "bytes of weights, gradients, moments"},
    {"predict.meaning_constant", "data loading, logging, of every step"},
    {"predict.meaning_straggling", "waiting for the slowest GPU"},
};
const Part step_parts = step_parts_entries;

}  // namespace wgf::messages::english
