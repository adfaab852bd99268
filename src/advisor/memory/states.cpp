// SPDX-License-Identifier: MIT
#include "advisor/memory/states.h"

#include <algorithm>

#include "advisor/operators/matrix_type.h"

namespace wgf::advisor {
namespace {

constexpr double scales_8bit = 2 * 4.0 / 256;  // two fp32 scales a block of 256

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

double layer_bytes(const MemoryCase& one) {
  if (one.task == Task::qlora || one.precision == Precision::nf4) return nf4_bytes;
  if (one.precision == Precision::int4) return int4_bytes;
  if (one.precision == Precision::fp4) return nvfp4_bytes;
  if (one.precision == Precision::fp8 || one.precision == Precision::int8) return 1;
  return activation_bytes(one);
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

FrozenBytes frozen_bytes(const MemoryCase& one, const Network& network) {
  const bool is_served = one.task == Task::infer;
  const bool is_of_32 =
      is_served && one.precision == Precision::int4 && network.published_in == "int4";
  const double each = is_of_32 ? int4_of_32_bytes : layer_bytes(one), tables = std::max(each, 2.0);
  if (is_served && keeps_mxfp4_experts(network, one)) {
    const bool is_narrow = network.published_in == "fp8" &&
                           (one.precision == Precision::fp8 || one.precision == Precision::fp4);
    const double rest = is_narrow ? 1 : 2;
    return {rest, rest, mxfp4_bytes, 2};
  }
  const bool is_published = one.precision == Precision::int4 || one.precision == Precision::fp4;
  const bool has_wide_attention = is_served && is_published && network.has_experts();
  const WideShares wide = is_served ? network.wide : WideShares{};
  const auto with_wide = [each](double share) { return each + share * std::max(2 - each, 0.0); };
  return {with_wide(wide.dense), has_wide_attention ? 2 : with_wide(wide.attention),
          with_wide(wide.experts), tables};
}

bool keeps_mxfp4_experts(const Network& network, const MemoryCase& one) {
  const bool is_unpacked = one.unpacks_experts || one.precision == Precision::fp32 ||
                           one.precision == Precision::tf32 || one.precision == Precision::nf4;
  return network.has_mxfp4_experts && !is_unpacked;
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
