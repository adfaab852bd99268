// SPDX-License-Identifier: MIT
#include "engine/parallel/context_attention.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <array>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/block_attention.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

constexpr std::string_view names[] = {"ring", "all_gather", "ulysses"};

// The rank's two parts of its tokens, the earlier and the later one.
at::Tensor half(const at::Tensor& x, int which) {
  const std::int64_t length = x.size(1) / 2;
  return x.narrow(1, which * length, length);
}

// What queries of one half see of what keys.
struct Block {
  int half = 0;
  at::Tensor keys, values;
  bool is_causal = false;
  // Where gradients of the keys go, of tensors of the same tokens.
  std::int64_t first_key = 0;
};

// Of the keys of `owner`: all of the other's earlier part where that is earlier, its whole where it
// is later; among its own each part also sees itself.
std::vector<Block> blocks_of(int rank, int owner, const at::Tensor& keys,
                             const at::Tensor& values) {
  const std::int64_t length = keys.size(1) / 2;
  const at::Tensor first_keys = half(keys, 0), first_values = half(values, 0);
  if (owner > rank) return {{1, keys, values, false, 0}};
  if (owner < rank)
    return {{0, first_keys, first_values, false, 0}, {1, first_keys, first_values, false, 0}};
  return {{0, first_keys, first_values, true, 0},
          {1, first_keys, first_values, false, 0},
          {1, half(keys, 1), half(values, 1), true, length}};
}

Attended joined(const std::array<AttentionPiece, 2>& halves, c10::ScalarType type) {
  return {.output = at::cat({halves[0].output, halves[1].output}, 1).to(type),
          .log_sums = at::cat({halves[0].log_sums, halves[1].log_sums}, 2)};
}

AttentionPiece half_of(const Attended& attended, int which) {
  const std::int64_t length = attended.log_sums.size(2) / 2;
  return {half(attended.output, which),
          attended.log_sums.narrow(2, which * length, length).contiguous()};
}

void attend(std::array<AttentionPiece, 2>& halves, const at::Tensor& queries, const Block& block,
            double scale) {
  add_piece(halves[static_cast<std::size_t>(block.half)],
            attend_to(half(queries, block.half), block.keys, block.values, block.is_causal, scale));
}

// Adds to gradients in float32 of the rank's queries and of the keys and values at hand.
void attend_backward(const at::Tensor& d_output, const at::Tensor& queries, const Block& block,
                     const Attended& attended, double scale, const at::Tensor& d_queries,
                     const at::Tensor& d_keys, const at::Tensor& d_values) {
  const PieceGradients part = attend_to_backward(
      half(d_output, block.half).contiguous(), half(queries, block.half), block.keys, block.values,
      half_of(attended, block.half), block.is_causal, scale);
  half(d_queries, block.half).add_(part.queries);
  d_keys.narrow(1, block.first_key, part.keys.size(1)).add_(part.keys);
  d_values.narrow(1, block.first_key, part.values.size(1)).add_(part.values);
}

at::Tensor float_zeros(const at::Tensor& like) {
  return at::zeros(like.sizes(), like.options().dtype(at::kFloat));
}

}  // namespace

std::string_view to_text(ContextForm form) {
  return names[static_cast<std::size_t>(form)];
}

std::optional<ContextForm> parse_context_form(std::string_view text) {
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == text) return static_cast<ContextForm>(i);
  return std::nullopt;
}

at::Tensor ContextAttention::tokens_of(std::int64_t length, int rank, int ranks,
                                       c10::Device device) {
  const std::int64_t part = length / (2 * ranks);
  const auto options = at::TensorOptions().dtype(at::kLong).device(device);
  const std::int64_t second = 2 * ranks - 1 - rank;
  return at::cat({at::arange(rank * part, (rank + 1) * part, options),
                  at::arange(second * part, (second + 1) * part, options)});
}

Attended ContextAttention::forward(const Heads& heads, double scale) {
  if (form_ == ContextForm::ring) return ring_forward(heads, scale);
  return form_ == ContextForm::ulysses ? exchanged_forward(heads, scale)
                                       : gathered_forward(heads, scale);
}

HeadTensors ContextAttention::backward(const at::Tensor& d_output, const Heads& heads,
                                       const Attended& attended, double scale) {
  if (form_ == ContextForm::ring) return ring_backward(d_output, heads, attended, scale);
  return form_ == ContextForm::ulysses ? exchanged_backward(d_output, heads, attended, scale)
                                       : gathered_backward(d_output, heads, attended, scale);
}

struct ContextAttention::Passing {
  at::Tensor sent, arriving;
  c10::intrusive_ptr<c10d::Work> sending, receiving;

  Passing(const at::Tensor& tensor, RankGroup& ranks)
      : sent(tensor.contiguous()), arriving(at::empty_like(sent)) {
    const InPart part(StepPart::context);
    c10d::Backend& backend = ranks.backend(sent.device());
    std::vector<at::Tensor> out{sent}, in{arriving};
    const int next = (ranks.rank() + 1) % ranks.size();
    const int before = (ranks.rank() + ranks.size() - 1) % ranks.size();
    if (sent.is_cuda()) {
      backend.startCoalescing();
      backend.send(out, next, 0);
      backend.recv(in, before, 0);
      receiving = backend.endCoalescing();
    } else {
      sending = backend.send(out, next, 0);
      receiving = backend.recv(in, before, 0);
    }
  }
  at::Tensor take() {
    const InPart part(StepPart::context);
    if (sending) sending->wait();
    receiving->wait();
    return arriving;
  }
};

at::Tensor ContextAttention::round(const at::Tensor& tensor) {
  return Passing(tensor, ranks_).take();
}

Attended ContextAttention::ring_forward(const Heads& heads, double scale) {
  const int count = ranks_.size(), rank = ranks_.rank();
  at::Tensor both = at::stack({heads.keys, heads.values});
  std::array<AttentionPiece, 2> halves;
  for (int step = 0; step < count; ++step) {
    // The next ones travel while these are attended to.
    std::optional<Passing> next;
    if (step + 1 < count) next.emplace(both, ranks_);
    const int owner = (rank - step + count) % count;
    for (const Block& block : blocks_of(rank, owner, both[0], both[1]))
      attend(halves, heads.queries, block, scale);
    if (next) both = next->take();
  }
  return joined(halves, heads.queries.scalar_type());
}

HeadTensors ContextAttention::ring_backward(const at::Tensor& d_output, const Heads& heads,
                                            const Attended& attended, double scale) {
  const int count = ranks_.size(), rank = ranks_.rank();
  at::Tensor both = at::stack({heads.keys, heads.values});
  const at::Tensor d_queries = float_zeros(heads.queries);
  at::Tensor d_both = float_zeros(both);
  for (int step = 0; step < count; ++step) {
    std::optional<Passing> next;
    if (step + 1 < count) next.emplace(both, ranks_);
    const int owner = (rank - step + count) % count;
    for (const Block& block : blocks_of(rank, owner, both[0], both[1]))
      attend_backward(d_output, heads.queries, block, attended, scale, d_queries, d_both[0],
                      d_both[1]);
    // Gradients go round with what they are of, once more to get home.
    d_both = round(d_both);
    if (next) both = next->take();
  }
  const c10::ScalarType type = heads.queries.scalar_type();
  return {d_queries.to(type), d_both[0].to(type), d_both[1].to(type)};
}

at::Tensor ContextAttention::gathered(const at::Tensor& x) {
  const InPart part(StepPart::context);
  const int count = ranks_.size();
  std::vector<std::int64_t> sizes = x.sizes().vec();
  sizes.insert(sizes.begin(), count);
  const at::Tensor all = at::empty(sizes, x.options());
  ranks_.all_gather(all, x.contiguous());
  std::vector<at::Tensor> parts(static_cast<std::size_t>(2 * count));
  for (int rank = 0; rank < count; ++rank) {
    parts[static_cast<std::size_t>(rank)] = half(all[rank], 0);
    parts[static_cast<std::size_t>(2 * count - 1 - rank)] = half(all[rank], 1);
  }
  return at::cat(parts, 1);
}

Attended ContextAttention::gathered_forward(const Heads& heads, double scale) {
  const at::Tensor keys = gathered(heads.keys), values = gathered(heads.values);
  const std::int64_t part = heads.queries.size(1) / 2;
  std::array<AttentionPiece, 2> halves;
  for (const int which : {0, 1}) {
    const int place = which == 0 ? ranks_.rank() : 2 * ranks_.size() - 1 - ranks_.rank();
    const std::int64_t begin = place * part;
    if (begin > 0)
      attend(halves, heads.queries,
             {which, keys.narrow(1, 0, begin), values.narrow(1, 0, begin), false, 0}, scale);
    attend(halves, heads.queries,
           {which, keys.narrow(1, begin, part), values.narrow(1, begin, part), true, begin}, scale);
  }
  return joined(halves, heads.queries.scalar_type());
}

HeadTensors ContextAttention::gathered_backward(const at::Tensor& d_output, const Heads& heads,
                                                const Attended& attended, double scale) {
  const at::Tensor keys = gathered(heads.keys), values = gathered(heads.values);
  const int count = ranks_.size();
  const std::int64_t part = heads.queries.size(1) / 2;
  const at::Tensor d_queries = float_zeros(heads.queries);
  const at::Tensor d_keys = float_zeros(keys), d_values = float_zeros(values);
  for (const int which : {0, 1}) {
    const int place = which == 0 ? ranks_.rank() : 2 * count - 1 - ranks_.rank();
    const std::int64_t begin = place * part;
    if (begin > 0)
      attend_backward(d_output, heads.queries,
                      {which, keys.narrow(1, 0, begin), values.narrow(1, 0, begin), false, 0},
                      attended, scale, d_queries, d_keys, d_values);
    attend_backward(
        d_output, heads.queries,
        {which, keys.narrow(1, begin, part), values.narrow(1, begin, part), true, begin}, attended,
        scale, d_queries, d_keys, d_values);
  }
  // Each rank's two parts side by side again, to their owner.
  const auto owned = [&](const at::Tensor& all) {
    const InPart in_exchange(StepPart::context);
    std::vector<at::Tensor> by_rank;
    for (int rank = 0; rank < count; ++rank)
      by_rank.push_back(at::cat(
          {all.narrow(1, rank * part, part), all.narrow(1, (2 * count - 1 - rank) * part, part)},
          1));
    const at::Tensor own = at::empty_like(by_rank.front());
    ranks_.reduce_scatter(own, at::stack(by_rank));
    return own.to(heads.queries.scalar_type());
  };
  return {d_queries.to(heads.queries.scalar_type()), owned(d_keys), owned(d_values)};
}

// [ranks, …]: the n-th part to rank n.
at::Tensor ContextAttention::exchanged(const at::Tensor& parts) {
  const InPart part(StepPart::context);
  at::Tensor input = parts.contiguous(), output = at::empty_like(input);
  at::Tensor from = input.view({-1}), to = output.view({-1});
  std::vector<std::int64_t> even;
  ranks_.backend(input.device()).alltoall_base(to, from, even, even)->wait();
  return output;
}

at::Tensor ContextAttention::to_heads(const at::Tensor& x) {
  const std::int64_t count = ranks_.size(), own = x.size(1), heads = x.size(2) / count;
  const at::Tensor by_rank =
      x.view({x.size(0), own, count, heads, x.size(3)}).permute({2, 0, 1, 3, 4});
  const at::Tensor all = exchanged(by_rank);  // [from, sequences, its tokens, heads, size]
  std::vector<at::Tensor> parts(static_cast<std::size_t>(2 * count));
  for (std::int64_t rank = 0; rank < count; ++rank) {
    parts[static_cast<std::size_t>(rank)] = half(all[rank], 0);
    parts[static_cast<std::size_t>(2 * count - 1 - rank)] = half(all[rank], 1);
  }
  return at::cat(parts, 1);
}

at::Tensor ContextAttention::to_tokens(const at::Tensor& x) {
  const std::int64_t count = ranks_.size(), part = x.size(1) / (2 * count);
  std::vector<at::Tensor> by_rank;
  for (std::int64_t rank = 0; rank < count; ++rank)
    by_rank.push_back(at::cat(
        {x.narrow(1, rank * part, part), x.narrow(1, (2 * count - 1 - rank) * part, part)}, 1));
  const at::Tensor all = exchanged(at::stack(by_rank));  // [heads of, sequences, tokens, …]
  return all.permute({1, 2, 0, 3, 4}).reshape({x.size(0), 2 * part, count * x.size(2), x.size(3)});
}

// What is kept is of the rank's heads and all tokens: the backward pass asks for the same.
Attended ContextAttention::exchanged_forward(const Heads& heads, double scale) {
  const Heads own{.queries = to_heads(heads.queries),
                  .keys = to_heads(heads.keys),
                  .values = to_heads(heads.values)};
  Attended attended = whole_.attention(own, scale);
  attended.output = to_tokens(attended.output);
  return attended;
}

HeadTensors ContextAttention::exchanged_backward(const at::Tensor& d_output, const Heads& heads,
                                                 const Attended& attended, double scale) {
  const Heads own{.queries = to_heads(heads.queries),
                  .keys = to_heads(heads.keys),
                  .values = to_heads(heads.values)};
  Attended whole = attended;
  whole.output = to_heads(attended.output);
  const HeadTensors gradients = whole_.attention_backward(to_heads(d_output), own, whole, scale);
  return {to_tokens(gradients.queries.contiguous()), to_tokens(gradients.keys.contiguous()),
          to_tokens(gradients.values.contiguous())};
}

}  // namespace wgf::engine
