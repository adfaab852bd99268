// SPDX-License-Identifier: MIT
#include "engine/llm/tensor_parallel.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>

#include "base/error.h"
#include "engine/device_code/peer_all_reduce.h"

namespace wgf::engine {
namespace {

std::int64_t part_of(const char* what, std::int64_t whole, std::int64_t ranks) {
  if (whole % ranks == 0) return whole / ranks;
  throw Error(
      {"engine.shape_does_not_divide",
       {{"what", what}, {"count", std::to_string(whole)}, {"ranks", std::to_string(ranks)}}},
      ExitCode::not_supported);
}

}  // namespace

DecoderShape share_of(const DecoderShape& whole, std::int64_t ranks) {
  DecoderShape share = whole;
  if (ranks == 1) return share;
  share.ranks = ranks;
  share.heads = part_of("num_attention_heads", whole.heads, ranks);
  share.kv_heads = part_of("num_key_value_heads", whole.kv_heads, ranks);
  share.feed_forward = part_of("intermediate_size", whole.feed_forward, ranks);
  share.experts.width = part_of("moe_intermediate_size", whole.experts.width, ranks);
  part_of("vocab_size", whole.vocabulary, ranks);
  return share;
}

at::Tensor share_of(const at::Tensor& whole, const WeightPlace& place, WeightShare share) {
  const WeightPlace::Cut& cut = place.cut;
  if (share.ranks == 1) return whole;
  if (cut.is_added_once && share.rank > 0) return at::zeros_like(whole);
  if (cut.dimension < 0) return whole;
  std::vector<at::Tensor> parts;
  std::int64_t begin = 0;
  for (const std::int64_t section : cut.sections) {
    const std::int64_t each = section / share.ranks;
    parts.push_back(whole.narrow(cut.dimension, begin + share.rank * each, each));
    begin += section;
  }
  return parts.size() == 1 ? parts.front().clone(at::MemoryFormat::Contiguous)
                           : at::cat(parts, cut.dimension);
}

at::Tensor head_of_table(const DecoderShape& shape, const at::Tensor& table, WeightShare share) {
  const std::int64_t rows = shape.vocabulary / share.ranks;
  return table.narrow(0, share.rank * rows, rows);
}

namespace {

// Whether kernels of ours add it up.
bool is_ours(const DecoderWeights& weights, const at::Tensor& sum) {
  const Bytes bytes(static_cast<std::int64_t>(sum.nbytes()));
  return weights.sums != nullptr && weights.sums->takes(sum) &&
         (!weights.most_summed || bytes <= *weights.most_summed);
}

}  // namespace

at::Tensor sum_over(const DecoderWeights& weights, const at::Tensor& x) {
  if (weights.ranks == nullptr) return x;
  const at::Tensor sum = x.contiguous();
  if (is_ours(weights, sum))
    weights.sums->add_up(sum,
                         weights.sums->usual_way(Bytes(static_cast<std::int64_t>(sum.nbytes()))));
  else
    weights.ranks->all_reduce(sum);
  return sum;
}

at::Tensor summed_product(const DecoderWeights& weights, const at::Tensor& x,
                          const at::Tensor& matrix, std::int64_t least_rows) {
  constexpr std::int64_t most_parts = 4;
  const std::int64_t rows = x.numel() / x.size(-1);
  const std::int64_t parts = std::min(most_parts, rows / least_rows);
  if (weights.ranks == nullptr || parts < 2) return sum_over(weights, at::linear(x, matrix));
  std::vector<std::int64_t> sizes = x.sizes().vec();
  sizes.back() = matrix.size(0);
  const at::Tensor sum = at::empty(sizes, x.options());
  if (is_ours(weights, sum)) return sum_over(weights, at::linear(x, matrix));
  const at::Tensor all = sum.view({rows, -1}), from = x.reshape({rows, -1});
  const std::int64_t each = (rows + parts - 1) / parts;
  std::vector<RankWork> travelling;
  for (std::int64_t begin = 0; begin < rows; begin += each) {
    const std::int64_t count = std::min(each, rows - begin);
    at::Tensor part = all.narrow(0, begin, count);
    at::mm_out(part, from.narrow(0, begin, count), matrix.t());
    travelling.push_back(weights.ranks->begin_all_reduce(part));
  }
  for (RankWork& one : travelling) one.wait();
  return sum;
}

at::Tensor join_columns(RankGroup* ranks, const at::Tensor& x) {
  if (ranks == nullptr) return x;
  std::vector<std::int64_t> sizes = x.sizes().vec();
  sizes.insert(sizes.begin(), ranks->size());
  const at::Tensor all = at::empty(sizes, x.options());
  ranks->all_gather(all, x.contiguous());
  const std::vector<at::Tensor> parts = all.unbind(0);
  return at::cat(parts, -1);
}

}  // namespace wgf::engine
