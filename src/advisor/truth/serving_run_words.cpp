// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_run_words.h"

#include <string_view>

#include "advisor/truth/said_words.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

// "20/33 layers", "30 of 48 layers": fewer than there are.
bool counts_fewer(const std::string& notes) {
  for (std::size_t found = notes.find("layer"); found != std::string::npos;
       found = notes.find("layer", found + 1)) {
    const std::string before = notes.substr(0, found);
    const auto all = number_before(notes.substr(0, found + 5), "layer");
    for (const std::string_view between : {"/", " of "}) {
      const std::size_t at = before.rfind(between);
      if (at == std::string::npos) continue;
      const auto some = number_before(before.substr(0, at) + "|", "|");
      const auto behind = parse_number(trim(before.substr(at + between.size())));
      if (some && behind && all == behind && *some < *behind) return true;
    }
  }
  return false;
}

}  // namespace

bool drafts_tokens(const std::string& notes) {
  if (labelled_number(notes, "mtp") == 0) return false;
  return says_any(notes, {"speculative decod", "speculation", "spec decod", "spec-decod", "eagle",
                          "medusa", "mtp", "draft model", "draft token", "drafted", "lookahead",
                          "lookup decod", "ngram", "n-gram"});
}

bool runs_without_graphs(const std::string& notes) {
  if (says_any(notes, {"enforce-eager", "enforce_eager", "eager mode", "disable-cuda-graph",
                       "disable_cuda_graph"}))
    return true;
  const bool names_graphs =
      has_any(notes, {"cuda graph", "cuda_graph", "cuda-graph", "cudagraph", "graphs off"});
  return names_graphs && !says_any(notes, {"cuda graph", "cuda_graph", "cuda-graph", "cudagraph"});
}

std::string cache_format_in(const std::string& notes) {
  for (const std::string& clause : clauses_of(notes))
    if (has_any(clause, {"kv"}) && has_any(clause, {"fp8", "e4m3", "e5m2", "int8", "q8", "bf16",
                                                    "fp16", "f16", "fp4", "int4"}))
      return clause;
  return "";
}

bool leaves_layers_to_host(const std::string& notes, int layers) {
  for (const std::string_view label :
       {"ngl", "n_gpu_layers", "n-gpu-layers", "gpu_layers", "gpu layers"}) {
    const auto number = labelled_number(notes, label);
    const std::size_t end = notes.find(label) + label.size();
    const bool is_all = number && has_any(notes.substr(end, 4), {"-1"});
    if (number && !is_all && *number < layers) return true;
  }
  if (const auto experts = labelled_number(notes, "n-cpu-moe"); experts && *experts > 0)
    return true;
  return counts_fewer(notes) || says_any(notes, {"cpu only",         "cpu-only",
                                                 "partial offload",  "partially offloaded",
                                                 "cpu offload",      "cpu-offload",
                                                 "cpu_offload",      "offload to cpu",
                                                 "offloaded to cpu", "offloaded to the cpu",
                                                 "offload to host",  "--cpu-moe",
                                                 "exps=cpu",         "hybrid cpu",
                                                 "cpu + gpu",        "cpu+gpu",
                                                 "backend: cpu",     "backend cpu",
                                                 "llama.cpp cpu",    "ollama cpu"});
}

}  // namespace wgf::advisor
