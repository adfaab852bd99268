// SPDX-License-Identifier: MIT
#include "engine/training/device_operations.h"

#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/device_code/device_function.h"
#include "engine/llm/tensor_pointers.h"
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
  DeviceOperations(const DecoderShape& shape, std::unique_ptr<KernelSet> kernels)
      : kernels_(std::move(kernels)),
        library_(library_operations()),
        has_head_norms_(shape.has_head_norms),
        has_head_norm_kernels_(has_head_norm_kernels(shape)),
        gate_up_bias_(shape.has_mlp_bias) {}

  Normed norm(const at::Tensor& base, const at::Tensor& added,
              const NormWeights& weights) override {
    const std::int64_t tokens = base.size(0);
    Normed normed{.sum = added.defined() ? at::empty_like(base) : base,
                  .output = at::empty_like(base),
                  .mean = weights.bias.defined() ? floats(base, {tokens}) : at::Tensor(),
                  .scale = floats(base, {tokens})};
    launch("train_norm",
           {.blocks = grid(tokens), .threads = row_threads(base.size(1)), .overlaps = false},
           NormArguments{pointer(base), pointer(added), pointer(weights.gain),
                         pointer(weights.bias), added.defined() ? writable(normed.sum) : nullptr,
                         writable(normed.output), numbers<float>(normed.mean),
                         numbers<float>(normed.scale), static_cast<float>(weights.epsilon)});
    return normed;
  }

  at::Tensor norm_again(const Normed& normed, const NormWeights& weights) override {
    at::Tensor output = at::empty_like(normed.sum);
    launch(
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
        std::min<std::int64_t>(tokens, row_blocks(width) * kernels_->multiprocessors());
    at::Tensor d_sum = at::empty_like(normed.sum);
    const at::Tensor parts = floats(d_sum, {3, blocks, width});
    launch("train_norm_backward",
           {.blocks = grid(blocks), .threads = row_threads(width), .overlaps = false},
           NormBackwardArguments{pointer(d_output), pointer(beside), pointer(normed.sum),
                                 pointer(weights.gain), numbers<float>(normed.mean),
                                 numbers<float>(normed.scale), writable(d_sum),
                                 numbers<float>(parts), static_cast<int>(tokens)});
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
    const auto [columns, rows] = stripes(d_output.size(0), width);
    const at::Tensor parts = floats(d_output, {rows, width});
    launch("train_columns", {.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
           ColumnsArguments{pointer(d_output), numbers<float>(parts),
                            static_cast<int>(d_output.size(0)), static_cast<int>(width)});
    sum_parts(parts, rows, width, {gradient});
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
    launch("train_largest",
           {.blocks = grid(streaming_blocks(quads)), .threads = threads, .overlaps = false},
           LargestArguments{pointer(x), writable(largest), quads});
    launch("train_round",
           {.blocks =
                grid((columns + column_tile - 1) / column_tile, (rows + row_tile - 1) / row_tile),
            .threads = threads,
            .overlaps = false},
           RoundArguments{pointer(x), numbers<float>(largest), numbers<void>(rounded.rows),
                          numbers<void>(rounded.columns), numbers<float>(rounded.scale),
                          static_cast<int>(rows), static_cast<int>(columns),
                          kind == Fp8Kind::e5m2 ? 1 : 0});
    return rounded;
  }

  Heads split_heads(const at::Tensor& qkv, const HeadWork& work) override {
    if (has_head_norm_kernels_) return norm_heads(qkv, work);
    if (has_head_norms_) return library_->split_heads(qkv, work);
    const std::int64_t queries = work.heads * work.head_size, keys = work.kv_heads * work.head_size;
    const at::Tensor k = qkv.narrow(1, queries, keys);
    // In place: what is turned is read by nothing else.
    if (work.cosines.defined())
      turn_heads({qkv, k, k}, qkv.size(1), qkv.size(1), qkv, work, queries + keys, 1, {});
    return {.queries = heads_of(qkv, 0, work.heads, work),
            .keys = heads_of(qkv, work.heads, work.kv_heads, work),
            .values = heads_of(qkv, work.heads + work.kv_heads, work.kv_heads, work)};
  }

  at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                  const HeadWork& work, const HeadGradients& places) override {
    if (has_head_norm_kernels_) return norm_heads_backward(gradients, heads, work, places);
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
    launch("train_join",
           {.blocks = grid((quads + threads - 1) / threads), .threads = threads, .overlaps = false},
           arguments);
    return joined;
  }

  at::Tensor activation(const at::Tensor& x, Gate gate) override {
    const std::int64_t width = gate == Gate::silu_gated ? x.size(1) / 2 : x.size(1);
    at::Tensor y = at::empty({x.size(0), width}, x.options());
    const std::int64_t quads = y.numel() / 8;
    launch("train_activation",
           {.blocks = grid(streaming_blocks(quads)), .threads = threads, .overlaps = false},
           ActivationArguments{pointer(x), writable(y), quads});
    return y;
  }

  at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate,
                                 const GradientPlace& bias) override {
    at::Tensor d_x = at::empty_like(x);
    const auto [columns, rows] = stripes(x.size(0), d_output.size(1));
    const at::Tensor parts = gate_up_bias_ ? floats(x, {rows, x.size(1)}) : at::Tensor();
    launch("train_activation_backward",
           {.blocks = grid(columns, rows), .threads = threads, .overlaps = false},
           ActivationBackwardArguments{pointer(d_output), pointer(x), writable(d_x),
                                       numbers<float>(parts), static_cast<int>(x.size(0))});
    if (bias.defined()) sum_parts(parts, rows, x.size(1), {bias});
    return d_x;
  }

  at::Tensor embed(const at::Tensor& ids, const at::Tensor& table, const at::Tensor& positions,
                   std::int64_t first_row) override {
    at::Tensor x = at::empty({ids.numel(), table.size(1)}, table.options());
    launch("train_embed", {.blocks = grid(ids.numel()), .threads = threads, .overlaps = false},
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
      launch("train_embed_backward",
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
    launch("train_loss", {.blocks = grid(tokens), .threads = loss_threads, .overlaps = false},
           LossArguments{pointer(logits), pointer(targets), numbers<float>(of.largest),
                         numbers<float>(of.sum), numbers<float>(of.wanted), first_column,
                         static_cast<int>(columns), static_cast<int>(logits.size(1))});
    return of;
  }

  void logit_gradients(at::Tensor& logits, const at::Tensor& targets, const at::Tensor& log_sums,
                       std::int64_t first_column, std::int64_t columns, double factor) override {
    constexpr unsigned loss_threads = 512;
    launch("train_loss_backward",
           {.blocks = grid(logits.size(0)), .threads = loss_threads, .overlaps = false},
           LossBackwardArguments{writable(logits), pointer(targets), numbers<float>(log_sums),
                                 first_column, static_cast<int>(columns),
                                 static_cast<int>(logits.size(1)), static_cast<float>(factor)});
  }

  void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) override {
    const std::int64_t fours = group.master_weights.numel() / 4;
    launch("train_adamw",
           {.blocks = grid(streaming_blocks(fours / 2)), .threads = threads, .overlaps = false},
           AdamwArguments{writable(group.weights), numbers<float>(group.master_weights),
                          numbers<float>(group.first_moments), numbers<float>(group.second_moments),
                          pointer(group.gradients), numbers<float>(steps), fours,
                          static_cast<float>(rates.learning_rate), static_cast<float>(rates.beta1),
                          static_cast<float>(rates.beta2), static_cast<float>(rates.epsilon),
                          static_cast<float>(rates.weight_decay),
                          static_cast<float>(rates.gradient_factor)});
  }

 private:
  template <typename Arguments>
  void launch(const char* text, const LaunchShape& shape, const Arguments& arguments) const {
    kernels_->launch(text, shape, &arguments);
  }

  // Stripes of 256 columns, and blocks over the rows of each, so that all multiprocessors work.
  std::pair<std::int64_t, std::int64_t> stripes(std::int64_t rows, std::int64_t width) const {
    constexpr std::int64_t blocks_each = 6;
    const std::int64_t columns = (width + columns_of_block - 1) / columns_of_block;
    // No block more than run at once: one beyond them would take as long again.
    const std::int64_t wanted = blocks_each * kernels_->multiprocessors() / columns;
    return {columns,
            std::clamp<std::int64_t>(wanted, 1, (rows + rows_of_block - 1) / rows_of_block)};
  }

  // Turns over the device for work that reads each number once.
  std::int64_t streaming_blocks(std::int64_t quads) const {
    constexpr std::int64_t blocks_each = 16;
    return std::min((quads + threads - 1) / threads, blocks_each * kernels_->multiprocessors());
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
      launch("train_sum_parts",
             {.blocks = grid((width + columns - 1) / columns, std::ssize(places)),
              .threads = sum_threads,
              .overlaps = false},
             arguments);
  }

  static at::Tensor heads_of(const at::Tensor& rows, std::int64_t begin, std::int64_t heads,
                             const HeadWork& work) {
    return rows.narrow(1, begin * work.head_size, heads * work.head_size)
        .view({work.sequences, work.length, heads, work.head_size});
  }

  Heads norm_heads(const at::Tensor& qkv, const HeadWork& work) {
    const std::int64_t tokens = qkv.size(0), heads = work.heads + work.kv_heads;
    const at::Tensor turned = at::empty({tokens, heads * work.head_size}, qkv.options());
    Heads split{.queries = heads_of(turned, 0, work.heads, work),
                .keys = heads_of(turned, work.heads, work.kv_heads, work),
                .values = heads_of(qkv, heads, work.kv_heads, work),
                .before_norms = qkv,
                .query_scale = floats(qkv, {tokens, heads})};
    launch("train_head_norms",
           {.blocks = grid(warp_blocks(tokens * heads)), .threads = threads, .overlaps = false},
           HeadNormsArguments{pointer(qkv), pointer(work.query_gain), pointer(work.key_gain),
                              numbers<float>(work.cosines), numbers<float>(work.sines),
                              writable(turned), numbers<float>(split.query_scale), tokens * heads,
                              static_cast<int>(work.length), static_cast<float>(work.epsilon)});
    return split;
  }

  at::Tensor norm_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                 const HeadWork& work, const HeadGradients& places) {
    at::Tensor d_qkv = at::empty_like(heads.before_norms);
    const std::int64_t count = d_qkv.numel() / work.head_size, blocks = warp_blocks(count);
    const at::Tensor parts = floats(d_qkv, {2, blocks, work.head_size});
    const at::Tensor d_q = gradients.queries.contiguous(), d_k = gradients.keys.contiguous(),
                     d_v = gradients.values.contiguous();
    launch("train_head_norms_backward",
           {.blocks = grid(blocks), .threads = threads, .overlaps = false},
           HeadNormsBackwardArguments{
               pointer(d_q), pointer(d_k), pointer(d_v), pointer(heads.before_norms),
               pointer(work.query_gain), pointer(work.key_gain), numbers<float>(work.cosines),
               numbers<float>(work.sines), numbers<float>(heads.query_scale), writable(d_qkv),
               numbers<float>(parts), count, static_cast<int>(work.length)});
    sum_parts(parts, blocks, work.head_size, {places.query_gain, places.key_gain});
    return d_qkv;
  }

  // Of eight warps that take heads one after another.
  std::int64_t warp_blocks(std::int64_t heads) const {
    constexpr std::int64_t blocks_each = 4, warps = 8;
    return std::min((heads + warps - 1) / warps, blocks_each * kernels_->multiprocessors());
  }

  // columns: of the output that are written.
  void turn_heads(const HeadTensors& from, std::int64_t query_stride, std::int64_t key_stride,
                  const at::Tensor& output, const HeadWork& work, std::int64_t columns,
                  float direction, const GradientPlace& bias) {
    constexpr std::int64_t numbers_of_unit = 16, units_of_block = 32;
    const std::int64_t units = columns / numbers_of_unit, tokens = work.sequences * work.length;
    const auto [ignored, rows] = stripes(tokens, units * rows_of_block);
    const at::Tensor parts = bias.defined() ? floats(output, {rows, output.size(1)}) : at::Tensor();
    launch(
        "train_heads",
        {.blocks = grid((units + units_of_block - 1) / units_of_block, rows),
         .threads = threads,
         .overlaps = false},
        HeadsArguments{pointer(from.queries), pointer(from.keys), pointer(from.values),
                       query_stride, key_stride, writable(output), numbers<float>(work.cosines),
                       numbers<float>(work.sines), numbers<float>(parts), static_cast<int>(tokens),
                       static_cast<int>(work.length), static_cast<int>(units), direction});
    if (bias.defined()) sum_parts(parts, rows, output.size(1), {bias});
  }

  std::unique_ptr<KernelSet> kernels_;
  std::unique_ptr<TrainingOperations> library_;
  const bool has_head_norms_, has_head_norm_kernels_, gate_up_bias_;
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
