// SPDX-License-Identifier: MIT
// English: llm.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry llm_entries[] = {
    {"llm.column_batch", "requests"},
    {"llm.column_first_token", "first token"},
    {"llm.column_limit", "of the limit"},
    {"llm.column_memory", "memory"},
    {"llm.column_precision", "precision"},
    {"llm.column_prompt", "prompt"},
    {"llm.column_rate", "answer"},
    {"llm.column_token_time", "per token"},
    {"llm.column_tokens", "prompt + new"},
    {"llm.option_batch", "sequences at once, \"1,8\" or \"1-64*2\" (default 1)"},
    {"llm.option_depth", "tokens that are in the cache before the prompt (default 0)"},
    {"llm.option_kernels",
     "auto: kernels of ours where they cover the model; own; library: LibTorch's alone"},
    {"llm.option_model", "models of list-models --type llm (default: Llama and Qwen, 1B to 8B)"},
    {"llm.option_new_tokens", "tokens of an answer (default 128, on a CPU 16)"},
    {"llm.option_precision", "bf16, fp16, fp32 (default bf16, on a CPU fp32)"},
    {"llm.option_prompt", "tokens of a prompt (default 512, on a CPU 64)"},
};
const Part llm = llm_entries;

}  // namespace wgf::messages::english
