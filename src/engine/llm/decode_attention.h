// SPDX-License-Identifier: MIT
#pragma once
// Attention of one new token a sequence over its pages, by our kernel.

#include <optional>

#include "engine/device_code/device_function.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

class DecodeAttention {
 public:
  DecodeAttention(const DeviceCode& code, const DecodeKernelSources& sources,
                  const DecoderShape& shape, CacheSize size, const PagedCache& cache);

  // queries, output: [sequences, heads head_size]; past [sequences]: where each token stands, which
  // a kernel that has ended before the one before this began must have written.
  void launch(const at::Tensor& queries, const at::Tensor& output, const at::Tensor& sinks,
              const at::Tensor& past, const PagedCache& cache, std::size_t layer) const;

 private:
  // Of layers that see as many pages.
  struct Kind {
    DeviceFunction function;
    std::int64_t parts_each = 1;  // blocks of threads of a sequence and head at most
    at::Tensor parts, arrived;
  };
  Kind kind_of(const DeviceCode& code, const KernelSource& source, CacheSize size,
               const PagedCache& cache, std::int64_t most_pages) const;

  const DecoderShape shape_;
  const bool waits_;
  std::optional<Kind> all_, windowed_;
};

}  // namespace wgf::engine
