// SPDX-License-Identifier: MIT
#pragma once
// How a service ran, in the words of its row's notes (in lower case): what no forecast describes.

#include <optional>
#include <string>

namespace wgf::truth {

// Speculative decoding by any name: "EAGLE-3", "MTP 3", "n-gram speculation", "draft model".
bool drafts_tokens(const std::string& notes);

// "--enforce-eager", "--disable-cuda-graph", "CUDA graphs: off".
bool runs_without_graphs(const std::string& notes);

// The clause that names the format of keys and values: "fp8 KV cache", "--kv-cache-dtype fp8";
// empty where none does.
std::string cache_format_in(const std::string& notes);

// llama.cpp's "flash attention", "-fa 1", "fa=on", which its benchmark leaves out unless asked.
bool fuses_attention(const std::string& notes);

// A year before 2024, one of its months before June, or a build of before then ("b2968"): releases
// of llama.cpp that unpack narrow weights before they multiply prompts with them.
bool is_before_june_2024(const std::string& text);

// llama.cpp's "-ngl 20", "offloaded 20/33 layers to GPU", "--n-cpu-moe 20", "CPU only"; any
// server's CPU offloading. -1 and as many as there are layers are all of them.
bool leaves_layers_to_host(const std::string& notes, int layers);

// bitsandbytes by its name or its formats ("nf4", "load_in_8bit"), which unpacks weights before
// each product. words: of engine, format and notes; of transformers any 8 and 4 bits whose program
// is not named are its.
bool runs_bitsandbytes(const std::string& words, const std::string& format,
                       bool is_of_transformers);

// llama-bench's "-d 4096", "depth 4096": tokens in the cache before those that are timed. 0: none.
double depth_of(const std::string& notes);

// Requests of the whole run: "ShareGPT, 200 requests", "1,000 prompts", "num_prompts 200",
// "--num-prompts=200". Not those in flight, a second or of each user.
std::optional<double> requests_in(const std::string& notes);

// "p99 latency", "95th percentile": of a distribution, and no mean or median beside it.
bool names_percentile(const std::string& notes);

// "input + output tokens", "incl. prompt tokens", "total token throughput": a rate that counts
// prompts with the answers.
bool counts_prompts(const std::string& notes);

}  // namespace wgf::truth
