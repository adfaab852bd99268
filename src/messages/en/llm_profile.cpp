// SPDX-License-Identifier: MIT
// English: tasks.llm_profile_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry llm_profile_entries[] = {
    {"tasks.llm_profile_all", "all"},
    {"tasks.llm_profile_as_it_is", "none"},
    {"tasks.llm_profile_changes",
     "{case}: a token with one thing changed; only the first row is a decode"},
    {"tasks.llm_profile_column_calls", "calls"},
    {"tasks.llm_profile_column_change", "change"},
    {"tasks.llm_profile_column_flops", "TFLOP/s"},
    {"tasks.llm_profile_column_gain", "change of tokens/s"},
    {"tasks.llm_profile_column_kernel", "kernel"},
    {"tasks.llm_profile_column_of_prompt", "of prompt"},
    {"tasks.llm_profile_column_of_token", "of token"},
    {"tasks.llm_profile_column_part", "part"},
    {"tasks.llm_profile_column_read", "GB/s"},
    {"tasks.llm_profile_column_time", "µs"},
    {"tasks.llm_profile_fewer_bytes", "{share} of the bytes read, weights being fewer"},
    {"tasks.llm_profile_gaps", "gaps between them"},
    {"tasks.llm_profile_load",
     "--profile is of single prompts and answers; leave it out, or the options of a load"},
    {"tasks.llm_profile_one_by_one", "launches one by one, no graph"},
    {"tasks.llm_profile_option",
     "then record some steps: one prompt and one token by kernel, each beside its limit"},
    {"tasks.llm_profile_part_activation", "activation"},
    {"tasks.llm_profile_part_attention", "attention"},
    {"tasks.llm_profile_part_choice", "choice of experts"},
    {"tasks.llm_profile_part_down", "down"},
    {"tasks.llm_profile_part_gate_up", "gate and up"},
    {"tasks.llm_profile_part_heads", "rotation, cache"},
    {"tasks.llm_profile_part_logits", "logits"},
    {"tasks.llm_profile_part_none", "other"},
    {"tasks.llm_profile_part_norm", "norms"},
    {"tasks.llm_profile_part_output", "attention output"},
    {"tasks.llm_profile_part_qkv", "q, k, v"},
    {"tasks.llm_profile_part_router", "router"},
    {"tasks.llm_profile_part_token", "token"},
    {"tasks.llm_profile_prompt",
     "One prompt of {case}: {recorded} ms recorded, {measured} ms measured"},
    {"tasks.llm_profile_ranks", "--profile is of one GPU; leave out --tp, or --profile"},
    {"tasks.llm_profile_token",
     "One token of {case}: {recorded} ms recorded, {measured} ms measured"},
    {"tasks.llm_profile_without_gaps", "launches end to end, as recorded"},
    {"tasks.llm_profile_without_norms", "no launches of norms and choice"},
};
const Part llm_profile = llm_profile_entries;

}  // namespace wgf::messages::english
