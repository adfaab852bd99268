// SPDX-License-Identifier: MIT
#include "engine/parallel/context_attention.h"

#include <ATen/ops/add.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/block_attention.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

constexpr std::string_view names[] = {"ring", "all_gather", "ulysses"};

// Whose the n-th part of the sequence is.
std::int64_t owner_of(std::int64_t place, std::int64_t ranks) {
  return place < ranks ? place : 2 * ranks - 1 - place;
}

using Block = ContextAttention::Block;

// Of the tokens of `owner`, a part as long as each of the rank's two: the later part sees all of
// them where the owner's earlier one lies behind the rank's, else both see the owner's earlier one.
// Its own two parts, side by side, are causal as a whole.
Block block_of(int rank, int owner, std::int64_t part) {
  if (owner == rank) return {0, 2 * part, true};
  return owner > rank ? Block{part, 2 * part} : Block{0, part};
}

at::Tensor from(const at::Tensor& x, std::int64_t first) {
  return x.narrow(1, first, x.size(1) - first);
}

AttendedPiece attend(const Heads& heads, const Block& block, const at::Tensor& keys,
                     const at::Tensor& values, double scale) {
  const Heads of_block{.queries = from(heads.queries, block.first_query),
                       .keys = keys.narrow(1, 0, block.keys),
                       .values = values.narrow(1, 0, block.keys)};
  return {attend_to(of_block, block.is_causal, scale), block.first_query};
}

HeadTensors attend_backward(const at::Tensor& d_output, const Heads& heads,
                            const Attended& attended, const Block& block, const at::Tensor& keys,
                            const at::Tensor& values, double scale) {
  const Heads of_block{.queries = from(heads.queries, block.first_query),
                       .keys = keys.narrow(1, 0, block.keys),
                       .values = values.narrow(1, 0, block.keys)};
  Attended whole = attended;
  whole.output = from(attended.output, block.first_query);
  const std::int64_t queries = whole.output.size(1);
  whole.log_sums = attended.log_sums.narrow(2, block.first_query, queries).contiguous();
  return attend_to_backward(from(d_output, block.first_query), of_block, whole, block.is_causal,
                            scale);
}

// Of gradients that several ranks add to: one sum of two is rounded once in any case.
c10::ScalarType sum_type(const at::Tensor& x, int ranks) {
  return ranks == 2 ? x.scalar_type() : at::kFloat;
}

}  // namespace

// The rank's heads and all tokens: kept, since the backward pass asks for the same.
struct AttendedWhole {
  Heads heads;
  Attended attended;
};

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
  return form_ == ContextForm::ulysses ? exchanged_backward(d_output, attended, scale)
                                       : gathered_backward(d_output, heads, attended, scale);
}

struct ContextAttention::Passing {
  at::Tensor sent, arriving;
  c10::intrusive_ptr<c10d::Work> sending, receiving;

  Passing(const at::Tensor& tensor, RankGroup& ranks, int tag = 0)
      : sent(tensor.contiguous()), arriving(at::empty_like(sent)) {
    const InPart part(StepPart::context);
    c10d::Backend& backend = ranks.backend(sent.device());
    std::vector<at::Tensor> out{sent}, in{arriving};
    const int next = (ranks.rank() + 1) % ranks.size();
    const int before = (ranks.rank() + ranks.size() - 1) % ranks.size();
    if (sent.is_cuda()) {
      backend.startCoalescing();
      backend.send(out, next, tag);
      backend.recv(in, before, tag);
      receiving = backend.endCoalescing();
    } else {
      sending = backend.send(out, next, tag);
      receiving = backend.recv(in, before, tag);
    }
  }
  at::Tensor take() {
    const InPart part(StepPart::context);
    if (sending) sending->wait();
    receiving->wait();
    return arriving;
  }
};

Attended ContextAttention::ring_forward(const Heads& heads, double scale) {
  const int count = ranks_.size(), rank = ranks_.rank();
  const std::int64_t part = heads.queries.size(1) / 2;
  // The next ones travel while these are attended to.
  Passing next(at::stack({heads.keys, heads.values}), ranks_);
  std::vector<AttendedPiece> pieces{
      attend(heads, block_of(rank, rank, part), heads.keys, heads.values, scale)};
  for (int step = 1; step < count; ++step) {
    const at::Tensor both = next.take();
    if (step + 1 < count) next = Passing(both, ranks_);
    const int owner = (rank - step + count) % count;
    pieces.push_back(attend(heads, block_of(rank, owner, part), both[0], both[1], scale));
  }
  return whole_.join(pieces);
}

HeadTensors ContextAttention::ring_backward(const at::Tensor& d_output, const Heads& heads,
                                            const Attended& attended, double scale) {
  const int count = ranks_.size(), rank = ranks_.rank();
  const std::int64_t part = heads.queries.size(1) / 2;
  const c10::ScalarType type = heads.queries.scalar_type(), sums = sum_type(heads.queries, count);
  Passing next(at::stack({heads.keys, heads.values}), ranks_);
  const HeadTensors own = attend_backward(d_output, heads, attended, block_of(rank, rank, part),
                                          heads.keys, heads.values, scale);
  const at::Tensor d_queries = own.queries.to(sums);
  // Gradients go on with what they are of, until they are home.
  std::optional<Passing> gradients;
  for (int step = 1; step < count; ++step) {
    const at::Tensor both = next.take();
    if (step + 1 < count) next = Passing(both, ranks_);
    const int owner = (rank - step + count) % count;
    const Block block = block_of(rank, owner, part);
    const HeadTensors added =
        attend_backward(d_output, heads, attended, block, both[0], both[1], scale);
    const at::Tensor carried =
        gradients ? gradients->take() : at::zeros(both.sizes(), both.options().dtype(sums));
    carried[0].narrow(1, 0, block.keys).add_(added.keys);
    carried[1].narrow(1, 0, block.keys).add_(added.values);
    constexpr int of_gradients = 1;
    gradients.emplace(carried, ranks_, of_gradients);
    from(d_queries, block.first_query).add_(added.queries);
  }
  const at::Tensor others = gradients->take();
  return {d_queries.to(type), at::add(others[0], own.keys).to(type),
          at::add(others[1], own.values).to(type)};
}

// Keys and values of all ranks, [ranks, both, sequences, tokens of each, heads, size].
struct ContextAttention::Gathering {
  at::Tensor own, all;
  std::optional<RankWork> work;

  Gathering(const Heads& heads, RankGroup& ranks) : own(at::stack({heads.keys, heads.values})) {
    const InPart part(StepPart::context);
    std::vector<std::int64_t> sizes = own.sizes().vec();
    sizes.insert(sizes.begin(), ranks.size());
    all = at::empty(sizes, own.options());
    work.emplace(ranks.begin_all_gather(all, own));
  }

  // In the order of the sequence.
  at::Tensor take() {
    const InPart part(StepPart::context);
    work->wait();
    const std::int64_t count = all.size(0), length = own.size(2) / 2;
    std::vector<at::Tensor> parts;
    for (std::int64_t place = 0; place < 2 * count; ++place)
      parts.push_back(all[owner_of(place, count)].narrow(2, place < count ? 0 : length, length));
    return at::cat(parts, 2);
  }
};

// What both parts of the rank's queries see before the earlier one, and the later one beyond that,
// but for the rank's own: first key, block.
std::vector<std::pair<std::int64_t, Block>> ContextAttention::others(std::int64_t part) const {
  const std::int64_t rank = ranks_.rank(), behind = 2 * (ranks_.size() - 1 - rank);
  std::vector<std::pair<std::int64_t, Block>> blocks;
  if (rank > 0) blocks.push_back({0, {0, rank * part}});
  if (behind > 0) blocks.push_back({(rank + 1) * part, {part, behind * part}});
  return blocks;
}

Attended ContextAttention::gathered_forward(const Heads& heads, double scale) {
  const int rank = ranks_.rank();
  const std::int64_t part = heads.queries.size(1) / 2;
  Gathering gathering(heads, ranks_);
  std::vector<AttendedPiece> pieces{
      attend(heads, block_of(rank, rank, part), heads.keys, heads.values, scale)};
  const at::Tensor both = gathering.take();
  for (const auto& [first, block] : others(part))
    pieces.push_back(attend(heads, block, from(both[0], first), from(both[1], first), scale));
  return whole_.join(pieces);
}

HeadTensors ContextAttention::gathered_backward(const at::Tensor& d_output, const Heads& heads,
                                                const Attended& attended, double scale) {
  const int count = ranks_.size(), rank = ranks_.rank();
  const std::int64_t part = heads.queries.size(1) / 2;
  const c10::ScalarType type = heads.queries.scalar_type(), sums = sum_type(heads.queries, count);
  Gathering gathering(heads, ranks_);
  const HeadTensors own = attend_backward(d_output, heads, attended, block_of(rank, rank, part),
                                          heads.keys, heads.values, scale);
  const at::Tensor d_queries = own.queries.to(sums), both = gathering.take();
  // By the ranks that they go to.
  const at::Tensor d_both = at::zeros(gathering.all.sizes(), both.options().dtype(sums));
  d_both[rank][0].copy_(own.keys);
  d_both[rank][1].copy_(own.values);
  for (const auto& [first, block] : others(part)) {
    const HeadTensors added = attend_backward(d_output, heads, attended, block,
                                              from(both[0], first), from(both[1], first), scale);
    from(d_queries, block.first_query).add_(added.queries);
    for (std::int64_t key = 0; key < block.keys; key += part) {
      const std::int64_t place = (first + key) / part;
      const at::Tensor to =
          d_both[owner_of(place, count)].narrow(2, place < count ? 0 : part, part);
      to[0].copy_(added.keys.narrow(1, key, part));
      to[1].copy_(added.values.narrow(1, key, part));
    }
  }
  const InPart in_exchange(StepPart::context);
  const at::Tensor sum = at::empty(gathering.own.sizes(), d_both.options());
  ranks_.reduce_scatter(sum, d_both);
  return {d_queries.to(type), sum[0].to(type), sum[1].to(type)};
}

// [ranks, …]: the n-th part to rank n.
at::Tensor ContextAttention::exchanged(const at::Tensor& input) {
  const InPart part(StepPart::context);
  at::Tensor output = at::empty_like(input);
  at::Tensor of = input.view({-1}), to = output.view({-1});
  std::vector<std::int64_t> even;
  ranks_.backend(input.device()).alltoall_base(to, of, even, even)->wait();
  return output;
}

// Side by side in one exchange.
std::vector<at::Tensor> ContextAttention::to_heads(const std::vector<at::Tensor>& all) {
  const std::int64_t count = ranks_.size(), sequences = all.front().size(0);
  const std::int64_t length = all.front().size(1), part = length / 2;
  std::int64_t width = 0;
  for (const at::Tensor& x : all) width += x.size(2) / count;
  const at::Tensor by_rank =
      at::empty({count, sequences, length, width, all.front().size(3)}, all.front().options());
  const auto each = [&](const auto& use) {
    std::int64_t begin = 0;
    for (const at::Tensor& x : all) {
      use(x, begin, x.size(2) / count);
      begin += x.size(2) / count;
    }
  };
  for (std::int64_t rank = 0; rank < count; ++rank)
    each([&](const at::Tensor& x, std::int64_t begin, std::int64_t heads) {
      by_rank[rank].narrow(2, begin, heads).copy_(x.narrow(2, rank * heads, heads));
    });
  const at::Tensor arrived = exchanged(by_rank);  // [from, …]
  std::vector<at::Tensor> parts;
  for (std::int64_t place = 0; place < 2 * count; ++place)
    parts.push_back(arrived[owner_of(place, count)].narrow(1, place < count ? 0 : part, part));
  const at::Tensor whole = at::cat(parts, 1);
  std::vector<at::Tensor> own;
  each([&](const at::Tensor&, std::int64_t begin, std::int64_t heads) {
    own.push_back(whole.narrow(2, begin, heads));
  });
  return own;
}

std::vector<at::Tensor> ContextAttention::to_tokens(const std::vector<at::Tensor>& all) {
  const std::int64_t count = ranks_.size(), sequences = all.front().size(0);
  const std::int64_t part = all.front().size(1) / (2 * count), size = all.front().size(3);
  std::int64_t width = 0;
  for (const at::Tensor& x : all) width += x.size(2);
  const at::Tensor by_rank =
      at::empty({count, sequences, 2 * part, width, size}, all.front().options());
  for (std::int64_t place = 0; place < 2 * count; ++place) {
    const at::Tensor to = by_rank[owner_of(place, count)].narrow(1, place < count ? 0 : part, part);
    std::int64_t begin = 0;
    for (const at::Tensor& x : all) {
      to.narrow(2, begin, x.size(2)).copy_(x.narrow(1, place * part, part));
      begin += x.size(2);
    }
  }
  const at::Tensor arrived = exchanged(by_rank);  // [heads of, sequences, tokens, …]
  std::vector<at::Tensor> own;
  std::int64_t begin = 0;
  for (const at::Tensor& x : all) {
    own.push_back(arrived.narrow(3, begin, x.size(2))
                      .permute({1, 2, 0, 3, 4})
                      .reshape({sequences, 2 * part, count * x.size(2), size}));
    begin += x.size(2);
  }
  return own;
}

Attended ContextAttention::exchanged_forward(const Heads& heads, double scale) {
  const std::vector<at::Tensor> own = to_heads({heads.queries, heads.keys, heads.values});
  auto whole = std::make_shared<AttendedWhole>();
  whole->heads = {.queries = own[0], .keys = own[1], .values = own[2]};
  whole->attended = whole_.attention(whole->heads, scale);
  Attended attended = whole->attended;
  attended.output = to_tokens({attended.output}).front();
  attended.whole = std::move(whole);
  return attended;
}

HeadTensors ContextAttention::exchanged_backward(const at::Tensor& d_output,
                                                 const Attended& attended, double scale) {
  const AttendedWhole& whole = *attended.whole;
  const HeadTensors gradients =
      whole_.attention_backward(to_heads({d_output}).front(), whole.heads, whole.attended, scale);
  const std::vector<at::Tensor> own =
      to_tokens({gradients.queries, gradients.keys, gradients.values});
  return {own[0], own[1], own[2]};
}

}  // namespace wgf::engine
