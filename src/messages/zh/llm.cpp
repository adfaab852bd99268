// SPDX-License-Identifier: MIT
// Chinese: tasks.llm_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry llm_entries[] = {
    {"tasks.llm_advice_capacity",
     "除权重和工作空间外，内存可保存 {model} 的 {tokens} 个词元：同时 {requests} 个各 {each} "
     "词元的请求。"},
    {"tasks.llm_advice_knee",
     "{model}：批量 {batch} 为 {rate} tokens/s，每个请求每 {time} ms "
     "一个词元；更大的收益很小（批量 {most}：{most_rate} tokens/s）。"},
    {"tasks.llm_advice_knee_best",
     "{model}：批量 {batch} 最高，为 {rate} tokens/s，每个请求每 {time} ms "
     "一个词元；更大的没有收益。"},
    {"tasks.llm_advice_model",
     "{model} 是单个请求仍达 {least} tokens/s（快于阅读速度）的最大模型：{rate} tokens/s。"},
    {"tasks.llm_advice_no_knee",
     "{model}：批量 {batch} 时吞吐仍在增长：{rate} tokens/s，每个请求每 {time} ms "
     "一个词元；可再增大，或用 -b max。"},
    {"tasks.llm_advice_most",
     "{model}：吞吐一直增长到批量 {batch}，内存大约只容得下这么多：{rate} tokens/s，每个请求每 "
     "{time} ms 一个词元。"},
    {"tasks.llm_advice_slow",
     "没有模型能以 {least} tokens/s 回答单个请求；最快的是 {model}：{rate} tokens/s。"},
    {"tasks.llm_bad_pair", "-pg {value}：不是以词元计的提示和回答；请写成 -pg 512,128"},
    {"tasks.llm_bad_price", "--price {value}：不是以 $/h 计的价格；请写成 --price 2.49"},
    {"tasks.llm_column_batch", "请求数"},
    {"tasks.llm_column_cache", "缓存"},
    {"tasks.llm_column_capacity", "最多保存词元"},
    {"tasks.llm_column_cost", "$ / 百万词元"},
    {"tasks.llm_column_energy", "J / 词元"},
    {"tasks.llm_column_first_token", "TTFT, ms"},
    {"tasks.llm_column_lengths", "请求 x 提示 + 新词元"},
    {"tasks.llm_column_limit", "占上限"},
    {"tasks.llm_column_memory", "使用中"},
    {"tasks.llm_column_mfu", "MFU"},
    {"tasks.llm_column_precision", "精度"},
    {"tasks.llm_column_prompt", "提示, tokens/s"},
    {"tasks.llm_column_prompt_forecast", "TTFT 预测, ms"},
    {"tasks.llm_column_rate", "回答, tokens/s"},
    {"tasks.llm_column_step_forecast", "TPOT 预测, ms"},
    {"tasks.llm_column_token_time", "TPOT, ms"},
    {"tasks.llm_column_tokens", "提示 + 新词元"},
    {"tasks.llm_column_weights", "权重"},
    {"tasks.llm_column_work", "工作空间"},
    {"tasks.llm_like", "按 {tool} 的定义："},
    {"tasks.llm_memory", "内存，以及顾问的预测与实测："},
    {"tasks.llm_memory_alone", "内存："},
    {"tasks.llm_no_tokens", "-p 0 和 -n 0 没有可测的内容；请给其中一个词元数"},
    {"tasks.llm_largest_in_time", "在此 CPU 上用 {time} 搜索到的最大批量；按预测内存放得下 {most}"},
    {"tasks.llm_option_batch",
     "同时处理的序列数，\"1,8\" 或 \"1-64*2\"，或 max：缓存放得下的最大数，CPU "
     "上为限时内跑到的最大数（默认 1）"},
    {"tasks.llm_option_cache", "键和值存为 fp8，否则为计算所用的类型（auto，默认）"},
    {"tasks.llm_option_depth", "提示之前缓存中已有的词元数，\"0,4096-65536*2\"（默认 0）"},
    {"tasks.llm_option_rank_sums",
     "--tp 的提示与宽步由谁求和：nccl、own（自有 all-reduce）、auto（默认）：按大小取较快者"},
    {"tasks.llm_option_tp", "共同分担矩阵的 GPU 数（CPU 上为进程数）：张量并行"},
    {"tasks.llm_option_kernels", "auto：自有内核支持该模型时使用；own；library：只用 LibTorch"},
    {"tasks.llm_option_like", "另按 llama-bench、gpt-fast 或 vllm 的定义表述"},
    {"tasks.llm_option_model",
     "list-models --type llm 中的模型、含 config.json 和 safetensors 的文件夹，或单独的 "
     "config.json（默认：单独使用时为内存放得下的 Llama、Mistral 和 "
     "Qwen；带其他选项时为 llama-3.1-8b，CPU 上为 llama-3.2-1b）"},
    {"tasks.llm_option_new_tokens", "回答的词元数（默认 128，CPU 上为 16）"},
    {"tasks.llm_option_pair", "提示及其后的回答，以词元计，可多次给出；也可写 -pg"},
    {"tasks.llm_option_precision",
     "bf16、fp16、fp32，或 fp8、int8、int4 的权重，或 mxfp4 的专家（默认 bf16，gpt-oss 为 mxfp4，"
     "CPU 上为 fp32）"},
    {"tasks.llm_option_preset", "chat、rag、summarise、code、batch 或 agent 的长度和请求数"},
    {"tasks.llm_option_price", "设备每小时的价格（默认：最便宜的新报价）"},
    {"tasks.llm_option_prompt", "提示的词元数（默认 512，CPU 上为 64）"},
    {"tasks.llm_price_offer", "成本按 {offer} 计算"},
    {"tasks.llm_forecast_calibrated", "预测已用此显卡的 {results} 个结果校准（{date}）"},
    {"tasks.llm_price_typed", "成本按给定的 {price} $/h 计算"},
    {"tasks.llm_suite_left_out", "{total} 个模型中 {count} 个放得进 {free} 内存；其余略去"},
    {"tasks.llm_text_too_long",
     "{tokens} 个词元（深度、提示和回答）超过 {model} 的 {most}；请缩短 -d、-p 或 -n"},
};
const Part llm = llm_entries;

}  // namespace wgf::messages::chinese
