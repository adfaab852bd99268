// SPDX-License-Identifier: MIT
#include "engine/training/device_operations.h"

#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/device_code/device_function.h"
#include "engine/llm/tensor_pointers.h"
#include "engine/training/head_kernels.h"
#include "engine/training/kernel_launches.h"
#include "engine/training/training_kernels.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t threads = KernelLaunches::threads;

class DeviceOperations final : public TrainingOperations {
 public:
  DeviceOperations(const DecoderShape& shape, std::unique_ptr<KernelSet> kernels)
      : kernels_(std::move(kernels)),
        heads_(kernels_, shape),
        library_(library_operations()),
        gate_up_bias_(shape.has_mlp_bias) {}

  Normed norm(const at::Tensor& base, const at::Tensor& added,
              const NormWeights& weights) override {
    const std::int64_t tokens = base.size(0);
    Normed normed{.sum = added.defined() ? at::empty_like(base) : base,
                  .output = at::empty_like(base),
                  .mean = weights.bias.defined() ? floats(base, {tokens}) : at::Tensor(),
                  .scale = floats(base, {tokens})};
    kernels_.launch(
        "train_norm",
        {.blocks = grid(tokens), .threads = row_threads(base.size(1)), .overlaps = false},
        NormArguments{pointer(base), pointer(added), pointer(weights.gain), pointer(weights.bias),
                      added.defined() ? writable(normed.sum) : nullptr, writable(normed.output),
                      numbers<float>(normed.mean), numbers<float>(normed.scale),
                      static_cast<float>(weights.epsilon)});
    return normed;
  }

  at::Tensor norm_again(const Normed& normed, const NormWeights& weights) override {
    at::Tensor output = at::empty_like(normed.sum);
    kernels_.launch(
        "train_norm_again",
        {.blocks = grid(output.size(0)), .threads = row_threads(output.size(1)), .overlaps = false},
        NormAgainArguments{pointer(normed.sum), pointer(weights.gain), pointer(weights.bias),
                           numbers<float>(normed.mean), numbers<float>(normed.scale),
                           writable(output)});
    return output;
  }

  at::Tensor norm_backward(const at::Tensor& d_output, const at::Tensor& beside,
                           const Normed& normed, const NormWeights& weights,
                           const NormGradients& gradients) override {
    const std::int64_t tokens = normed.sum.size(0), width = normed.sum.size(1);
    const std::int64_t blocks =
        std::min<std::int64_t>(tokens, row_blocks(width) * kernels_.multiprocessors());
    at::Tensor d_sum = at::empty_like(normed.sum);
    const at::Tensor parts = floats(d_sum, {3, blocks, width});
    kernels_.launch("train_norm_backward",
                    {.blocks = grid(blocks), .threads = row_threads(width), .overlaps = false},
                    NormBackwardArguments{pointer(d_output), pointer(beside), pointer(normed.sum),
                                          pointer(weights.gain), numbers<float>(normed.mean),
                                          numbers<float>(normed.scale), writable(d_sum),
                                          numbers<float>(parts), static_cast<int>(tokens)});
    kernels_.sum_parts(parts, blocks, width,
                       {gradients.gain, gradients.bias, gradients.added_bias});
    return d_sum;
  }

  at::Tensor linear(const at::Tensor& x, const at::Tensor& weight,
                    const at::Tensor& bias) override {
    return library_->linear(x, weight, bias);
  }
  at::Tensor linear_inputs_backward(const at::Tensor& d_output, const at::Tensor& weight) override {
    return library_->linear_inputs_backward(d_output, weight);
  }
  void linear_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                               const GradientPlace& gradient) override {
    at::Tensor place = gradient.place;
    if (place.scalar_type() == x.scalar_type() || !x.is_cuda())
      library_->linear_weights_backward(d_output, x, gradient);
    else if (gradient.adds)
      at::addmm_out(place, place, d_output.t(), x, place.scalar_type());
    else
      at::mm_out(place, d_output.t(), x, place.scalar_type());
  }

  void bias_backward(const at::Tensor& d_output, const GradientPlace& gradient) override {
    if (!gradient.defined()) return;
    const std::int64_t width = d_output.size(1);
    const auto [columns, rows] = kernels_.stripes(d_output.size(0), width);
    const at::Tensor parts = floats(d_output, {rows, width});
    kernels_.launch("train_columns",
                    {.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
                    ColumnsArguments{pointer(d_output), numbers<float>(parts),
                                     static_cast<int>(d_output.size(0)), static_cast<int>(width)});
    kernels_.sum_parts(parts, rows, width, {gradient});
  }

  Rounded round(const at::Tensor& x, Fp8Kind kind, Ways ways) override {
    const std::int64_t rows = x.size(0), columns = x.size(1);
    constexpr std::int64_t row_tile = 128, column_tile = 64, aligned = 16;
    if (rows % aligned != 0 || columns % aligned != 0) return library_->round(x, kind, ways);
    const auto bytes =
        x.options().dtype(kind == Fp8Kind::e4m3 ? c10::kFloat8_e4m3fn : c10::kFloat8_e5m2);
    Rounded rounded{.rows = ways.rows ? at::empty({rows, columns}, bytes) : at::Tensor(),
                    .columns = ways.columns ? at::empty({columns, rows}, bytes) : at::Tensor(),
                    .scale = floats(x, {})};
    const at::Tensor largest = at::zeros({}, rounded.scale.options());
    const std::int64_t quads = x.numel() / 8;
    kernels_.launch(
        "train_largest",
        {.blocks = grid(kernels_.streaming_blocks(quads)), .threads = threads, .overlaps = false},
        LargestArguments{pointer(x), writable(largest), quads});
    kernels_.launch("train_round",
                    {.blocks = grid((columns + column_tile - 1) / column_tile,
                                    (rows + row_tile - 1) / row_tile),
                     .threads = threads,
                     .overlaps = false},
                    RoundArguments{pointer(x), numbers<float>(largest), numbers<void>(rounded.rows),
                                   numbers<void>(rounded.columns), numbers<float>(rounded.scale),
                                   static_cast<int>(rows), static_cast<int>(columns),
                                   kind == Fp8Kind::e5m2 ? 1 : 0});
    return rounded;
  }

  Heads split_heads(const at::Tensor& qkv, const HeadWork& work) override {
    return heads_.has_all() ? heads_.split(qkv, work) : library_->split_heads(qkv, work);
  }
  at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                  const HeadWork& work, const HeadGradients& places) override {
    return heads_.has_all() ? heads_.split_backward(gradients, heads, work, places)
                            : library_->split_heads_backward(gradients, heads, work, places);
  }

  Attended attention(const Heads& heads, double scale) override {
    return library_->attention(heads, scale);
  }
  HeadTensors attention_backward(const at::Tensor& d_output, const Heads& heads,
                                 const Attended& attended, double scale) override {
    return library_->attention_backward(d_output, heads, attended, scale);
  }

  Attended join(const std::vector<AttendedPiece>& pieces) override {
    const Attended& first = pieces.front().attended;
    if (pieces.size() == 1) return first;
    // As many as a launch takes, and what they give with the rest.
    if (pieces.size() > JoinArguments::most) {
      const auto end = pieces.begin() + JoinArguments::most;
      std::vector<AttendedPiece> left;
      left.push_back({.attended = join({pieces.begin(), end})});
      left.insert(left.end(), end, pieces.end());
      return join(left);
    }
    Attended joined = first;
    joined.output = at::empty(first.output.sizes(), first.output.options());
    joined.log_sums = at::empty(first.log_sums.sizes(), first.log_sums.options());
    JoinArguments arguments{.parts = {},
                            .output = writable(joined.output),
                            .log_sums = numbers<float>(joined.log_sums),
                            .count = static_cast<int>(pieces.size()),
                            .sequences = static_cast<int>(first.output.size(0)),
                            .length = static_cast<int>(first.output.size(1))};
    std::vector<at::Tensor> kept;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      kept.push_back(pieces[i].attended.output.contiguous());
      kept.push_back(pieces[i].attended.log_sums.contiguous());
      arguments.parts[i] = {pointer(kept[2 * i]), numbers<float>(kept[2 * i + 1]),
                            static_cast<int>(pieces[i].first_query)};
    }
    const std::int64_t quads = joined.output.numel() / 8;
    kernels_.launch(
        "train_join",
        {.blocks = grid((quads + threads - 1) / threads), .threads = threads, .overlaps = false},
        arguments);
    return joined;
  }

  at::Tensor activation(const at::Tensor& x, Gate gate) override {
    const std::int64_t width = gate == Gate::silu_gated ? x.size(1) / 2 : x.size(1);
    at::Tensor y = at::empty({x.size(0), width}, x.options());
    const std::int64_t quads = y.numel() / 8;
    kernels_.launch(
        "train_activation",
        {.blocks = grid(kernels_.streaming_blocks(quads)), .threads = threads, .overlaps = false},
        ActivationArguments{pointer(x), writable(y), quads});
    return y;
  }

  at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate,
                                 const GradientPlace& bias) override {
    at::Tensor d_x = at::empty_like(x);
    const auto [columns, rows] = kernels_.stripes(x.size(0), d_output.size(1));
    const at::Tensor parts = gate_up_bias_ ? floats(x, {rows, x.size(1)}) : at::Tensor();
    kernels_.launch(
        "train_activation_backward",
        {.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
        ActivationBackwardArguments{pointer(d_output), pointer(x), writable(d_x),
                                    numbers<float>(parts), static_cast<int>(x.size(0))});
    if (bias.defined()) kernels_.sum_parts(parts, rows, x.size(1), {bias});
    return d_x;
  }

  at::Tensor embed(const at::Tensor& ids, const at::Tensor& table, const at::Tensor& positions,
                   std::int64_t first_row) override {
    at::Tensor x = at::empty({ids.numel(), table.size(1)}, table.options());
    kernels_.launch(
        "train_embed", {.blocks = grid(ids.numel()), .threads = threads, .overlaps = false},
        EmbedArguments{pointer(ids), pointer(table), pointer(positions), writable(x), first_row,
                       static_cast<int>(table.size(0)), static_cast<int>(ids.size(1))});
    return x;
  }

  void embed_backward(const at::Tensor& d_output, const at::Tensor& ids, std::int64_t first_row,
                      std::int64_t rows, const GradientPlace& table,
                      const GradientPlace& positions) override {
    const auto add = [&](const GradientPlace& place, std::int64_t blocks, const at::Tensor& sorted,
                         const at::Tensor& order) {
      if (!place.adds) at::Tensor(place.place).zero_();
      kernels_.launch(
          "train_embed_backward", {.blocks = grid(blocks), .threads = threads, .overlaps = false},
          EmbedBackwardArguments{pointer(d_output), pointer(sorted), pointer(order),
                                 writable(place.place), first_row, static_cast<int>(rows),
                                 static_cast<int>(ids.numel()), static_cast<int>(ids.size(1))});
    };
    if (table.defined()) {
      const auto [sorted, order] = ids.flatten().sort(true, 0, false);
      add(table, ids.numel(), sorted, order);
    }
    if (positions.defined()) add(positions, ids.size(1), {}, {});
  }

  LogitStatistics logit_statistics(const at::Tensor& logits, const at::Tensor& targets,
                                   std::int64_t first_column, std::int64_t columns) override {
    const std::int64_t tokens = logits.size(0);
    LogitStatistics of{floats(logits, {tokens}), floats(logits, {tokens}),
                       floats(logits, {tokens})};
    constexpr unsigned loss_threads = 512;
    kernels_.launch("train_loss",
                    {.blocks = grid(tokens), .threads = loss_threads, .overlaps = false},
                    LossArguments{pointer(logits), pointer(targets), numbers<float>(of.largest),
                                  numbers<float>(of.sum), numbers<float>(of.wanted), first_column,
                                  static_cast<int>(columns), static_cast<int>(logits.size(1))});
    return of;
  }

  void logit_gradients(at::Tensor& logits, const at::Tensor& targets, const at::Tensor& log_sums,
                       std::int64_t first_column, std::int64_t columns, double factor) override {
    constexpr unsigned loss_threads = 512;
    kernels_.launch(
        "train_loss_backward",
        {.blocks = grid(logits.size(0)), .threads = loss_threads, .overlaps = false},
        LossBackwardArguments{writable(logits), pointer(targets), numbers<float>(log_sums),
                              first_column, static_cast<int>(columns),
                              static_cast<int>(logits.size(1)), static_cast<float>(factor)});
  }

  void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) override {
    const std::int64_t fours = group.master_weights.numel() / 4;
    kernels_.launch(
        "train_adamw",
        {.blocks = grid(kernels_.streaming_blocks(fours / 2)),
         .threads = threads,
         .overlaps = false},
        AdamwArguments{writable(group.weights), numbers<float>(group.master_weights),
                       numbers<float>(group.first_moments), numbers<float>(group.second_moments),
                       pointer(group.gradients), numbers<float>(steps), fours,
                       static_cast<float>(rates.learning_rate), static_cast<float>(rates.beta1),
                       static_cast<float>(rates.beta2), static_cast<float>(rates.epsilon),
                       static_cast<float>(rates.weight_decay),
                       static_cast<float>(rates.gradient_factor)});
  }

 private:
  const KernelLaunches kernels_;
  const HeadKernels heads_;
  std::unique_ptr<TrainingOperations> library_;
  const bool gate_up_bias_;
};

// Compiled for the GPU at hand.
class CompiledKernels final : public KernelSet {
 public:
  CompiledKernels(const DecoderShape& shape, const ParameterTypes& types, c10::Device device)
      : code_(device) {
    for (const TrainingKernelSource& source : training_kernel_sources(shape, types))
      functions_.emplace(source.text, code_.function(source.text, source.constants));
  }

  int multiprocessors() const override { return code_.multiprocessors(); }
  void launch(const std::string& text, const LaunchShape& shape,
              const void* arguments) const override {
    functions_.at(text).launch_raw(shape, arguments);
  }

 private:
  DeviceCode code_;
  std::map<std::string, DeviceFunction> functions_;
};

}  // namespace

std::unique_ptr<TrainingOperations> kernel_operations(const DecoderShape& shape,
                                                      std::unique_ptr<KernelSet> kernels) {
  return std::make_unique<DeviceOperations>(shape, std::move(kernels));
}

std::unique_ptr<TrainingOperations> device_operations(const DecoderShape& of_rank,
                                                      const ParameterTypes& types,
                                                      c10::Device device) {
  DecoderShape shape = of_rank;
  // Kernels of the activation are of one width.
  if (shape.experts.count > 0) {
    const auto is_other = [&](std::int64_t width) {
      return width > 0 && width != shape.experts.width;
    };
    if (is_other(shape.feed_forward) || is_other(shape.experts.shared_width))
      throw Error({"engine.no_training_kernels", {}}, ExitCode::not_supported);
    shape.feed_forward = shape.experts.width;
  }
  const bool is_even = shape.hidden % 8 == 0 && shape.feed_forward % 8 == 0 &&
                       shape.head_size % 16 == 0 &&
                       (shape.has_positions || shape.rotary.width == shape.head_size);
  if (types.weights != c10::kBFloat16 || !is_even)
    throw Error({"engine.no_training_kernels", {}}, ExitCode::not_supported);
  return kernel_operations(shape, std::make_unique<CompiledKernels>(shape, types, device));
}

}  // namespace wgf::engine
