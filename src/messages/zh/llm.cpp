// SPDX-License-Identifier: MIT
// Chinese: tasks.llm_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry llm_entries[] = {
    {"tasks.llm_column_batch", "请求数"},
    {"tasks.llm_column_first_token", "首个词元"},
    {"tasks.llm_column_limit", "占上限"},
    {"tasks.llm_column_memory", "内存"},
    {"tasks.llm_column_precision", "精度"},
    {"tasks.llm_column_prompt", "提示"},
    {"tasks.llm_column_rate", "回答"},
    {"tasks.llm_column_token_time", "每词元"},
    {"tasks.llm_column_tokens", "提示 + 新词元"},
    {"tasks.llm_option_batch", "同时处理的序列数，\"1,8\" 或 \"1-64*2\"（默认 1）"},
    {"tasks.llm_option_depth", "提示之前缓存中已有的词元数（默认 0）"},
    {"tasks.llm_option_kernels", "auto：自有内核支持该模型时使用；own；library：只用 LibTorch"},
    {"tasks.llm_option_model",
     "list-models --type llm 中的模型、含 config.json 和 safetensors 的文件夹，或单独的 "
     "config.json（默认：1B 到 8B 的 Llama 和 Qwen）"},
    {"tasks.llm_option_new_tokens", "回答的词元数（默认 128，CPU 上为 16）"},
    {"tasks.llm_option_precision", "bf16、fp16、fp32（默认 bf16，CPU 上为 fp32）"},
    {"tasks.llm_option_prompt", "提示的词元数（默认 512，CPU 上为 64）"},
};
const Part llm = llm_entries;

}  // namespace wgf::messages::chinese
