// SPDX-License-Identifier: MIT
#include "engine/llm/token_kernels.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/linear.h>

#include <algorithm>

#include "engine/llm/matrix_product.h"
#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

// The structures of the texts, member for member.
struct AddNormArguments {
  void* hidden;
  const void *added, *gains;
  void* output;
  float epsilon;
};
struct HeadArguments {
  void* heads;
  const void *query_gains, *key_gains;
  void* queries;
  std::int64_t query_stride;
  const void *cosines, *sines, *past, *block_table;
  int blocks_each, tokens;
  float epsilon;
  void *keys, *values;
};
struct ValueArguments {
  const void *heads, *past, *block_table;
  int blocks_each, tokens;
  void* values;
};
struct PageArguments {
  const void* block_table;
  int blocks_each, tokens;
  const void *key_pages, *value_pages;
  void *keys, *values;
};
struct WidenArguments {
  const void *values, *scales;
  void* output;
  int rows, inner, outputs;
};
struct RoundArguments {
  const void* input;
  void *output, *scales;
};
struct GateArguments {
  const void* input;
  void* output;
  std::int64_t quads;
};

unsigned rows_of(const at::Tensor& tensor) {
  return static_cast<unsigned>(tensor.numel() / tensor.size(-1));
}

unsigned blocks_of(std::int64_t items) {
  constexpr std::int64_t most = 1 << 16;
  return static_cast<unsigned>(std::min((items + 255) / 256, most));
}

}  // namespace

TokenKernels::TokenKernels(const DeviceCode& code, const DecodeKernelSources& sources,
                           const DecoderShape& shape, CacheSize size, c10::Device device)
    : shape_(shape),
      add_norm_(code.function(sources.add_norm.text, sources.add_norm.constants)),
      place_heads_(code.function(sources.place_heads.text, sources.place_heads.constants)),
      place_values_(code.function(sources.place_values.text, sources.place_values.constants)),
      read_pages_(code.function(sources.read_pages.text, sources.read_pages.constants)),
      gate_(code.function(sources.gate.text, sources.gate.constants)),
      rotary_(rotary_table(shape.rotary, size.tokens, device)),
      window_rotary_(rotary_table(shape.window_rotary, size.tokens, device)) {
  if (sources.widen_matrix)
    widen_ = code.function(sources.widen_matrix->text, sources.widen_matrix->constants);
  for (const auto& [width, source] : sources.round_rows)
    round_.emplace(width, code.function(source.text, source.constants));
}

at::Tensor TokenKernels::add_norm(const at::Tensor& hidden, const at::Tensor& added,
                                  const at::Tensor& gains) const {
  const at::Tensor output = at::empty_like(hidden);
  add_norm_.launch({.blocks = {rows_of(hidden), 1, 1}, .threads = 256},
                   AddNormArguments{writable(hidden), pointer(added), pointer(gains),
                                    writable(output), static_cast<float>(shape_.norm_epsilon)});
  return output;
}

void TokenKernels::place_heads(const at::Tensor& heads, const LayerWeights& weights,
                               const PagedCache& cache, std::size_t layer, const at::Tensor& past,
                               std::int64_t first_row, const at::Tensor& queries) const {
  constexpr std::int64_t warps = 4, page = PagedCache::page_tokens;
  const std::int64_t sequences = heads.size(0), tokens = heads.size(1);
  const bool is_prompt = tokens > 1;
  const std::int64_t placed = shape_.heads + (is_prompt ? 1 : 2) * shape_.kv_heads;
  const at::Tensor& to = queries.defined() ? queries : heads;
  const at::Tensor table = cache.table().narrow(0, first_row, sequences);
  const int blocks_each = static_cast<int>(cache.pages_each()),
            token_count = static_cast<int>(tokens);
  place_heads_.launch(
      {.blocks = {rows_of(heads), static_cast<unsigned>((placed + warps - 1) / warps), 1},
       .threads = 32 * warps},
      HeadArguments{writable(heads), pointer(weights.query_norm), pointer(weights.key_norm),
                    writable(to), to.size(-1), pointer(rotary(layer).cosines),
                    pointer(rotary(layer).sines), pointer(past), pointer(table), blocks_each,
                    token_count, static_cast<float>(shape_.norm_epsilon),
                    writable(cache.key_pages(layer)), writable(cache.value_pages(layer))});
  if (!is_prompt) return;
  // A prompt that begins inside a page may end inside one more.
  place_values_.launch(
      {.blocks = {static_cast<unsigned>((tokens + page - 1) / page + 1),
                  static_cast<unsigned>(shape_.kv_heads), static_cast<unsigned>(sequences)},
       .threads = 256},
      ValueArguments{pointer(heads), pointer(past), pointer(table), blocks_each, token_count,
                     writable(cache.value_pages(layer))});
}

KeysAndValues TokenKernels::read_pages(const PagedCache& cache, std::size_t layer, CacheRows rows,
                                       std::int64_t tokens) const {
  const at::Tensor table = cache.table().narrow(0, rows.first, rows.count);
  const auto empty = [&] {
    return at::empty({rows.count, shape_.kv_heads, tokens, shape_.head_size},
                     cache.key_pages(layer).options().dtype(at::kBFloat16));
  };
  const KeysAndValues read{empty(), empty()};
  constexpr std::int64_t page = PagedCache::page_tokens;
  read_pages_.launch(
      {.blocks = {static_cast<unsigned>((tokens + page - 1) / page),
                  static_cast<unsigned>(shape_.kv_heads), static_cast<unsigned>(rows.count)},
       .threads = 256},
      PageArguments{pointer(table), static_cast<int>(cache.pages_each()), static_cast<int>(tokens),
                    pointer(cache.key_pages(layer)), pointer(cache.value_pages(layer)),
                    writable(read.keys), writable(read.values)});
  return read;
}

at::Tensor TokenKernels::gate(const at::Tensor& gate_up) const {
  std::vector<std::int64_t> sizes = gate_up.sizes().vec();
  sizes.back() /= 2;
  const at::Tensor output = at::empty(sizes, gate_up.options());
  const std::int64_t quads = output.numel() / 8;
  gate_.launch({.blocks = {blocks_of(quads), 1, 1}, .threads = 256},
               GateArguments{pointer(gate_up), writable(output), quads});
  return output;
}

at::Tensor TokenKernels::widened(const Matrix& matrix) const {
  const std::int64_t outputs = matrix.values.size(-2);
  const std::int64_t rows = matrix.values.numel() / matrix.values.size(-1);
  const bool has_four_bits =
      matrix.format == WeightFormat::int4 || matrix.format == WeightFormat::mxfp4;
  std::vector<std::int64_t> sizes = matrix.values.sizes().vec();
  const std::int64_t inner = sizes.back() *= has_four_bits ? 2 : 1;
  const at::Tensor output = at::empty(sizes, matrix.values.options().dtype(at::kBFloat16));
  widen_->launch(
      {.blocks = {blocks_of(32 * rows), 1, 1}, .threads = 256},
      WidenArguments{pointer(matrix.values), pointer(matrix.scales), writable(output),
                     static_cast<int>(rows), static_cast<int>(inner), static_cast<int>(outputs)});
  return output;
}

Matrix TokenKernels::rounded(const at::Tensor& x) const {
  Matrix narrow;
  narrow.format = WeightFormat::fp8;
  narrow.values = at::empty(x.sizes(), x.options().dtype(at::kFloat8_e4m3fn));
  narrow.scales = at::empty({x.size(0), 1}, x.options().dtype(at::kFloat));
  round_.at(x.size(1)).launch(
      {.blocks = {rows_of(x), 1, 1}, .threads = 256},
      RoundArguments{pointer(x), writable(narrow.values), writable(narrow.scales)});
  return narrow;
}

at::Tensor TokenKernels::product(const at::Tensor& x, const Matrix& matrix,
                                 const at::Tensor& bias) const {
  if (matrix.format == WeightFormat::plain) return at::linear(x, matrix.values, bias);
  if (!has_fp8_product(x, matrix) || !round_.contains(x.size(-1)))
    return at::linear(x, widened(matrix), bias);
  const Matrix rows = rounded(x.reshape({-1, x.size(-1)}));
  return fp8_product(x.sizes(), rows, matrix, bias);
}

}  // namespace wgf::engine
