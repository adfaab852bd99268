// SPDX-License-Identifier: MIT
#pragma once
// What is to fit into a GPU's memory: the task, its precision, optimizer and parallel layout.

#include <cstdint>
#include <optional>
#include <string_view>

namespace wgf::advisor {

enum class Task { train, infer, lora, qlora };
enum class Precision { fp32, tf32, bf16, fp16, fp8, int8, int4, fp4, nf4 };

// Which copies of the weights a training keeps (bytes a parameter in states.h).
enum class Recipe {
  fp32,         // everything in four bytes
  autocast,     // PyTorch: fp32 parameters, operators run in 16 bits
  mixed,        // DeepSpeed, ZeRO paper: 16-bit parameters and gradients, fp32 master copy
  megatron,     // 16-bit parameters, gradients summed in fp32, fp32 master copy
  megatron_16,  // the same with gradients summed in 16 bits (NVIDIA's performance recipes)
  pure,         // parameters, gradients and optimizer in 16 bits
};

enum class Optimizer { adamw, sgd, momentum, adafactor, adamw_8bit };

// What runs again on the way back instead of being kept. What people call selective is either of
// the two in the middle, as their software has it (as_run_by).
enum class Recompute {
  none,
  attention,     // its core alone: scores, softmax, their product with the values (Megatron)
  per_operator,  // every second product of matrices and all that lies between (PyTorch, torchtitan)
  full,          // whole layers
};

// The two in the middle told apart: "none", "attention", "per-operator", "full".
std::string_view scheme_of(Recompute recompute);

struct Layout {
  int tp = 1, pp = 1, cp = 1, ep = 1, dp = 1;
  int virtual_stages = 1;  // interleaved pipeline: chunks of layers on each GPU
  std::int64_t gpus() const { return std::int64_t{1} * tp * pp * cp * dp; }
};

struct MemoryCase {
  Task task = Task::train;
  Precision precision = Precision::bf16;
  Recipe recipe = Recipe::autocast;
  Optimizer optimizer = Optimizer::adamw;
  Recompute recompute = Recompute::none;
  int zero = 0;          // 1: optimizer, 2: and gradients, 3: and weights shared out among dp x cp
  bool is_fsdp = false;  // zero 3 as PyTorch does it
  bool is_offloaded = false;  // optimizer state in the host's memory
  Layout layout;
  double batch = 1;          // sequences (images) of one data-parallel rank that run at once
  double sequence = 0;       // tokens each
  int micro_batches = 0;     // a pipeline works on; 0: at least as many as it has stages
  bool accumulates = false;  // gradients stay between micro-steps (a pipeline's always do)
  bool has_flash_attention = true;
  // torch.compile, Liger and the like: no copies between an activation and its neighbours.
  bool has_fused_kernels = false;
  bool has_one_fp8_copy = false;      // of weights in fp8: Blackwell needs no transposed one
  bool has_chunked_loss = false;      // the logits never lie in memory as a whole (Liger, cut CE)
  bool has_sequence_parallel = true;  // with tp: what lies between the matrices is shared out too
  int lora_rank = 16;
  bool lora_everywhere = true;  // on every matrix of a layer, else on attention's alone
  std::optional<Precision> cache_precision;  // of keys and values; empty: that of the activations
  bool unpacks_experts = false;  // published in MXFP4, and served in `precision` as all else
};

std::string_view to_text(Task task);
std::string_view to_text(Precision precision);
std::string_view to_text(Recipe recipe);
std::string_view to_text(Optimizer optimizer);
std::string_view to_text(Recompute recompute);

// By the names above ("adamw", also "adam"; "adamw-8bit"); nothing for others.
std::optional<Task> parse_task(std::string_view text);
std::optional<Precision> parse_precision(std::string_view text);
std::optional<Recipe> parse_recipe(std::string_view text);
std::optional<Optimizer> parse_optimizer(std::string_view text);
// "selective" is attention's until as_run_by() says whose; "attention", "per-operator": either.
std::optional<Recompute> parse_recompute(std::string_view text);

// What people train with where they say no more: fp32 and tf32 keep fp32; 16 bits autocast with
// FSDP, whatever else is parallel, Megatron's with tensor, pipeline or expert parallelism, else the
// mixed recipe with ZeRO and autocast without.
Recipe usual_recipe(const MemoryCase& one);

// Runs on Megatron-Core: its fused kernels and gradient buffers.
inline bool is_megatron(const MemoryCase& one) {
  return one.recipe == Recipe::megatron || one.recipe == Recipe::megatron_16;
}
inline bool is_training(const MemoryCase& one) {
  return one.task != Task::infer;
}
inline bool has_adapters(const MemoryCase& one) {
  return one.task == Task::lora || one.task == Task::qlora;
}
// The selective recomputation of the software; none and full are the same in all.
Recompute as_run_by(Recompute recompute, bool is_megatron);
// Of an activation between operators: 4 or 2.
double activation_bytes(const MemoryCase& one);
// GPUs that share out what ZeRO shares out.
int shard_count(const MemoryCase& one);

}  // namespace wgf::advisor
