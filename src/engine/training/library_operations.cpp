// SPDX-License-Identifier: MIT
// The operations by LibTorch's operators, each with its backward pass by hand. What sums many
// numbers does so in float32.

#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_backward.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/logaddexp.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/rsqrt.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/where.h>

#include "engine/training/gpu_attention.h"
#include "engine/training/operations.h"

namespace wgf::engine {
namespace {

void store(const GradientPlace& to, const at::Tensor& gradient) {
  if (!to.defined()) return;
  if (to.adds)
    to.place.add_(gradient.view(to.place.sizes()));
  else
    to.place.copy_(gradient.view(to.place.sizes()));
}

at::Tensor exact(const at::Tensor& x) {
  return x.to(c10::kFloat);
}

// x hat of a norm's sum, float32 [tokens, width].
at::Tensor normalised(const Normed& normed) {
  at::Tensor x = exact(normed.sum);
  if (normed.mean.defined()) x = x - normed.mean.unsqueeze(-1);
  return x * normed.scale.unsqueeze(-1);
}

at::Tensor of_heads(const at::Tensor& rows, std::int64_t begin, std::int64_t heads,
                    const HeadWork& work) {
  return rows.narrow(1, begin, heads * work.head_size)
      .view({work.sequences, work.length, heads, work.head_size});
}

// direction -1: back, which is the gradient's way.
at::Tensor turned(const at::Tensor& x, const HeadWork& work, double direction) {
  if (!work.cosines.defined()) return x;
  const std::int64_t half = work.cosines.size(1), rest = work.head_size - 2 * half;
  const auto wide = [&](const at::Tensor& table) { return table.view({1, work.length, 1, half}); };
  const at::Tensor cosines = wide(work.cosines), sines = wide(work.sines) * direction;
  const at::Tensor first = exact(x.narrow(3, 0, half)), second = exact(x.narrow(3, half, half));
  std::vector<at::Tensor> parts = {(first * cosines - second * sines).to(x.scalar_type()),
                                   (second * cosines + first * sines).to(x.scalar_type())};
  if (rest > 0) parts.push_back(x.narrow(3, 2 * half, rest));
  return at::cat(parts, 3);
}

at::Tensor head_normed(const at::Tensor& x, const at::Tensor& gain, double epsilon,
                       at::Tensor& scale) {
  if (!gain.defined()) return x;
  const at::Tensor wide = exact(x);
  scale = at::rsqrt(wide.square().mean(-1, true) + epsilon);
  return (wide * scale * exact(gain)).to(x.scalar_type());
}

at::Tensor head_normed_backward(const at::Tensor& d_output, const at::Tensor& x,
                                const at::Tensor& gain, const at::Tensor& scale,
                                const GradientPlace& place) {
  if (!gain.defined()) return d_output;
  const at::Tensor back = exact(d_output), hat = exact(x) * scale;
  store(place, (back * hat).sum({0, 1, 2}));
  const at::Tensor inner = back * exact(gain);
  return (scale * (inner - hat * (inner * hat).mean(-1, true))).to(x.scalar_type());
}

class LibraryOperations final : public TrainingOperations {
 public:
  Normed norm(const at::Tensor& base, const at::Tensor& added,
              const NormWeights& weights) override {
    Normed normed{.sum = added.defined() ? base + added : base};
    const at::Tensor x = exact(normed.sum);
    at::Tensor centred = x;
    if (weights.bias.defined()) {
      normed.mean = x.mean(-1);
      centred = x - normed.mean.unsqueeze(-1);
    }
    normed.scale = at::rsqrt(centred.square().mean(-1) + weights.epsilon);
    normed.output = norm_again(normed, weights);
    return normed;
  }

  at::Tensor norm_again(const Normed& normed, const NormWeights& weights) override {
    at::Tensor output = normalised(normed) * exact(weights.gain);
    if (weights.bias.defined()) output = output + exact(weights.bias);
    return output.to(normed.sum.scalar_type());
  }

  at::Tensor norm_backward(const at::Tensor& d_output, const at::Tensor& beside,
                           const Normed& normed, const NormWeights& weights,
                           const NormGradients& gradients) override {
    const at::Tensor back = exact(d_output), hat = normalised(normed);
    store(gradients.gain, (back * hat).sum(0));
    store(gradients.bias, back.sum(0));
    const at::Tensor inner = back * exact(weights.gain);
    at::Tensor d_sum = inner - hat * (inner * hat).mean(-1, true);
    if (normed.mean.defined()) d_sum = d_sum - inner.mean(-1, true);
    d_sum = d_sum * normed.scale.unsqueeze(-1);
    if (beside.defined()) d_sum = d_sum + exact(beside);
    if (gradients.added_bias.defined()) store(gradients.added_bias, d_sum.sum(0));
    return d_sum.to(normed.sum.scalar_type());
  }

  at::Tensor linear(const at::Tensor& x, const at::Tensor& weight,
                    const at::Tensor& bias) override {
    return bias.defined() ? at::addmm(bias, x, weight.t()) : at::mm(x, weight.t());
  }
  at::Tensor linear_inputs_backward(const at::Tensor& d_output, const at::Tensor& weight) override {
    return at::mm(d_output, weight);
  }
  void linear_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                               const GradientPlace& gradient) override {
    if (gradient.place.scalar_type() != x.scalar_type()) {
      store(gradient, at::mm(exact(d_output).t(), exact(x)));
    } else if (gradient.adds) {
      gradient.place.addmm_(d_output.t(), x);
    } else {
      at::Tensor place = gradient.place;
      at::mm_out(place, d_output.t(), x);
    }
  }
  void bias_backward(const at::Tensor& d_output, const GradientPlace& gradient) override {
    if (gradient.defined()) store(gradient, d_output.sum(0, false, c10::kFloat));
  }

  Rounded round(const at::Tensor& x, Fp8Kind kind, Ways ways) override {
    const bool is_e4m3 = kind == Fp8Kind::e4m3;
    const double most = is_e4m3 ? 448 : 57344;
    const at::Tensor wide = exact(x);
    const at::Tensor scale = wide.abs().amax().clamp_min(1e-12) / most;
    const at::Tensor bytes =
        (wide / scale).clamp(-most, most).to(is_e4m3 ? c10::kFloat8_e4m3fn : c10::kFloat8_e5m2);
    return {.rows = ways.rows ? bytes : at::Tensor(),
            .columns = ways.columns ? bytes.t().contiguous() : at::Tensor(),
            .scale = scale};
  }

  Heads split_heads(const at::Tensor& qkv, const HeadWork& work) override {
    const std::int64_t queries = work.heads * work.head_size;
    const std::int64_t keys = work.kv_heads * work.head_size;
    Heads heads;
    if (work.query_gain.defined()) heads.before_norms = qkv;
    const at::Tensor q = of_heads(qkv, 0, work.heads, work);
    const at::Tensor k = of_heads(qkv, queries, work.kv_heads, work);
    heads.queries =
        turned(head_normed(q, work.query_gain, work.epsilon, heads.query_scale), work, 1);
    heads.keys = turned(head_normed(k, work.key_gain, work.epsilon, heads.key_scale), work, 1);
    heads.values = of_heads(qkv, queries + keys, work.kv_heads, work);
    return heads;
  }

  at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                  const HeadWork& work, const HeadGradients& places) override {
    const std::int64_t queries = work.heads * work.head_size;
    at::Tensor d_q = turned(gradients.queries, work, -1);
    at::Tensor d_k = turned(gradients.keys, work, -1);
    if (work.query_gain.defined()) {
      d_q = head_normed_backward(d_q, of_heads(heads.before_norms, 0, work.heads, work),
                                 work.query_gain, heads.query_scale, places.query_gain);
      d_k = head_normed_backward(d_k, of_heads(heads.before_norms, queries, work.kv_heads, work),
                                 work.key_gain, heads.key_scale, places.key_gain);
    }
    const std::int64_t tokens = work.sequences * work.length;
    at::Tensor d_qkv = at::cat({d_q.reshape({tokens, -1}), d_k.reshape({tokens, -1}),
                                gradients.values.reshape({tokens, -1})},
                               1);
    bias_backward(d_qkv, places.bias);
    return d_qkv;
  }

  Attended attention(const Heads& heads, double scale) override {
    if (heads.queries.is_cuda()) return gpu_attention(heads, scale);
    const auto rows_of_heads = [](const at::Tensor& x) { return x.transpose(1, 2); };
    auto [output, log_sums] = at::_scaled_dot_product_flash_attention_for_cpu(
        rows_of_heads(heads.queries), rows_of_heads(heads.keys), rows_of_heads(heads.values), 0,
        true, {}, scale);
    return {.output = output.transpose(1, 2), .log_sums = log_sums};
  }

  HeadTensors attention_backward(const at::Tensor& d_output, const Heads& heads,
                                 const Attended& attended, double scale) override {
    if (heads.queries.is_cuda()) return gpu_attention_backward(d_output, heads, attended, scale);
    const auto turn = [](const at::Tensor& x) { return x.transpose(1, 2); };
    auto [d_q, d_k, d_v] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
        turn(d_output), turn(heads.queries), turn(heads.keys), turn(heads.values),
        turn(attended.output), attended.log_sums, 0, true, {}, scale);
    return {turn(d_q), turn(d_k), turn(d_v)};
  }

  Attended join(const std::vector<AttendedPiece>& pieces) override {
    Attended joined = pieces.front().attended;
    if (pieces.size() == 1) return joined;
    const at::Tensor output = joined.output.to(c10::kFloat, false, true);
    joined.log_sums = joined.log_sums.clone();
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      const auto& [piece, first] = pieces[i];
      at::Tensor sum = output.narrow(1, first, output.size(1) - first);
      at::Tensor log_sum = joined.log_sums.narrow(2, first, sum.size(1));
      const at::Tensor together = at::logaddexp(log_sum, piece.log_sums);
      const auto weights = [&](const at::Tensor& of) {
        return (of - together).exp_().transpose(1, 2).unsqueeze(3);
      };
      sum.mul_(weights(log_sum)).addcmul_(exact(piece.output), weights(piece.log_sums));
      log_sum.copy_(together);
    }
    joined.output = output.to(joined.output.scalar_type());
    return joined;
  }

  at::Tensor activation(const at::Tensor& x, Gate gate) override {
    if (gate == Gate::gelu_tanh) return at::gelu(x, "tanh");
    const std::int64_t width = x.size(1) / 2;
    return at::silu(x.narrow(1, 0, width)) * x.narrow(1, width, width);
  }

  at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate gate,
                                 const GradientPlace& bias) override {
    at::Tensor d_x;
    if (gate == Gate::gelu_tanh) {
      d_x = at::gelu_backward(d_output, x, "tanh");
    } else {
      const std::int64_t width = x.size(1) / 2;
      const at::Tensor back = exact(d_output), g = exact(x.narrow(1, 0, width));
      const at::Tensor share = at::sigmoid(g);
      d_x = at::cat({back * exact(x.narrow(1, width, width)) * share * (1 + g * (1 - share)),
                     back * g * share},
                    1)
                .to(x.scalar_type());
    }
    bias_backward(d_x, bias);
    return d_x;
  }

  at::Tensor embed(const at::Tensor& ids, const at::Tensor& table, const at::Tensor& positions,
                   std::int64_t first_row) override {
    const at::Tensor flat = ids.flatten() - first_row;
    const at::Tensor is_own = flat.ge(0).logical_and(flat.lt(table.size(0)));
    at::Tensor x = table.index_select(0, flat.clamp(0, table.size(0) - 1))
                       .mul_(is_own.unsqueeze(-1).to(table.scalar_type()));
    if (positions.defined())
      x.view({ids.size(0), ids.size(1), -1}).add_(positions.narrow(0, 0, ids.size(1)));
    return x;
  }

  void embed_backward(const at::Tensor& d_output, const at::Tensor& ids, std::int64_t first_row,
                      std::int64_t rows, const GradientPlace& table,
                      const GradientPlace& positions) override {
    if (table.defined()) {
      if (!table.adds) at::Tensor(table.place).zero_();
      const at::Tensor flat = ids.flatten() - first_row;
      const at::Tensor is_own = flat.ge(0).logical_and(flat.lt(rows));
      const at::Tensor own = d_output * is_own.unsqueeze(-1).to(d_output.scalar_type());
      table.place.index_add_(0, flat.clamp(0, rows - 1), own.to(table.place.scalar_type()));
    }
    if (!positions.defined()) return;
    if (!positions.adds) at::Tensor(positions.place).zero_();
    positions.place.narrow(0, 0, ids.size(1))
        .add_(d_output.view({ids.size(0), ids.size(1), -1}).sum(0, false, c10::kFloat));
  }

  LogitStatistics logit_statistics(const at::Tensor& logits, const at::Tensor& targets,
                                   std::int64_t first_column, std::int64_t columns) override {
    const at::Tensor x = exact(logits.narrow(1, 0, columns));
    LogitStatistics statistics;
    statistics.largest = x.amax(1);
    statistics.sum = (x - statistics.largest.unsqueeze(1)).exp_().sum(1);
    const at::Tensor place = targets - first_column;
    const at::Tensor is_own = place.ge(0).logical_and(place.lt(columns));
    statistics.wanted =
        x.gather(1, place.clamp(0, columns - 1).unsqueeze(1)).squeeze(1) * is_own.to(c10::kFloat);
    return statistics;
  }

  void logit_gradients(at::Tensor& logits, const at::Tensor& targets, const at::Tensor& log_sums,
                       std::int64_t first_column, std::int64_t columns, double factor) override {
    at::Tensor shares = (exact(logits.narrow(1, 0, columns)) - log_sums.unsqueeze(1)).exp_();
    const at::Tensor place = targets - first_column;
    const at::Tensor is_own = place.ge(0).logical_and(place.lt(columns));
    shares.scatter_add_(1, place.clamp(0, columns - 1).unsqueeze(1),
                        -is_own.to(c10::kFloat).unsqueeze(1));
    logits.zero_();
    logits.narrow(1, 0, columns).copy_(shares.mul_(factor));
  }

  void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) override {
    if (rates.gradient_factor == 1 && group.gradients.scalar_type() == c10::kFloat) {
      at::_fused_adamw_({group.master_weights}, {group.gradients}, {group.first_moments},
                        {group.second_moments}, {}, {steps.squeeze(0)}, rates.learning_rate,
                        rates.beta1, rates.beta2, rates.weight_decay, rates.epsilon, false, false);
      if (!group.weights.is_same(group.master_weights)) group.weights.copy_(group.master_weights);
      return;
    }
    const at::Tensor gradient = exact(group.gradients) * rates.gradient_factor;
    group.master_weights.mul_(1 - rates.learning_rate * rates.weight_decay);
    group.first_moments.lerp_(gradient, 1 - rates.beta1);
    group.second_moments.mul_(rates.beta2).addcmul_(gradient, gradient, 1 - rates.beta2);
    const at::Tensor count = steps.to(c10::kDouble);
    const at::Tensor first = 1 - at::pow(rates.beta1, count);
    const at::Tensor second = (1 - at::pow(rates.beta2, count)).sqrt();
    const at::Tensor deviation =
        group.second_moments.sqrt() / second.to(c10::kFloat) + rates.epsilon;
    group.master_weights.sub_(group.first_moments / deviation *
                              (rates.learning_rate / first).to(c10::kFloat));
    if (!group.weights.is_same(group.master_weights)) group.weights.copy_(group.master_weights);
  }
};

}  // namespace

std::unique_ptr<TrainingOperations> library_operations() {
  return std::make_unique<LibraryOperations>();
}

}  // namespace wgf::engine
