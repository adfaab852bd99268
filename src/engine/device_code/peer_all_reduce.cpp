// SPDX-License-Identifier: MIT
#include "engine/device_code/peer_all_reduce.h"

#include <ATen/ops/from_blob.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <string>

#include "engine/device_code/device_texts.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t quad_bytes = 16, threads = 512;
constexpr std::int64_t two_shot_blocks = 96, most_blocks = 128;
constexpr std::int64_t chunk = 4 * threads;  // in quads, of a block
constexpr std::int64_t turns = 4;            // as the text has them

// The structures of the texts, member for member.
struct OneShotArguments {
  void* numbers;
  std::int64_t quads;
  const void* memories;
  std::int64_t told_at, places_at;
  void* met;
  unsigned rank;
};
struct TwoShotArguments {
  const void* memories;
  std::int64_t numbers_at, quads, told_at;
  void* met;
  unsigned rank;
};

std::int64_t aligned(std::int64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

// In each rank's memory: how far blocks of all ranks are, numbers to be added up where they are,
// places that others write to.
struct Places {
  Places(int ranks, std::int64_t most_bytes, std::int64_t one_shot_blocks)
      : numbers(aligned(most_blocks * ranks * 4)),
        chunks(numbers + aligned(most_bytes)),
        end(chunks + one_shot_blocks * turns * ranks * chunk * quad_bytes) {}
  std::int64_t numbers, chunks, end;
};

// Each waits for its like on all other ranks: all must run at once, a multiprocessor each. A block
// has one chunk under way while it adds another, so that all numbers of two ranks take many of them
// to fill a link.
std::int64_t blocks_at_once(RankGroup& ranks, std::int64_t multiprocessors) {
  constexpr std::int64_t of_many_ranks = 64;
  std::int64_t least = ranks.size() == 2 ? most_blocks : of_many_ranks;
  for (const std::string& one : ranks.gather(std::to_string(multiprocessors)))
    least = std::min<std::int64_t>(least, std::stoll(one));
  return least;
}

unsigned blocks_for(std::int64_t quads, std::int64_t most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>((quads + threads - 1) / threads, 1, most));
}

}  // namespace

std::vector<std::string> peer_sum_constants(int ranks, c10::ScalarType type) {
  // As many loads as keep a link busy, few enough for a thread's registers.
  const int ahead = std::max(1, 8 / ranks);
  const int of_type = type == c10::kBFloat16 ? 1 : type == c10::kHalf ? 2 : 0;
  return {kernel_constant("RANKS", ranks), kernel_constant("TYPE", of_type),
          kernel_constant("CHUNK", chunk), kernel_constant("AHEAD", ahead)};
}

PeerAllReduce::PeerAllReduce(RankGroup& ranks, c10::Device device, c10::ScalarType type, Bytes most)
    : rank_(ranks.rank()),
      ranks_(ranks.size()),
      one_shot_(DeviceCode(device).function("sum_one_shot", peer_sum_constants(ranks_, type))),
      two_shot_(DeviceCode(device).function("sum_two_shot", peer_sum_constants(ranks_, type))),
      one_shot_blocks_(blocks_at_once(ranks, DeviceCode(device).multiprocessors())) {
  const Places places(ranks_, most.value, one_shot_blocks_);
  memory_ = std::make_unique<PeerMemory>(ranks, device, Bytes(places.end));
  std::vector<std::int64_t> begins;
  for (const std::uint64_t begin : memory_->all())
    begins.push_back(static_cast<std::int64_t>(begin));
  memories_ = at::tensor(begins, at::kLong).to(device);
  met_ = at::zeros({most_blocks}, at::TensorOptions(device).dtype(at::kInt));
  const auto number = static_cast<std::int64_t>(c10::elementSize(type));
  buffer_ = at::from_blob(reinterpret_cast<void*>(memory_->own() + static_cast<std::uint64_t>(
                                                                       places.numbers)),  // NOLINT
                          {most.value / number}, at::TensorOptions(device).dtype(type));
}

PeerAllReduce::Way PeerAllReduce::usual_way(Bytes bytes) const {
  constexpr Bytes few(512 * 1024);
  return ranks_ == 2 || bytes <= few ? Way::one_shot : Way::two_shot;
}

bool PeerAllReduce::takes(const at::Tensor& x) const {
  return x.scalar_type() == buffer_.scalar_type() && x.nbytes() % quad_bytes == 0 &&
         reinterpret_cast<std::uintptr_t>(x.data_ptr()) % quad_bytes == 0;
}

void PeerAllReduce::add_up(const at::Tensor& x, Way way) const {
  const auto quads = static_cast<std::int64_t>(x.nbytes()) / quad_bytes;
  if (quads == 0) return;
  const Places places(ranks_, static_cast<std::int64_t>(buffer_.nbytes()), one_shot_blocks_);
  if (way == Way::one_shot) {
    one_shot_.launch({.blocks = {blocks_for(quads, one_shot_blocks_), 1, 1},
                      .threads = threads,
                      .overlaps = false},
                     OneShotArguments{x.data_ptr(), quads, memories_.data_ptr(), 0, places.chunks,
                                      met_.data_ptr(), static_cast<unsigned>(rank_)});
    return;
  }
  if (x.data_ptr() == buffer_.data_ptr()) return add_up_there(quads);
  const at::Tensor all = x.view({-1});
  for (std::int64_t begin = 0; begin < all.numel(); begin += buffer_.numel()) {
    const std::int64_t count = std::min(buffer_.numel(), all.numel() - begin);
    const at::Tensor part = all.narrow(0, begin, count), there = buffer_.narrow(0, 0, count);
    there.copy_(part);
    add_up_there(static_cast<std::int64_t>(there.nbytes()) / quad_bytes);
    part.copy_(there);
  }
}

void PeerAllReduce::add_up_there(std::int64_t quads) const {
  const Places places(ranks_, static_cast<std::int64_t>(buffer_.nbytes()), one_shot_blocks_);
  two_shot_.launch({.blocks = {blocks_for(quads / ranks_, two_shot_blocks), 1, 1},
                    .threads = threads,
                    .overlaps = false},
                   TwoShotArguments{memories_.data_ptr(), places.numbers, quads, 0, met_.data_ptr(),
                                    static_cast<unsigned>(rank_)});
}

}  // namespace wgf::engine
