// SPDX-License-Identifier: MIT
#pragma once
// What a decoder keeps of the texts it has read: keys and values of every layer, in one piece a
// sequence or in pages.

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <cstdint>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// How keys and values are kept: in the type they are computed in, or as e4m3 without a scale, at
// most 448.
enum class CacheFormat { plain, fp8 };

// So many sequences of so many tokens at most.
struct CacheSize {
  std::int64_t sequences = 1, tokens = 0;
  CacheFormat format = CacheFormat::plain;
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
  // Of the first tokens: [rows, kv_heads, tokens, head_size], the numbers of a head side by side.
  virtual at::Tensor keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const = 0;
  virtual at::Tensor values(std::size_t layer, CacheRows rows, std::int64_t tokens) const = 0;
  // What is read again of keys or values that are written.
  virtual at::Tensor as_kept(const at::Tensor& numbers) const = 0;
};

// Numbers as they lie in a cache, and back. Narrow ones are bytes, which every operator takes.
class CacheCells {
 public:
  CacheCells(CacheFormat format, c10::ScalarType type) : format_(format), type_(type) {}
  c10::ScalarType stored_type() const { return format_ == CacheFormat::fp8 ? at::kByte : type_; }
  at::Tensor stored(const at::Tensor& numbers) const;
  at::Tensor numbers(const at::Tensor& stored) const;

 private:
  CacheFormat format_;
  c10::ScalarType type_;
};

class PlainCache final : public KeyValueCache {
 public:
  PlainCache(const DecoderShape& shape, CacheSize size, const at::TensorOptions& options);
  void write(std::size_t layer, CacheRows rows, const at::Tensor& keys, const at::Tensor& values,
             const at::Tensor& positions) override;
  at::Tensor keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;
  at::Tensor values(std::size_t layer, CacheRows rows, std::int64_t tokens) const override;
  at::Tensor as_kept(const at::Tensor& numbers) const override {
    return cells_.numbers(cells_.stored(numbers));
  }

 private:
  const CacheCells cells_;
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
  at::Tensor as_kept(const at::Tensor& numbers) const override {
    return cells_.numbers(cells_.stored(numbers));
  }

  const at::Tensor& key_pages(std::size_t layer) const { return keys_[layer]; }
  const at::Tensor& value_pages(std::size_t layer) const { return values_[layer]; }
  const at::Tensor& table() const { return table_; }  // [sequences, pages of each] int32
  std::int64_t pages_each() const { return table_.size(1); }

 private:
  at::Tensor pages_of(CacheRows rows, std::int64_t tokens) const;

  const CacheCells cells_;
  std::vector<at::Tensor> keys_;    // [pages, kv_heads, 64, head_size]
  std::vector<at::Tensor> values_;  // [pages, kv_heads, head_size, 64]
  at::Tensor table_;
};

}  // namespace wgf::engine
