// SPDX-License-Identifier: MIT
// English: tasks.llm_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry llm_entries[] = {
    {"tasks.llm_advice_capacity",
     "Beside weights and work space the memory keeps {tokens} tokens of {model}: {requests} "
     "requests of {each} tokens at once."},
    {"tasks.llm_advice_knee",
     "{model}: batch {batch} gives {rate} tokens/s, each request a token in {time} ms; larger ones "
     "gain little (batch {most}: {most_rate} tokens/s)."},
    {"tasks.llm_advice_knee_best",
     "{model}: batch {batch} gives most, {rate} tokens/s, each request a token in {time} ms; "
     "larger ones gain nothing."},
    {"tasks.llm_advice_model",
     "{model} is the largest that answers one request at {least} tokens/s or more, faster than "
     "people read: {rate} tokens/s."},
    {"tasks.llm_advice_no_knee",
     "{model}: throughput still grows at batch {batch}: {rate} tokens/s, each request a token in "
     "{time} ms; try larger ones, or -b max."},
    {"tasks.llm_advice_most",
     "{model}: throughput grows up to batch {batch}, about the most that the memory has room for: "
     "{rate} tokens/s, each request a token in {time} ms."},
    {"tasks.llm_advice_slow",
     "No model answers one request at {least} tokens/s; the fastest is {model}: {rate} tokens/s."},
    {"tasks.llm_bad_pair",
     "-pg {value}: not a prompt and an answer in tokens; write them as in -pg 512,128"},
    {"tasks.llm_bad_price", "--price {value}: not a price in $/h; write it as in --price 2.49"},
    {"tasks.llm_column_batch", "requests"},
    {"tasks.llm_column_cache", "cache"},
    {"tasks.llm_column_capacity", "tokens kept at most"},
    {"tasks.llm_column_cost", "$ / M tokens"},
    {"tasks.llm_column_energy", "J / token"},
    {"tasks.llm_column_first_token", "TTFT, ms"},
    {"tasks.llm_column_lengths", "requests x prompt + new"},
    {"tasks.llm_column_limit", "of limit"},
    {"tasks.llm_column_memory", "in use"},
    {"tasks.llm_column_mfu", "MFU"},
    {"tasks.llm_column_precision", "precision"},
    {"tasks.llm_column_prompt", "prompt, tokens/s"},
    {"tasks.llm_column_prompt_forecast", "TTFT forecast, ms"},
    {"tasks.llm_column_rate", "answer, tokens/s"},
    {"tasks.llm_column_step_forecast", "TPOT forecast, ms"},
    {"tasks.llm_column_token_time", "TPOT, ms"},
    {"tasks.llm_column_tokens", "prompt + new"},
    {"tasks.llm_column_weights", "weights"},
    {"tasks.llm_column_work", "work space"},
    {"tasks.llm_like", "As {tool} counts it:"},
    {"tasks.llm_memory", "Memory, and the advisor's forecast beside what was measured:"},
    {"tasks.llm_memory_alone", "Memory:"},
    {"tasks.llm_no_tokens", "-p 0 and -n 0 leave nothing to measure; give one of them tokens"},
    {"tasks.llm_largest_in_time",
     "the largest batch that a search of {time} comes to on this CPU; its memory would hold "
     "{most}, "
     "by forecast"},
    {"tasks.llm_option_batch",
     "sequences at once, \"1,8\" or \"1-64*2\", or max: the largest whose cache fits, on a CPU the "
     "largest it comes to in time (default 1)"},
    {"tasks.llm_option_cache",
     "keys and values as fp8, else in the type that is computed in (auto, the default)"},
    {"tasks.llm_option_depth",
     "tokens that are in the cache before the prompt, \"0,4096-65536*2\" (default 0)"},
    {"tasks.llm_option_rank_sums",
     "who adds up prompts and wide steps of --tp: nccl, own (our all-reduce), auto (default): "
     "by size, whichever is faster"},
    {"tasks.llm_option_tp", "GPUs (on a CPU processes) that share the matrices: tensor parallel"},
    {"tasks.llm_option_kernels",
     "auto: kernels of ours where they cover the model; own; library: LibTorch's alone"},
    {"tasks.llm_option_like",
     "say the run in the definitions of llama-bench, gpt-fast or vllm, too"},
    {"tasks.llm_option_model",
     "models of list-models --type llm, a folder with config.json and safetensors, or a "
     "config.json alone (default: alone, those of Llama, Mistral and Qwen that the memory holds; "
     "with other options llama-3.1-8b, on a CPU llama-3.2-1b)"},
    {"tasks.llm_option_new_tokens", "tokens of an answer (default 128, on a CPU 16)"},
    {"tasks.llm_option_pair",
     "a prompt and the answer after it, in tokens, each time it is given; also -pg"},
    {"tasks.llm_option_precision",
     "bf16, fp16, fp32, or weights of fp8, int8, int4, or experts of mxfp4 (default: bf16, of "
     "gpt-oss mxfp4, on a CPU fp32)"},
    {"tasks.llm_option_preset",
     "lengths and requests of chat, rag, summarise, code, batch or agent"},
    {"tasks.llm_option_price", "what the device costs an hour (default: the cheapest fresh offer)"},
    {"tasks.llm_option_prompt", "tokens of a prompt (default 512, on a CPU 64)"},
    {"tasks.llm_price_offer", "costs are at {offer}"},
    {"tasks.llm_forecast_calibrated",
     "forecasts are calibrated with results of this card ({results}, {date})"},
    {"tasks.llm_price_typed", "costs are at {price} $/h, as given"},
    {"tasks.llm_suite_left_out",
     "{count} of {total} models fit into {free} of memory; the others are left out"},
    {"tasks.llm_text_too_long",
     "{tokens} tokens (depth, prompt and answer) are more than the {most} that {model} takes; "
     "shorten -d, -p or -n"},
};
const Part llm = llm_entries;

}  // namespace wgf::messages::english
