// SPDX-License-Identifier: MIT
#include "engine/llm/rank_exchange.h"

#include <ATen/ops/from_blob.h>
#include <ATen/ops/tensor.h>

#include <vector>

#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

// The structures of the texts, member for member.
struct SumArguments {
  void* hidden;
  std::uint64_t parts, arrivals, steps;
  unsigned blocks;
  const void* gains;
  void *scaled, *squares, *sums;
};
struct AwaitArguments {
  std::uint64_t arrivals, steps;
  unsigned blocks;
};

// The count of steps comes first, then arrivals, one a sum and one of the logits.
constexpr std::int64_t arrivals_begin = 256, count_bytes = 4, float_bytes = 4, best_bytes = 8;

std::int64_t aligned(std::int64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

}  // namespace

RankExchange::RankExchange(const DeviceCode& code, const SkinnySources& sources,
                           const DecoderShape& shape, RankGroup& ranks, CacheSize size,
                           c10::Device device)
    : shape_(shape),
      rank_(ranks.rank()),
      columns_(columns_of(size.sequences)),
      sum_(code.function(sources.sum_ranks->text, sources.sum_ranks->constants)),
      await_(code.function(sources.await_ranks->text, sources.await_ranks->constants)) {
  best_at_ = aligned(arrivals_begin + count_bytes * static_cast<std::int64_t>(sums() + 1));
  logits_at_ = best_at_ + aligned(best_bytes * columns_);
  parts_at_ = logits_at_ + aligned(float_bytes * columns_ * shape.vocabulary);
  end_ = parts_at_ + 2 * float_bytes * shape.ranks * columns_ * shape.hidden;
  memory_ = std::make_unique<PeerMemory>(ranks, device, Bytes(end_));
  std::vector<std::int64_t> begins;
  for (const std::uint64_t begin : memory_->all())
    begins.push_back(static_cast<std::int64_t>(begin));
  memories_ = at::tensor(begins, at::kLong).to(device);
  const auto options = at::TensorOptions(device);
  const auto at_own = [&](std::int64_t at) {
    return reinterpret_cast<void*>(own(at));  // NOLINT
  };
  logits_ = at::from_blob(at_own(logits_at_), {size.sequences, shape.vocabulary},
                          options.dtype(at::kFloat));
  best_ = at::from_blob(at_own(best_at_), {size.sequences}, options.dtype(at::kLong));
}

std::size_t RankExchange::sums() const {
  return 2 * static_cast<std::size_t>(shape_.layers);
}

std::uint64_t RankExchange::own(std::int64_t at) const {
  return memory_->own() + static_cast<std::uint64_t>(at);
}

void* RankExchange::steps() const {
  return reinterpret_cast<void*>(own(0));  // NOLINT
}

// Two buffers in turn: a rank that is one sum ahead has read what it writes over, for it has waited
// for the others' parts of the sum between.
RankPlaces RankExchange::sum_places(std::size_t sum) const {
  const std::int64_t each = float_bytes * columns_ * shape_.hidden;
  const auto turn = static_cast<std::int64_t>(sum % 2);
  return {.parts = parts_at_ + (turn * shape_.ranks + rank_) * each,
          .arrivals = arrivals_begin + count_bytes * static_cast<std::int64_t>(sum)};
}

RankPlaces RankExchange::logit_places() const {
  return {.parts = logits_at_,
          .best = best_at_,
          .arrivals = arrivals_begin + count_bytes * static_cast<std::int64_t>(sums())};
}

void RankExchange::add_sum(std::size_t sum, unsigned blocks, const State& state,
                           const at::Tensor& gains, std::int64_t sequences) const {
  const std::int64_t each = float_bytes * columns_ * shape_.hidden;
  const RankPlaces places = sum_places(sum);
  sum_.launch(
      {.blocks = {static_cast<unsigned>((shape_.hidden + 255) / 256),
                  static_cast<unsigned>(sequences), 1},
       .threads = 256},
      SumArguments{writable(state.hidden), own(places.parts - rank_ * each), own(places.arrivals),
                   own(0), blocks * static_cast<unsigned>(shape_.ranks), pointer(gains),
                   writable(state.scaled), writable(state.squares), writable(state.sums)});
}

void RankExchange::await_logits(unsigned blocks) const {
  await_.launch({.blocks = {1, 1, 1}, .threads = 32},
                AwaitArguments{own(logit_places().arrivals), own(0),
                               blocks * static_cast<unsigned>(shape_.ranks)});
}

}  // namespace wgf::engine
