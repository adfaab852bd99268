// SPDX-License-Identifier: MIT
#pragma once
// Attention of one new token a sequence over its pages, by our kernel.

#include "engine/device_code/device_function.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

class DecodeAttention {
 public:
  DecodeAttention(const DeviceCode& code, const KernelSource& source, const DecoderShape& shape,
                  CacheSize size, const PagedCache& cache);

  // queries, output: [sequences, heads head_size]; past [sequences]: where each token stands, which
  // a kernel that has ended before the one before this began must have written.
  void launch(const at::Tensor& queries, const at::Tensor& output, const at::Tensor& sinks,
              const at::Tensor& past, const PagedCache& cache, std::size_t layer) const;

 private:
  const DecoderShape shape_;
  DeviceFunction function_;
  int part_pages_ = 1;
  std::int64_t parts_each_ = 1;
  at::Tensor parts_, arrived_;
};

}  // namespace wgf::engine
