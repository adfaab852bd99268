// SPDX-License-Identifier: MIT
#include "advisor/memory/states.h"

namespace wgf::advisor {
namespace {

constexpr double scales_8bit = 2 * 4.0 / 256;  // two fp32 scales a block of 256
constexpr double bytes_nf4 = 4.127 / 8;        // with double quantisation
// Four bits, and a 16-bit scale with a 4-bit zero for every group of 128 (GPTQ, AWQ).
constexpr double bytes_int4 = 0.5 + 2.5 / 128;

double moment_bytes(Optimizer optimizer, double number, double hidden) {
  switch (optimizer) {
    case Optimizer::adamw:
      return 2 * number;
    case Optimizer::momentum:
      return number;
    case Optimizer::adamw_8bit:
      return 2 + scales_8bit;
    case Optimizer::adafactor:
      return hidden > 0 ? 4 * 2 / hidden : 0;
    case Optimizer::sgd:
      break;
  }
  return 0;
}

}  // namespace

StateBytes state_bytes(const MemoryCase& one, double hidden) {
  const double four = moment_bytes(one.optimizer, 4, hidden);
  switch (one.recipe) {
    case Recipe::fp32:
      return {.weights = 4, .gradients = 4, .moments = four};
    case Recipe::autocast:
      return {.weights = 4, .gradients = 4, .moments = four, .cast_copy = 2};
    case Recipe::mixed:
      return {.weights = 2, .gradients = 2, .master = 4, .moments = four};
    case Recipe::megatron:
    case Recipe::megatron_16: {
      // In fp8 a copy of one byte and, before Blackwell, its transpose.
      const bool is_one_byte = one.precision == Precision::fp8 && one.has_one_fp8_copy;
      return {.weights = is_one_byte ? 1.0 : 2.0,
              .gradients = one.recipe == Recipe::megatron_16 ? 2.0 : 4.0,
              .master = 4,
              .moments = four};
    }
    case Recipe::pure:
      break;
  }
  return {.weights = 2, .gradients = 2, .moments = moment_bytes(one.optimizer, 2, hidden)};
}

FrozenBytes frozen_bytes(const MemoryCase& one) {
  if (one.task == Task::qlora) return {bytes_nf4, 2};
  switch (one.precision) {
    case Precision::fp32:
    case Precision::tf32:
      return {4, 4};
    case Precision::bf16:
    case Precision::fp16:
      return {2, 2};
    case Precision::fp8:
    case Precision::int8:
      return {1, 2};
    case Precision::int4:
      break;
  }
  return {bytes_int4, 2};
}

double adapter_params(const Network& network, const LayerGroup& group, int rank, bool everywhere) {
  const Attention& a = group.attention;
  const FeedForward& ffn = group.feed_forward;
  const double hidden = network.hidden;
  double ends = 0;  // in + out of every matrix
  if (a.kind == Attention::Kind::grouped || a.kind == Attention::Kind::latent) {
    const double queries = static_cast<double>(a.heads) * a.key_dim;
    const double values = static_cast<double>(a.heads) * a.value_dim;
    const double kv = a.kind == Attention::Kind::grouped
                          ? static_cast<double>(a.kv_heads) * (a.key_dim + a.value_dim) + 2 * hidden
                          : hidden + a.kv_rank + a.rope_dim;
    ends += hidden + queries + kv + values + hidden;
  }
  // Routed experts are left alone, as PEFT and Megatron-Bridge do by default.
  const double width = ffn.experts > 0 ? ffn.shared_hidden : ffn.hidden;
  if (everywhere && width > 0) ends += (ffn.gated ? 3 : 2) * (hidden + width);
  return rank * ends;
}

}  // namespace wgf::advisor
