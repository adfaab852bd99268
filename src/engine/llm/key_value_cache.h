// SPDX-License-Identifier: MIT
#pragma once
// What a decoder keeps of the texts it has read: keys and values of every layer, in one piece a
// sequence or in pages.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// So many sequences of so many tokens at most.
struct CacheSize {
  std::int64_t sequences = 1, tokens = 0;
};

// Sequences of a cache that lie one after another.
struct CacheRows {
  std::int64_t first = 0, count = 1;
};

class KeyValueCache {
 public:
  virtual ~KeyValueCache() = default;
  // keys, values: [rows, kv_heads, tokens, head_size]; positions: [rows, tokens].
  virtual void write(std::size_t layer, CacheRows rows, const at::Tensor& keys,
                     const at::Tensor& values, const at::Tensor& positions) = 0;
  // Of the first tokens: [rows, kv_heads, tokens, head_size].
  virtual at::Tensor keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const = 0;
  virtual at::Tensor values(std::size_t layer, CacheRows rows, std::int64_t tokens) const = 0;
};

class PlainCache final : public KeyValueCache {
 public:
  PlainCache(const DecoderShape& shape, CacheSize size, const at::TensorOptions& options);
  void write(std::size_t layer, CacheRows rows, const at::Tensor& keys, const at::Tensor& values,
             const at::Tensor& positions) override;
  at::Tensor keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;
  at::Tensor values(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;

 private:
  std::vector<at::Tensor> keys_, values_;
};

// Pages of 64 tokens, a table a sequence of where they lie. Values lie a number of the head after
// another, so that products over tokens read whole lines.
class PagedCache final : public KeyValueCache {
 public:
  static constexpr std::int64_t page_tokens = 64;

  PagedCache(const DecoderShape& shape, CacheSize size, const at::TensorOptions& options);
  void write(std::size_t layer, CacheRows rows, const at::Tensor& keys, const at::Tensor& values,
             const at::Tensor& positions) override;
  at::Tensor keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;
  at::Tensor values(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;

  const at::Tensor& key_pages(std::size_t layer) const { return keys_[layer]; }
  const at::Tensor& value_pages(std::size_t layer) const { return values_[layer]; }
  const at::Tensor& table() const { return table_; }  // [sequences, pages of each] int32
  std::int64_t pages_each() const { return table_.size(1); }

 private:
  at::Tensor pages_of(CacheRows rows, std::int64_t tokens) const;

  std::vector<at::Tensor> keys_;    // [pages, kv_heads, 64, head_size]
  std::vector<at::Tensor> values_;  // [pages, kv_heads, head_size, 64]
  at::Tensor table_;
};

}  // namespace wgf::engine
