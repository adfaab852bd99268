// SPDX-License-Identifier: MIT
#include "engine/training/device_operations.h"

#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sort.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/error.h"
#include "engine/device_code/device_function.h"
#include "engine/llm/tensor_pointers.h"
#include "engine/training/gpu_attention.h"
#include "engine/training/training_kernels.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t threads = 256, columns_of_block = 256, rows_of_block = 8;

template <typename T>
T* numbers(const at::Tensor& tensor) {
  return static_cast<T*>(tensor.defined() ? writable(tensor) : nullptr);
}

std::array<unsigned, 3> grid(std::int64_t x, std::int64_t y = 1) {
  return {static_cast<unsigned>(x), static_cast<unsigned>(y), 1};
}

at::Tensor floats(const at::Tensor& like, std::vector<std::int64_t> sizes) {
  return at::empty(sizes, like.options().dtype(c10::kFloat));
}

class DeviceOperations final : public TrainingOperations {
 public:
  DeviceOperations(const DecoderShape& shape, const ParameterTypes& types, c10::Device device)
      : code_(device),
        library_(library_operations()),
        has_head_norms_(shape.has_head_norms),
        gate_up_bias_(shape.has_mlp_bias) {
    const auto sources = training_kernel_sources(shape, types);
    const auto function = [&](const char* text) {
      const auto found = std::find_if(sources.begin(), sources.end(),
                                      [&](const auto& source) { return source.text == text; });
      return code_.function(found->text, found->constants);
    };
    norm_ = function("train_norm");
    norm_again_ = function("train_norm_again");
    norm_backward_ = function("train_norm_backward");
    sum_parts_ = function("train_sum_parts");
    columns_ = function("train_columns");
    activation_ = function("train_activation");
    activation_backward_ = function("train_activation_backward");
    heads_ = function("train_heads");
    loss_ = function("train_loss");
    loss_backward_ = function("train_loss_backward");
    adamw_ = function("train_adamw");
    embed_ = function("train_embed");
    embed_backward_ = function("train_embed_backward");
  }

  Normed norm(const at::Tensor& base, const at::Tensor& added,
              const NormWeights& weights) override {
    const std::int64_t tokens = base.size(0);
    Normed normed{.sum = added.defined() ? at::empty_like(base) : base,
                  .output = at::empty_like(base),
                  .mean = weights.bias.defined() ? floats(base, {tokens}) : at::Tensor(),
                  .scale = floats(base, {tokens})};
    norm_->launch(
        {.blocks = grid(tokens), .threads = row_threads(base.size(1)), .overlaps = false},
        NormArguments{pointer(base), pointer(added), pointer(weights.gain), pointer(weights.bias),
                      added.defined() ? writable(normed.sum) : nullptr, writable(normed.output),
                      numbers<float>(normed.mean), numbers<float>(normed.scale),
                      static_cast<float>(weights.epsilon)});
    return normed;
  }

  at::Tensor norm_again(const Normed& normed, const NormWeights& weights) override {
    at::Tensor output = at::empty_like(normed.sum);
    norm_again_->launch(
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
        std::min<std::int64_t>(tokens, row_blocks(width) * code_.multiprocessors());
    at::Tensor d_sum = at::empty_like(normed.sum);
    const at::Tensor parts = floats(d_sum, {3, blocks, width});
    norm_backward_->launch(
        {.blocks = grid(blocks), .threads = row_threads(width), .overlaps = false},
        NormBackwardArguments{pointer(d_output), pointer(beside), pointer(normed.sum),
                              pointer(weights.gain), numbers<float>(normed.mean),
                              numbers<float>(normed.scale), writable(d_sum), numbers<float>(parts),
                              static_cast<int>(tokens)});
    sum_parts(parts, blocks, width, {gradients.gain, gradients.bias, gradients.added_bias});
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
    if (place.scalar_type() == x.scalar_type())
      library_->linear_weights_backward(d_output, x, gradient);
    else if (gradient.adds)
      at::addmm_out(place, place, d_output.t(), x, place.scalar_type());
    else
      at::mm_out(place, d_output.t(), x, place.scalar_type());
  }

  void bias_backward(const at::Tensor& d_output, const GradientPlace& gradient) override {
    if (!gradient.defined()) return;
    const std::int64_t width = d_output.size(1);
    const auto [columns, rows] = stripes(d_output.size(0), width);
    const at::Tensor parts = floats(d_output, {rows, width});
    columns_->launch({.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
                     ColumnsArguments{pointer(d_output), numbers<float>(parts),
                                      static_cast<int>(d_output.size(0)), static_cast<int>(width)});
    sum_parts(parts, rows, width, {gradient});
  }

  Heads split_heads(const at::Tensor& qkv, const HeadWork& work) override {
    if (has_head_norms_) return library_->split_heads(qkv, work);
    const std::int64_t queries = work.heads * work.head_size, keys = work.kv_heads * work.head_size;
    const at::Tensor k = qkv.narrow(1, queries, keys);
    // In place: what is turned is read by nothing else.
    if (work.cosines.defined())
      turn_heads({qkv, k, k}, qkv.size(1), qkv.size(1), qkv, work, queries + keys, 1, {});
    const auto of = [&](std::int64_t begin, std::int64_t heads) {
      return qkv.narrow(1, begin, heads * work.head_size)
          .view({work.sequences, work.length, heads, work.head_size});
    };
    return {.queries = of(0, work.heads),
            .keys = of(queries, work.kv_heads),
            .values = of(queries + keys, work.kv_heads)};
  }

  at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                  const HeadWork& work, const HeadGradients& places) override {
    if (has_head_norms_) return library_->split_heads_backward(gradients, heads, work, places);
    const std::int64_t queries = work.heads * work.head_size, keys = work.kv_heads * work.head_size;
    at::Tensor d_qkv =
        at::empty({work.sequences * work.length, queries + 2 * keys}, gradients.queries.options());
    turn_heads({gradients.queries.contiguous(), gradients.keys.contiguous(),
                gradients.values.contiguous()},
               queries, keys, d_qkv, work, queries + 2 * keys, -1, places.bias);
    return d_qkv;
  }

  Attended attention(const Heads& heads, double scale) override {
    return gpu_attention(heads, scale);
  }
  HeadTensors attention_backward(const at::Tensor& d_output, const Heads& heads,
                                 const Attended& attended, double scale) override {
    return gpu_attention_backward(d_output, heads, attended, scale);
  }

  at::Tensor activation(const at::Tensor& x, Gate gate) override {
    const std::int64_t width = gate == Gate::silu_gated ? x.size(1) / 2 : x.size(1);
    at::Tensor y = at::empty({x.size(0), width}, x.options());
    const std::int64_t quads = y.numel() / 8;
    activation_->launch(
        {.blocks = grid(streaming_blocks(quads)), .threads = threads, .overlaps = false},
        ActivationArguments{pointer(x), writable(y), quads});
    return y;
  }

  at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate,
                                 const GradientPlace& bias) override {
    at::Tensor d_x = at::empty_like(x);
    const auto [columns, rows] = stripes(x.size(0), d_output.size(1));
    const at::Tensor parts = gate_up_bias_ ? floats(x, {rows, x.size(1)}) : at::Tensor();
    activation_backward_->launch(
        {.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
        ActivationBackwardArguments{pointer(d_output), pointer(x), writable(d_x),
                                    numbers<float>(parts), static_cast<int>(x.size(0))});
    if (bias.defined()) sum_parts(parts, rows, x.size(1), {bias});
    return d_x;
  }

  at::Tensor embed(const at::Tensor& ids, const at::Tensor& table, const at::Tensor& positions,
                   std::int64_t first_row) override {
    at::Tensor x = at::empty({ids.numel(), table.size(1)}, table.options());
    embed_->launch(
        {.blocks = grid(ids.numel()), .threads = threads, .overlaps = false},
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
      embed_backward_->launch(
          {.blocks = grid(blocks), .threads = threads, .overlaps = false},
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
    loss_->launch({.blocks = grid(tokens), .threads = loss_threads, .overlaps = false},
                  LossArguments{pointer(logits), pointer(targets), numbers<float>(of.largest),
                                numbers<float>(of.sum), numbers<float>(of.wanted), first_column,
                                static_cast<int>(columns), static_cast<int>(logits.size(1))});
    return of;
  }

  void logit_gradients(at::Tensor& logits, const at::Tensor& targets, const at::Tensor& log_sums,
                       std::int64_t first_column, std::int64_t columns, double factor) override {
    constexpr unsigned loss_threads = 512;
    loss_backward_->launch(
        {.blocks = grid(logits.size(0)), .threads = loss_threads, .overlaps = false},
        LossBackwardArguments{writable(logits), pointer(targets), numbers<float>(log_sums),
                              first_column, static_cast<int>(columns),
                              static_cast<int>(logits.size(1)), static_cast<float>(factor)});
  }

  void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) override {
    const std::int64_t quads = group.master_weights.numel() / 8;
    adamw_->launch(
        {.blocks = grid(streaming_blocks(quads)), .threads = threads, .overlaps = false},
        AdamwArguments{writable(group.weights), numbers<float>(group.master_weights),
                       numbers<float>(group.first_moments), numbers<float>(group.second_moments),
                       pointer(group.gradients), numbers<float>(steps), quads,
                       static_cast<float>(rates.learning_rate), static_cast<float>(rates.beta1),
                       static_cast<float>(rates.beta2), static_cast<float>(rates.epsilon),
                       static_cast<float>(rates.weight_decay),
                       static_cast<float>(rates.gradient_factor)});
  }

 private:
  // Stripes of 256 columns, and blocks over the rows of each, so that all multiprocessors work.
  std::pair<std::int64_t, std::int64_t> stripes(std::int64_t rows, std::int64_t width) const {
    constexpr std::int64_t blocks_each = 6;
    const std::int64_t columns = (width + columns_of_block - 1) / columns_of_block;
    // No block more than run at once: one beyond them would take as long again.
    const std::int64_t wanted = blocks_each * code_.multiprocessors() / columns;
    return {columns,
            std::clamp<std::int64_t>(wanted, 1, (rows + rows_of_block - 1) / rows_of_block)};
  }

  // Turns over the device for work that reads each number once.
  std::int64_t streaming_blocks(std::int64_t quads) const {
    constexpr std::int64_t blocks_each = 16;
    return std::min((quads + threads - 1) / threads, blocks_each * code_.multiprocessors());
  }

  void sum_parts(const at::Tensor& parts, std::int64_t rows, std::int64_t width,
                 std::vector<GradientPlace> places) {
    SumPartsArguments arguments{.parts = numbers<float>(parts),
                                .gradients = {},
                                .adds = {},
                                .count = static_cast<int>(rows),
                                .width = static_cast<int>(width)};
    bool is_wanted = false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i].defined()) continue;
      arguments.gradients[i] = writable(places[i].place);
      arguments.adds[i] = places[i].adds ? 1 : 0;
      is_wanted = true;
    }
    constexpr std::int64_t columns = 32;
    constexpr unsigned sum_threads = 512;
    if (is_wanted)
      sum_parts_->launch({.blocks = grid((width + columns - 1) / columns, std::ssize(places)),
                          .threads = sum_threads,
                          .overlaps = false},
                         arguments);
  }

  // columns: of the output that are written.
  void turn_heads(const HeadTensors& from, std::int64_t query_stride, std::int64_t key_stride,
                  const at::Tensor& output, const HeadWork& work, std::int64_t columns,
                  float direction, const GradientPlace& bias) {
    constexpr std::int64_t numbers_of_unit = 16, units_of_block = 32;
    const std::int64_t units = columns / numbers_of_unit, tokens = work.sequences * work.length;
    const auto [ignored, rows] = stripes(tokens, units * rows_of_block);
    const at::Tensor parts = bias.defined() ? floats(output, {rows, output.size(1)}) : at::Tensor();
    heads_->launch(
        {.blocks = grid((units + units_of_block - 1) / units_of_block, rows),
         .threads = threads,
         .overlaps = false},
        HeadsArguments{pointer(from.queries), pointer(from.keys), pointer(from.values),
                       query_stride, key_stride, writable(output), numbers<float>(work.cosines),
                       numbers<float>(work.sines), numbers<float>(parts), static_cast<int>(tokens),
                       static_cast<int>(work.length), static_cast<int>(units), direction});
    if (bias.defined()) sum_parts(parts, rows, output.size(1), {bias});
  }

  DeviceCode code_;
  std::unique_ptr<TrainingOperations> library_;
  const bool has_head_norms_;
  const bool gate_up_bias_;
  std::optional<DeviceFunction> norm_, norm_again_, norm_backward_, sum_parts_, columns_,
      activation_, activation_backward_, heads_, loss_, loss_backward_, adamw_, embed_,
      embed_backward_;
};

}  // namespace

std::unique_ptr<TrainingOperations> device_operations(const DecoderShape& shape,
                                                      const ParameterTypes& types,
                                                      c10::Device device) {
  const bool is_even = shape.hidden % 8 == 0 && shape.feed_forward % 8 == 0 &&
                       shape.head_size % 16 == 0 &&
                       (shape.has_positions || shape.rotary.width == shape.head_size);
  if (types.weights != c10::kBFloat16 || !is_even)
    throw Error({"engine.no_training_kernels", {}}, ExitCode::not_supported);
  return std::make_unique<DeviceOperations>(shape, types, device);
}

}  // namespace wgf::engine
