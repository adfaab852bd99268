// SPDX-License-Identifier: MIT
#include "engine/llm/key_value_cache.h"

#include <ATen/TensorIndexing.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/zeros.h>

namespace wgf::engine {
namespace {

at::Tensor scatter_places(const at::Tensor& positions, const at::Tensor& like) {
  return positions.unsqueeze(1).unsqueeze(3).expand(like.sizes());
}

}  // namespace

at::Tensor CacheCells::stored(const at::Tensor& numbers) const {
  if (format_ == CacheFormat::plain) return numbers;
  constexpr double most = 448;
  return numbers.clamp(-most, most).to(at::kFloat8_e4m3fn).view(at::kByte);
}

at::Tensor CacheCells::numbers(const at::Tensor& stored) const {
  if (format_ == CacheFormat::plain) return stored;
  return stored.view(at::kFloat8_e4m3fn).to(type_);
}

PlainCache::PlainCache(const DecoderShape& shape, CacheSize size, const at::TensorOptions& options)
    : cells_(size.format, c10::typeMetaToScalarType(options.dtype())) {
  for (std::int64_t i = 0; i < shape.layers; ++i)
    for (auto* all : {&keys_, &values_})
      all->push_back(at::zeros({size.sequences, shape.kv_heads, size.tokens, shape.head_size},
                               options.dtype(cells_.stored_type())));
}

void PlainCache::write(std::size_t layer, CacheRows rows, const at::Tensor& keys,
                       const at::Tensor& values, const at::Tensor& positions) {
  const at::Tensor places = scatter_places(positions, keys);
  keys_[layer].narrow(0, rows.first, rows.count).scatter_(2, places, cells_.stored(keys));
  values_[layer].narrow(0, rows.first, rows.count).scatter_(2, places, cells_.stored(values));
}

at::Tensor PlainCache::keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const {
  return cells_.numbers(keys_[layer].narrow(0, rows.first, rows.count).narrow(2, 0, tokens));
}

at::Tensor PlainCache::values(std::size_t layer, CacheRows rows, std::int64_t tokens) const {
  return cells_.numbers(values_[layer].narrow(0, rows.first, rows.count).narrow(2, 0, tokens));
}

PagedCache::PagedCache(const DecoderShape& shape, CacheSize size, const at::TensorOptions& options)
    : cells_(size.format, c10::typeMetaToScalarType(options.dtype())) {
  const std::int64_t each = (size.tokens + page_tokens - 1) / page_tokens;
  const std::int64_t pages = each * size.sequences;
  const auto stored = options.dtype(cells_.stored_type());
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    keys_.push_back(at::zeros({pages, shape.kv_heads, page_tokens, shape.head_size}, stored));
    values_.push_back(at::zeros({pages, shape.kv_heads, shape.head_size, page_tokens}, stored));
  }
  table_ = at::arange(pages, options.dtype(at::kInt)).reshape({size.sequences, each});
}

void PagedCache::write(std::size_t layer, CacheRows rows, const at::Tensor& keys,
                       const at::Tensor& values, const at::Tensor& positions) {
  using at::indexing::Slice;
  const at::Tensor pages = table_.narrow(0, rows.first, rows.count)
                               .to(at::kLong)
                               .gather(1, positions.div(page_tokens, "floor"));
  const at::Tensor places = positions.remainder(page_tokens);
  keys_[layer].index_put_({pages, Slice(), places}, cells_.stored(keys.transpose(1, 2)));
  values_[layer].index_put_({pages, Slice(), Slice(), places},
                            cells_.stored(values.transpose(1, 2)));
}

at::Tensor PagedCache::pages_of(CacheRows rows, std::int64_t tokens) const {
  return table_.narrow(0, rows.first, rows.count)
      .narrow(1, 0, (tokens + page_tokens - 1) / page_tokens);
}

at::Tensor PagedCache::keys(std::size_t layer, CacheRows rows, std::int64_t tokens) const {
  return cells_.numbers(keys_[layer]
                            .index({pages_of(rows, tokens)})  // [rows, pages, kv_heads, 64, size]
                            .transpose(1, 2)
                            .flatten(2, 3)
                            .narrow(2, 0, tokens));
}

at::Tensor PagedCache::values(std::size_t layer, CacheRows rows, std::int64_t tokens) const {
  return cells_.numbers(values_[layer]
                            .index({pages_of(rows, tokens)})  // [rows, pages, kv_heads, size, 64]
                            .permute({0, 2, 1, 4, 3})
                            .flatten(2, 3)
                            .contiguous()  // of one page a view till here
                            .narrow(2, 0, tokens));
}

}  // namespace wgf::engine
