// SPDX-License-Identifier: MIT
#pragma once
// A step of few sequences: whole layers by our own products, as fast as their weights can be read.

#include <memory>
#include <optional>

#include "engine/device_code/device_function.h"
#include "engine/device_code/tensor_map.h"
#include "engine/llm/decode_attention.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/rank_exchange.h"
#include "engine/llm/token_kernels.h"

namespace wgf::engine {

class SkinnyLayers {
 public:
  SkinnyLayers(const DeviceCode& code, const DecodeKernelSources& sources,
               const DecoderShape& shape, const DecoderWeights& weights, CacheSize size);

  // Takes the likeliest token of the step before where there was one, and goes on after it.
  // takes_token: else all steps are of one token at one place, for timing alone.
  void step(Decoding& decoding, const TokenKernels& tokens, const DecodeAttention& attention,
            const PagedCache& cache, bool takes_token = true);
  // Those of the step before.
  void add_choices(ExpertChoices& to, std::int64_t sequences) const;

 private:
  class Product;

  // A product as it is launched: as many blocks as the GPU has multiprocessors, or as there are
  // rows of so many experts.
  class Product {
   public:
    Product(const DeviceCode& code, const KernelSource& source, std::int64_t outputs,
            std::int64_t sequences, std::int64_t experts = 1);
    // waits: begins only after all before has ended, for what follows reads before its own wait
    // what that wrote.
    template <typename Arguments>
    void launch(const Arguments& arguments, bool waits = false) const {
      LaunchShape shape = shape_;
      shape.overlaps = !waits;
      if (boxes_)
        function_.launch(shape, with_boxes(arguments));
      else
        function_.launch(shape, arguments);
    }

    unsigned blocks() const { return shape_.blocks[0]; }
    int pieces() const { return pieces_; }

   private:
    // What a product by clusters is told beside the arguments.
    template <typename Arguments>
    struct WithBoxes {
      TensorMap weights, inputs;
      Arguments product;
    };
    template <typename Arguments>
    WithBoxes<Arguments> with_boxes(const Arguments& of) const {
      return {weights_map(of.weights), inputs_map(of.input, of.tokens), of};
    }
    TensorMap weights_map(const void* weights) const;
    TensorMap inputs_map(const void* inputs, std::int64_t tokens) const;

    DeviceFunction function_;
    LaunchShape shape_;
    int pieces_ = 1;
    std::optional<CopiedBoxes> boxes_;  // by clusters
    std::int64_t columns_ = 0;
  };
  struct Arguments;

  std::int64_t most_chosen() const;
  void take_token(Decoding& decoding) const;
  Arguments product(const Matrix& weights, const at::Tensor& bias, const at::Tensor& input,
                    const at::Tensor& output, std::int64_t sequences) const;
  void layer(std::size_t i, const Decoding& decoding, const TokenKernels& tokens,
             const DecodeAttention& attention, const PagedCache& cache);
  void write_to_ranks(Arguments& arguments, const RankPlaces& places) const;
  void choose_experts(std::size_t layer, std::int64_t sequences) const;
  // Of a layer's half: its last product, the norm of what that gives where there is one, the norm
  // that reads the state.
  struct Half {
    const Product& kernel;
    const Matrix& weights;
    const at::Tensor &bias, &input, &after_gains, &next_gains;
    std::size_t place;  // of all sums of a step
  };
  void add(const Half& half, std::int64_t sequences) const;
  void add_after_norm(const Half& half, std::int64_t sequences) const;

  const DecoderShape shape_;
  const DecoderWeights weights_;
  const CacheSize size_;
  DeviceFunction next_token_;
  Product qkv_, output_, gate_up_, down_, logits_;
  std::optional<Product> router_;
  std::optional<DeviceFunction> choose_, after_norm_;
  std::unique_ptr<RankExchange> exchange_;  // of matrices that ranks share
  at::Tensor hidden_, scaled_, squares_, heads_, queries_, attended_, middle_, all_logits_, best_;
  at::Tensor parts_, arrived_, scores_, chosen_, shares_, choices_, sums_;
  // A layer each, rows of zeros after them up to whole tiles.
  std::vector<at::Tensor> routers_, router_biases_;
};

}  // namespace wgf::engine
