// SPDX-License-Identifier: MIT
#pragma once
// How a network is served: layout, number formats, software, and what users ask of it.

#include <optional>
#include <string_view>

#include "advisor/operators/attention.h"
#include "advisor/operators/matrix_type.h"

namespace wgf::advisor {

// Software that serves. Each has its own overheads (serving/coefficients.h).
enum class ServingSoftware {
  trtllm,
  vllm,
  sglang,
  llama_cpp,  // and Ollama
  exllama,
  mlc,
  transformers,  // eager PyTorch
};
inline constexpr int serving_software_count = 7;
std::string_view to_text(ServingSoftware software);
// Programs for one user at a time, whose kernels are made for one token.
bool is_for_one_user(ServingSoftware software);
// Programs that put whole layers on each of several GPUs, which work one after another.
bool cuts_layers_only(ServingSoftware software);
// Programs that share out experts, and sequences over copies of attention.
bool shares_experts(ServingSoftware software);
// "TensorRT-LLM 1.0", "vLLM 0.19", "SGLang", "llama.cpp", "Ollama", "ExLlamaV2", "MLC LLM" …
std::optional<ServingSoftware> parse_serving_software(std::string_view text);

// One engine: tp x attention_dp ranks a pipeline stage. Attention is cut into tp parts and its
// sequences are shared out over attention_dp; experts are shared out over ep of those ranks, and
// each is cut into tp x attention_dp / ep parts.
struct ServingLayout {
  int tp = 1, pp = 1, ep = 1, attention_dp = 1;
  int ranks() const { return tp * attention_dp; }  // of a stage
  int gpus() const { return ranks() * pp; }
  bool operator==(const ServingLayout&) const = default;
};

// The format of the matrices of a checkpoint. Mixtures of experts in four bits keep attention in
// 16 bits unless has_narrow_attention is set, as published checkpoints do.
struct ServingPrecision {
  MatrixType matrices = MatrixType::bf16;
  CacheType cache = CacheType::bf16;
  double bits_per_weight = 0;  // as stored (GGUF, EXL2); 0: that of the type
  double table_bits = 16;      // of an entry of the embedding and of the output matrix
  bool has_narrow_attention = false;
};

// Engines of their own that only process prompts and hand over the cache.
struct PrefillPool {
  ServingLayout layout;
  int engines = 1;
};

struct ServingCase {
  ServingLayout layout;  // with a prefill pool: that of the engines that generate
  int engines = 1;       // of this layout, requests shared out evenly
  std::optional<PrefillPool> prefill;
  ServingPrecision precision;
  ServingSoftware software = ServingSoftware::vllm;
  double input_tokens = 1024, output_tokens = 1024;
  double concurrency = 1;  // requests in flight, of all engines together
  // Requests that arrive a second, at random, instead of a number in flight; 0: concurrency counts.
  // Where they are more than can be served, `concurrency` is in flight.
  double arrivals_per_s = 0;
  // Requests of the whole run over those in flight: as long as the first `concurrency` wait for
  // each other in one burst, they raise the mean TTFT. 0: a service that runs for ever.
  double rounds = 0;
  // Requests of a run that starts them all at once and counts until the last has ended, so that the
  // last in flight are fewer; 0: a service that runs for ever.
  double requests = 0;
  double tokens_per_step = 1;  // mean of those accepted with speculative decoding
  int drafted_tokens = 0;      // a step guesses and verifies with it
  // Attention of prompts keeps its scores on the chip, as that of all engines does that serve many;
  // llama.cpp's since September 2025 unless told otherwise.
  bool has_fused_attention = true;
  // Prompts are multiplied with narrow weights as they are stored, as integers: llama.cpp's since
  // June 2024 (ggml-org/llama.cpp#7676), which unpacked them to 16 bits before.
  bool multiplies_integers = true;

  int gpus() const {
    return layout.gpus() * engines + (prefill ? prefill->layout.gpus() * prefill->engines : 0);
  }
};

}  // namespace wgf::advisor
