// SPDX-License-Identifier: MIT
#include "engine/llm/decode_attention.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <numbers>

#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

// The structure of the text, member for member.
struct AttentionArguments {
  const void *queries, *keys, *values, *sinks;
  void* output;
  const void *past, *block_table;
  int blocks_each, part_pages;
  float scale;
  void *parts, *arrived;
};

}  // namespace

DecodeAttention::DecodeAttention(const DeviceCode& code, const KernelSource& source,
                                 const DecoderShape& shape, CacheSize size, const PagedCache& cache)
    : shape_(shape), function_(code.function(source.text, source.constants)) {
  // Blocks of threads enough for all multiprocessors where the cache is long, a page each where it
  // is short: all are asked for before the queries are there.
  const std::int64_t most_pages = cache.pages_each();
  const std::int64_t heads = size.sequences * shape.kv_heads;
  constexpr std::int64_t blocks_each = 4;  // of a multiprocessor, as many as it holds at once
  const std::int64_t wanted =
      std::max<std::int64_t>(1, blocks_each * code.multiprocessors() / heads);
  part_pages_ = static_cast<int>((most_pages + wanted - 1) / wanted);
  parts_each_ = (most_pages + part_pages_ - 1) / part_pages_;
  const auto options = cache.table().options();
  arrived_ = at::zeros({size.sequences, shape.kv_heads}, options.dtype(at::kInt));
  parts_ = at::empty(
      {size.sequences, shape.kv_heads, parts_each_, shape.query_group(), shape.head_size + 4},
      options.dtype(at::kFloat));
}

void DecodeAttention::launch(const at::Tensor& queries, const at::Tensor& output,
                             const at::Tensor& sinks, const at::Tensor& past,
                             const PagedCache& cache, std::size_t layer) const {
  function_.launch(
      {.blocks = {static_cast<unsigned>(parts_each_), static_cast<unsigned>(shape_.kv_heads),
                  static_cast<unsigned>(past.size(0))},
       .threads = 128},
      AttentionArguments{pointer(queries), pointer(cache.key_pages(layer)),
                         pointer(cache.value_pages(layer)), pointer(sinks), writable(output),
                         pointer(past), pointer(cache.table()),
                         static_cast<int>(cache.pages_each()), part_pages_,
                         static_cast<float>(shape_.attention_scale * std::numbers::log2e),
                         writable(parts_), writable(arrived_)});
}

}  // namespace wgf::engine
