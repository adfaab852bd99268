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
  int blocks_each;
  float scale;
  void *parts, *arrived;
};

}  // namespace

DecodeAttention::DecodeAttention(const DeviceCode& code, const DecodeKernelSources& sources,
                                 const DecoderShape& shape, CacheSize size, const PagedCache& cache)
    : shape_(shape), waits_(sources.attention_waits) {
  const std::int64_t pages = cache.pages_each();
  if (sources.attention) all_ = kind_of(code, *sources.attention, size, cache, pages);
  if (!sources.window_attention) return;
  const std::int64_t in_window =
      (shape.window + PagedCache::page_tokens - 2) / PagedCache::page_tokens + 1;
  windowed_ = kind_of(code, *sources.window_attention, size, cache, std::min(pages, in_window));
}

// As many blocks of threads as the multiprocessors hold at once, which share the pages evenly; a
// page each where the cache is short: all are asked for before the queries are there.
DecodeAttention::Kind DecodeAttention::kind_of(const DeviceCode& code, const KernelSource& source,
                                               CacheSize size, const PagedCache& cache,
                                               std::int64_t most_pages) const {
  Kind kind{.function = code.function(source.text, source.constants)};
  const std::int64_t heads = size.sequences * shape_.kv_heads;
  constexpr std::int64_t blocks_each = 4;  // of a multiprocessor, as many as it holds at once
  kind.parts_each =
      std::clamp<std::int64_t>(blocks_each * code.multiprocessors() / heads, 1, most_pages);
  const auto options = cache.table().options();
  kind.arrived = at::zeros({size.sequences, shape_.kv_heads}, options.dtype(at::kInt));
  kind.parts = at::empty({size.sequences, shape_.kv_heads, kind.parts_each, shape_.query_group(),
                          shape_.head_size + 4},
                         options.dtype(at::kFloat));
  return kind;
}

void DecodeAttention::launch(const at::Tensor& queries, const at::Tensor& output,
                             const at::Tensor& sinks, const at::Tensor& past,
                             const PagedCache& cache, std::size_t layer) const {
  const Kind& kind = shape_.is_windowed[layer] ? *windowed_ : *all_;
  kind.function.launch(
      {.blocks = {static_cast<unsigned>(kind.parts_each), static_cast<unsigned>(shape_.kv_heads),
                  static_cast<unsigned>(past.size(0))},
       .threads = 128,
       .overlaps = !waits_},
      AttentionArguments{pointer(queries), pointer(cache.key_pages(layer)),
                         pointer(cache.value_pages(layer)), pointer(sinks), writable(output),
                         pointer(past), pointer(cache.table()),
                         static_cast<int>(cache.pages_each()),
                         static_cast<float>(shape_.attention_scale * std::numbers::log2e),
                         writable(kind.parts), writable(kind.arrived)});
}

}  // namespace wgf::engine
