// SPDX-License-Identifier: MIT
#pragma once
// How a network is trained: what memory needs to know of it (memory_case.h), and what time does.

#include <optional>
#include <string_view>

#include "advisor/memory/memory_case.h"

namespace wgf::advisor {

// What the matrices are multiplied in; what lies between them stays in 16 bits.
enum class ComputeType { fp32, tf32, bf16, fp8, fp4 };
std::string_view to_text(ComputeType type);

// Software a network is trained with. Each has its own efficiencies (coefficients.h).
enum class Software {
  pytorch,             // operators one by one (eager), FSDP or DDP
  compiled,            // torch.compile, torchtitan
  megatron,            // Megatron-LM before Transformer Engine (2020 to 2022)
  transformer_engine,  // Megatron-Core with Transformer Engine: NeMo, Megatron-Bridge
  deepspeed,
  native,  // C++ and CUDA without a framework: llm.c, llmq
};
inline constexpr int software_count = 6;
std::string_view to_text(Software software);
std::optional<Software> parse_software(std::string_view text);
// DeepSpeed's pipelines have no interleaved stages.
inline bool can_interleave(Software software) {
  return software != Software::deepspeed;
}
inline bool is_megatron(Software software) {
  return software == Software::megatron || software == Software::transformer_engine;
}
inline bool is_of_pytorch(Software software) {
  return software == Software::pytorch || software == Software::compiled;
}

struct TrainingCase {
  MemoryCase work;          // batch: sequences of one micro-step on a data-parallel rank
  double global_batch = 1;  // sequences of one step, all ranks together
  ComputeType matrices = ComputeType::bf16;
  Software software = Software::pytorch;
  bool recomputes_feed_forward = false;  // beside what work.recompute says
  bool has_first_attention = false;      // FlashAttention 1, its Triton kernel: before 2
  bool has_newest_attention = false;     // FlashAttention 3 or 4, cuDNN: written for the card
  bool has_narrow_attention = false;     // attention too is multiplied in 8 bits
  bool has_overlapped_tensor = false;    // tensor parallelism gathers in pieces beside products
  bool drops_tokens = false;    // experts of fixed capacity: no sizes for the host to wait for
  double recomputed_share = 0;  // of the layers that run again as a whole
  double release_age = 0;       // years before the newest release the coefficients know

  // Micro-steps of one step on a data-parallel rank.
  double micro_steps() const { return global_batch / (work.layout.dp * work.batch); }
};

}  // namespace wgf::advisor
