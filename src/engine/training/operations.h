// SPDX-License-Identifier: MIT
#pragma once
// The operations a decoder trains by, forward and backward, written out: no autograd. One
// interface; LibTorch's operators on any device (library_operations), kernels of our own on GPUs.
// Tokens of all sequences are rows: x [tokens, width], tokens = sequences * length.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/training/parameter_group.h"

namespace wgf::engine {

// Gains and biases of a norm, [width]; no bias: RMSNorm, which takes no mean away.
struct NormWeights {
  at::Tensor gain, bias;
  double epsilon = 1e-6;
};
struct NormGradients {
  GradientPlace gain, bias;
  GradientPlace added_bias;  // of a bias within what was added: the sums of columns of d_sum
};
// What a norm gives, and what its backward pass needs.
struct Normed {
  at::Tensor sum;          // [tokens, width]: base + added
  at::Tensor output;       // [tokens, width]; empty where it is to be computed anew
  at::Tensor mean, scale;  // float32 [tokens]; scale = 1 / deviation; no mean of RMSNorm
};

// How the columns of a product of queries, keys and values are heads, and what turns them.
struct HeadWork {
  std::int64_t sequences = 0, length = 0, heads = 0, kv_heads = 0, head_size = 0;
  at::Tensor cosines, sines;        // float32 [length, rotary width / 2]; undefined: none turn
  at::Tensor query_gain, key_gain;  // RMSNorm of each head; undefined: none
  double epsilon = 1e-6;
};
struct Heads {
  at::Tensor queries, keys, values;   // [sequences, length, heads or kv_heads, head size]
  at::Tensor before_norms;            // [tokens, columns]: of heads with norms
  at::Tensor query_scale, key_scale;  // float32, of their norms
};
struct HeadGradients {
  GradientPlace query_gain, key_gain;
  GradientPlace bias;  // of the product: the sums of columns of what is returned
};

struct Attended {
  at::Tensor output;        // [sequences, length, heads, head size]
  at::Tensor log_sums;      // float32 [sequences, heads, length], natural logarithm
  at::Tensor seed, offset;  // what cuDNN's and the flash kernels ask for again
  enum class Kernels { flash, cudnn, efficient } kernels = Kernels::flash;  // that made it
  std::shared_ptr<const struct AttendedWhole> whole = nullptr;  // of ranks that attend by heads
};
// Attention of queries to a part of their keys: of those from the first_query-th on.
struct AttendedPiece {
  Attended attended;
  std::int64_t first_query = 0;
};
struct HeadTensors {
  at::Tensor queries, keys, values;
};

// Numbers of 8 bits: 4 bits of exponent and 3 of fraction, or 5 and 2.
enum class Fp8Kind { e4m3, e5m2 };
// A matrix in 8 bits; what was not asked for is undefined.
struct Rounded {
  at::Tensor rows;     // [rows, columns]
  at::Tensor columns;  // [columns, rows]: transposed
  at::Tensor scale;    // float32, no sizes: times a number of 8 bits is the number
};
struct Ways {
  bool rows = false, columns = false;
};

enum class Gate { gelu_tanh, silu_gated };

// Of each token's logits among the rank's columns.
struct LogitStatistics {
  at::Tensor largest, sum;  // float32 [tokens]; of exp(logit - largest)
  at::Tensor wanted;        // the target's logit; 0 where it is another rank's column
};

struct AdamwRates {
  double learning_rate = 1e-4, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0.01;
  double gradient_factor = 1;  // gradients are multiplied by, as where they are sums of ranks
};

class TrainingOperations {
 public:
  virtual ~TrainingOperations() = default;

  // Norm of base + added; added may be undefined, and sum then is base.
  virtual Normed norm(const at::Tensor& base, const at::Tensor& added,
                      const NormWeights& weights) = 0;
  // The output again from the sum and the statistics kept.
  virtual at::Tensor norm_again(const Normed& normed, const NormWeights& weights) = 0;
  // Gradient of the sum: beside + what the norm sends back. beside may be undefined.
  virtual at::Tensor norm_backward(const at::Tensor& d_output, const at::Tensor& beside,
                                   const Normed& normed, const NormWeights& weights,
                                   const NormGradients& gradients) = 0;

  // x [tokens, inputs] times weight [outputs, inputs], transposed, plus bias [outputs] or none.
  virtual at::Tensor linear(const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias) = 0;
  virtual at::Tensor linear_inputs_backward(const at::Tensor& d_output,
                                            const at::Tensor& weight) = 0;
  virtual void linear_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                                       const GradientPlace& gradient) = 0;
  // Sums of columns.
  virtual void bias_backward(const at::Tensor& d_output, const GradientPlace& gradient) = 0;

  // In the scale that the largest magnitude of x [rows, columns] gives.
  virtual Rounded round(const at::Tensor& x, Fp8Kind kind, Ways ways) = 0;

  virtual Heads split_heads(const at::Tensor& qkv, const HeadWork& work) = 0;
  // [tokens, columns], as qkv was.
  virtual at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                          const HeadWork& work, const HeadGradients& places) = 0;
  // Causal. Fewer heads of keys than of queries: each serves a group.
  virtual Attended attention(const Heads& heads, double scale) = 0;
  virtual HeadTensors attention_backward(const at::Tensor& d_output, const Heads& heads,
                                         const Attended& attended, double scale) = 0;
  // Attention to the keys of all pieces, of which the first has all queries: outputs weighed by
  // the sums of exponentials that each found, in float32.
  virtual Attended join(const std::vector<AttendedPiece>& pieces) = 0;

  // gelu of x [tokens, width], or silu of the first half of columns times the second.
  virtual at::Tensor activation(const at::Tensor& x, Gate gate) = 0;
  // bias: gradient of the bias that was added to x, the sums of columns of what is returned.
  virtual at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate gate,
                                         const GradientPlace& bias) = 0;

  // ids int64 [sequences, length]; rows of table [rows, width], of which this rank has those from
  // first_row on (zeros for others'), plus rows of positions, or none. Backward, `rows` of the
  // place are tokens, the rest padding.
  virtual at::Tensor embed(const at::Tensor& ids, const at::Tensor& table,
                           const at::Tensor& positions, std::int64_t first_row) = 0;
  virtual void embed_backward(const at::Tensor& d_output, const at::Tensor& ids,
                              std::int64_t first_row, std::int64_t rows, const GradientPlace& table,
                              const GradientPlace& positions) = 0;

  // logits [tokens, stored columns], of which `columns` are tokens, from first_column on.
  virtual LogitStatistics logit_statistics(const at::Tensor& logits, const at::Tensor& targets,
                                           std::int64_t first_column, std::int64_t columns) = 0;
  // logits become their gradients: (exp(logit - log_sum) - [is target]) * factor; padding 0.
  virtual void logit_gradients(at::Tensor& logits, const at::Tensor& targets,
                               const at::Tensor& log_sums, std::int64_t first_column,
                               std::int64_t columns, double factor) = 0;

  // AdamW (Loshchilov and Hutter 2019, PyTorch's form) on flat buffers of one size; `steps` float32
  // [1] on the device counts from 1; weights are written beside the masters.
  virtual void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) = 0;
};

std::unique_ptr<TrainingOperations> library_operations();

}  // namespace wgf::engine
