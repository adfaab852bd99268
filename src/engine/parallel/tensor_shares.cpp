// SPDX-License-Identifier: MIT
#include "engine/parallel/tensor_shares.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

#include "base/error.h"

namespace wgf::engine {
namespace {

std::int64_t divided(const char* what, std::int64_t count, std::int64_t ranks) {
  if (count % ranks != 0)
    throw Error(
        {"engine.shape_does_not_divide",
         {{"what", what}, {"count", std::to_string(count)}, {"ranks", std::to_string(ranks)}}});
  return count / ranks;
}

// So many rows from `begin` on of those up to `end`, zeros where there are none left.
at::Tensor rows_from(const at::Tensor& whole, std::int64_t begin, std::int64_t end,
                     std::int64_t wanted, std::int64_t stored) {
  std::vector<std::int64_t> sizes = whole.sizes().vec();
  sizes[0] = stored;
  at::Tensor part = at::zeros(sizes, whole.options());
  const std::int64_t there = std::clamp<std::int64_t>(end - begin, 0, wanted);
  if (there > 0) part.narrow(0, 0, there).copy_(whole.narrow(0, begin, there));
  return part;
}

// Its matrices among all there are, of each the rank's part.
at::Tensor share_of_stack(const at::Tensor& whole, const ParameterSpec& place,
                          const DecoderShape& share, std::int64_t rank) {
  const std::int64_t first = whole.size(0) == place.sizes[0] ? 0 : place.first;
  const ParameterSpec of_one{
      .name = place.name, .sizes = {place.sizes[1], place.sizes[2]}, .cut = place.cut};
  std::vector<at::Tensor> parts;
  for (std::int64_t i = 0; i < place.sizes[0]; ++i)
    parts.push_back(share_of_parameter(whole[first + i], of_one, share, rank));
  return at::stack(parts);
}

}  // namespace

DecoderShape trained_share_of(const DecoderShape& whole, std::int64_t ranks) {
  DecoderShape share = whole;
  share.ranks = ranks;
  share.heads = divided("attention heads", whole.heads, ranks);
  share.kv_heads = divided("heads of keys and values", whole.kv_heads, ranks);
  share.feed_forward = divided("feed-forward width", whole.feed_forward, ranks);
  share.experts.width = divided("width of experts", whole.experts.width, ranks);
  share.experts.shared_width = divided("width of experts", whole.experts.shared_width, ranks);
  return share;
}

at::Tensor share_of_parameter(const at::Tensor& whole, const ParameterSpec& place,
                              const DecoderShape& share, std::int64_t rank) {
  if (place.is_stack()) return share_of_stack(whole, place, share, rank);
  const std::int64_t rows = place.sizes.front();
  switch (place.cut) {
    case Cut::whole:
      return whole;
    case Cut::rows: {
      // Of tables of the vocabulary, whose padding is never a token.
      if (place.name == "tokens.weight" || place.name == "head.weight")
        return rows_from(whole, rank * share.head_rows(), share.vocabulary, share.head_rows(),
                         rows);
      return whole.narrow(0, rank * rows, rows);
    }
    case Cut::columns:
      return whole.narrow(1, rank * place.sizes[1], place.sizes[1]);
    case Cut::halves: {
      const std::int64_t half = rows / 2;
      return at::cat({whole.narrow(0, rank * half, half),
                      whole.narrow(0, whole.size(0) / 2 + rank * half, half)});
    }
    case Cut::heads: {
      const std::int64_t q = share.query_width(), kv = share.kv_width();
      const std::int64_t all_q = q * share.ranks, all_kv = kv * share.ranks;
      return at::cat({whole.narrow(0, rank * q, q), whole.narrow(0, all_q + rank * kv, kv),
                      whole.narrow(0, all_q + all_kv + rank * kv, kv)});
    }
  }
  return whole;
}

void fill_share_at_start(ParameterGroup& group, const std::vector<ParameterSpec>& whole,
                         const DecoderShape& share, std::int64_t rank, std::uint64_t seed,
                         std::int64_t number) {
  for (std::size_t i = 0; i < group.specs().size(); ++i) {
    const ParameterSpec& place = group.specs()[i];
    const auto all = std::find_if(whole.begin(), whole.end(),
                                  [&](const ParameterSpec& one) { return one.name == place.name; });
    const at::Tensor value = value_at_start(*all, seed, number, static_cast<std::int64_t>(i),
                                            group.master_weights.device());
    group.master(place.name).copy_(share_of_parameter(value, place, share, rank));
  }
  if (!group.weights.is_same(group.master_weights)) group.weights.copy_(group.master_weights);
}

}  // namespace wgf::engine
