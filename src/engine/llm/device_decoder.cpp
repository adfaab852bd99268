// SPDX-License-Identifier: MIT
#include "engine/llm/device_decoder.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "engine/device_code/device_function.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/rotary.h"

namespace wgf::engine {
namespace {

// The structures of the texts, member for member.
struct ProductArguments {
  const void *weights, *input, *squares, *bias;
  void* output;
  int tokens;
  float epsilon;
  const void* next_gains;
  void *scaled, *next_squares, *best;
  const void *cosines, *sines, *past, *block_table;
  int blocks_each;
  void *keys, *values;
};
struct AttentionArguments {
  const void *queries, *keys, *values, *sinks;
  void* output;
  const void *past, *block_table;
  int blocks_each, part_pages;
  float scale;
  void *parts, *arrived;
};
struct NextTokenArguments {
  const void *embedding, *gains;
  void *hidden, *scaled, *squares, *best, *ids, *past;
  std::int64_t first, last;
};

const void* pointer(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.const_data_ptr() : nullptr;
}
void* writable(const at::Tensor& tensor) {
  return tensor.mutable_data_ptr();
}

// A skinny product as it is launched: as many blocks as the GPU has multiprocessors.
class SkinnyProduct {
 public:
  SkinnyProduct(const DeviceCode& code, const KernelSource& source, std::int64_t outputs)
      : function_(code.function(source.text, source.constants)),
        shape_{.blocks = {static_cast<unsigned>(std::min<std::int64_t>(
                              outputs / (16 * source.cut.row_tiles), code.multiprocessors())),
                          1, 1},
               .threads = static_cast<unsigned>(source.cut.warps * 32)} {}
  // waits: begins only after all before has ended, for what follows reads before its own wait what
  // that wrote.
  void launch(const ProductArguments& arguments, bool waits = false) const {
    LaunchShape shape = shape_;
    shape.overlaps = !waits;
    function_.launch(shape, arguments);
  }

 private:
  DeviceFunction function_;
  LaunchShape shape_;
};

class DeviceDecoder final : public Decoder {
 public:
  DeviceDecoder(const DecoderShape& shape, DecoderWeights weights, CacheSize size,
                std::unique_ptr<DeviceCode> code, const DecodeKernelSources& sources)
      : shape_(shape),
        weights_(std::move(weights)),
        size_(size),
        cache_(std::make_shared<PagedCache>(shape, size, weights_.embedding.options())),
        prompts_(make_library_decoder(shape, weights_, cache_, size.tokens)),
        code_(std::move(code)),
        next_token_(code_->function(sources.next_token.text, sources.next_token.constants)),
        attention_(code_->function(sources.attention.text, sources.attention.constants)),
        qkv_(*code_, sources.qkv, shape.query_width() + 2 * shape.kv_width()),
        output_(*code_, sources.output, shape.hidden),
        gate_up_(*code_, sources.gate_up, 2 * shape.feed_forward),
        down_(*code_, sources.down, shape.hidden),
        logits_(*code_, sources.logits, shape.vocabulary),
        rotary_(rotary_table(shape.rotary, size.tokens, weights_.embedding.device())) {
    const auto options = weights_.embedding.options();
    const auto of = [&](std::int64_t width) { return at::empty({size.sequences, width}, options); };
    hidden_ = of(shape.hidden);
    scaled_ = of(shape.hidden);
    squares_ = at::empty({size.sequences, shape.hidden / 16}, options.dtype(at::kFloat));
    queries_ = of(shape.query_width());
    attended_ = of(shape.query_width());
    middle_ = of(shape.feed_forward);
    all_logits_ = at::empty({size.sequences, shape.vocabulary}, options.dtype(at::kFloat));
    best_ = at::zeros({size.sequences}, options.dtype(at::kLong));
    cut_attention();
    arrived_ = at::zeros({size.sequences, shape.kv_heads}, options.dtype(at::kInt));
    parts_ = at::empty(
        {size.sequences, shape.kv_heads, parts_each_, shape.query_group(), shape.head_size + 2},
        options.dtype(at::kFloat));
  }

  at::Tensor forward(const TokenBatch& batch) override { return prompts_->forward(batch); }

  void step(Decoding& decoding) override {
    const std::int64_t sequences = decoding.ids.size(0);
    if (!decoding.logits.defined()) best_.zero_();
    next_token_.launch({.blocks = {static_cast<unsigned>(sequences), 1, 1}, .threads = 256},
                       NextTokenArguments{pointer(weights_.embedding),
                                          pointer(weights_.layers.front().attention_norm),
                                          writable(hidden_), writable(scaled_), writable(squares_),
                                          writable(best_), writable(decoding.ids),
                                          writable(decoding.past), decoding.first, decoding.last});
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) layer(i, decoding);
    ProductArguments logits = product(weights_.head, scaled_, all_logits_, sequences);
    logits.best = writable(best_);
    logits_.launch(logits);
    decoding.logits = all_logits_.narrow(0, 0, sequences);
  }

 private:
  // Blocks of threads enough for all multiprocessors where the cache is long, few pages each where
  // it is short.
  void cut_attention() {
    const std::int64_t most_pages = cache_->pages_each();
    const std::int64_t heads = size_.sequences * shape_.kv_heads;
    constexpr std::int64_t blocks_each = 4;  // of a multiprocessor, as many as it holds at once
    const std::int64_t wanted =
        std::max<std::int64_t>(1, blocks_each * code_->multiprocessors() / heads);
    constexpr std::int64_t least_pages = 2;
    part_pages_ = static_cast<int>(std::max(least_pages, (most_pages + wanted - 1) / wanted));
    parts_each_ = (most_pages + part_pages_ - 1) / part_pages_;
  }

  ProductArguments product(const at::Tensor& weights, const at::Tensor& input,
                           const at::Tensor& output, std::int64_t sequences) const {
    ProductArguments arguments{};
    arguments.weights = pointer(weights);
    arguments.input = pointer(input);
    arguments.squares = pointer(squares_);
    arguments.output = writable(output);
    arguments.tokens = static_cast<int>(sequences);
    arguments.epsilon = static_cast<float>(shape_.norm_epsilon);
    return arguments;
  }

  void layer(std::size_t i, const Decoding& decoding) {
    const LayerWeights& weights = weights_.layers[i];
    const std::int64_t sequences = decoding.ids.size(0);
    ProductArguments qkv = product(weights.qkv, scaled_, queries_, sequences);
    qkv.bias = pointer(weights.qkv_bias);
    qkv.cosines = pointer(rotary_.cosines);
    qkv.sines = pointer(rotary_.sines);
    qkv.past = pointer(decoding.past);
    qkv.block_table = pointer(cache_->table());
    qkv.blocks_each = static_cast<int>(cache_->pages_each());
    qkv.keys = writable(cache_->key_pages(i));
    qkv.values = writable(cache_->value_pages(i));
    // Attention looks at `past` before its wait: next_token must have ended by then.
    qkv_.launch(qkv, i == 0);
    attention_.launch(
        {.blocks = {static_cast<unsigned>(parts_each_), static_cast<unsigned>(shape_.kv_heads),
                    static_cast<unsigned>(sequences)},
         .threads = 128},
        AttentionArguments{pointer(queries_), qkv.keys, qkv.values, pointer(weights.sinks),
                           writable(attended_), qkv.past, qkv.block_table, qkv.blocks_each,
                           part_pages_,
                           static_cast<float>(shape_.attention_scale * std::numbers::log2e),
                           writable(parts_), writable(arrived_)});
    add(output_, weights.output, attended_, weights.feed_forward_norm, sequences);
    gate_up_.launch(product(weights.gate_up, scaled_, middle_, sequences));
    const bool is_last = i + 1 == weights_.layers.size();
    add(down_, weights.down, middle_,
        is_last ? weights_.norm : weights_.layers[i + 1].attention_norm, sequences);
  }

  // To the hidden state, made ready for the norm that reads it.
  void add(const SkinnyProduct& kernel, const at::Tensor& weights, const at::Tensor& input,
           const at::Tensor& next_gains, std::int64_t sequences) {
    ProductArguments sum = product(weights, input, hidden_, sequences);
    sum.next_gains = pointer(next_gains);
    sum.scaled = writable(scaled_);
    sum.next_squares = writable(squares_);
    kernel.launch(sum);
  }

  const DecoderShape shape_;
  const DecoderWeights weights_;
  const CacheSize size_;
  std::shared_ptr<PagedCache> cache_;
  std::unique_ptr<Decoder> prompts_;
  std::unique_ptr<DeviceCode> code_;
  DeviceFunction next_token_, attention_;
  SkinnyProduct qkv_, output_, gate_up_, down_, logits_;
  RotaryTable rotary_;
  at::Tensor hidden_, scaled_, squares_, queries_, attended_, middle_, all_logits_, best_, parts_,
      arrived_;
  int part_pages_ = 1;
  std::int64_t parts_each_ = 1;
};

}  // namespace

std::unique_ptr<Decoder> make_device_decoder(const DecoderShape& shape, DecoderWeights weights,
                                             CacheSize size) {
  auto code = std::make_unique<DeviceCode>(weights.embedding.device());
  const auto sources = decode_kernel_sources(shape, size.sequences, code->multiprocessors());
  if (!sources || weights.embedding.scalar_type() != at::kBFloat16)
    throw Error({"engine.no_kernels_for_shape", {{"family", shape.family}}},
                ExitCode::not_supported);
  return std::make_unique<DeviceDecoder>(shape, std::move(weights), size, std::move(code),
                                         *sources);
}

}  // namespace wgf::engine
