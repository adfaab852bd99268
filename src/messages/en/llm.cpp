// SPDX-License-Identifier: MIT
// English: tasks.llm_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry llm_entries[] = {
    {"tasks.llm_column_batch", "requests"},
    {"tasks.llm_column_first_token", "first token"},
    {"tasks.llm_column_limit", "of the limit"},
    {"tasks.llm_column_memory", "memory"},
    {"tasks.llm_column_precision", "precision"},
    {"tasks.llm_column_prompt", "prompt"},
    {"tasks.llm_column_rate", "answer"},
    {"tasks.llm_column_token_time", "per token"},
    {"tasks.llm_column_tokens", "prompt + new"},
    {"tasks.llm_option_batch", "sequences at once, \"1,8\" or \"1-64*2\" (default 1)"},
    {"tasks.llm_option_depth", "tokens that are in the cache before the prompt (default 0)"},
    {"tasks.llm_option_kernels",
     "auto: kernels of ours where they cover the model; own; library: LibTorch's alone"},
    {"tasks.llm_option_model",
     "models of list-models --type llm, a folder with config.json and safetensors, or a "
     "config.json alone (default: Llama and Qwen, 1B to 8B)"},
    {"tasks.llm_option_new_tokens", "tokens of an answer (default 128, on a CPU 16)"},
    {"tasks.llm_option_precision", "bf16, fp16, fp32 (default bf16, on a CPU fp32)"},
    {"tasks.llm_option_prompt", "tokens of a prompt (default 512, on a CPU 64)"},
};
const Part llm = llm_entries;

}  // namespace wgf::messages::english
