// SPDX-License-Identifier: MIT
#include "engine/parallel/copied_means.h"

#include <ATen/ops/empty.h>

#include <utility>

#include "engine/parallel/copied_mean.h"

namespace wgf::engine {

CopiedMeans::CopiedMeans(std::unique_ptr<PeerBuffers> peers, std::int64_t most)
    : peers_(std::move(peers)),
      own_(peers_->all()[static_cast<std::size_t>(peers_->rank())]),
      ranks_(static_cast<std::int64_t>(peers_->all().size())),
      rank_(peers_->rank()),
      arrived_(at::empty({ranks_, copied_part(0, most, 0, ranks_).count}, own_.options())),
      stream_(own_.device()) {}

at::Tensor CopiedMeans::numbers_of(std::int64_t rank, const CopiedPart& part) const {
  return peers_->all()[static_cast<std::size_t>(rank)].narrow(0, part.first, part.count);
}

void CopiedMeans::take_mean(const CopiedPart& own, at::Tensor mean) const {
  if (own.count == 0) return;
  const auto part_of = [&](std::int64_t rank) { return numbers_of(rank, own); };
  take_copied_mean(rank_, ranks_, part_of, arrived_, std::move(mean));
}

void CopiedMeans::begin(std::int64_t first, std::int64_t count) {
  stream_.queue([&] {
    peers_->meet();  // all have completed theirs
    const CopiedPart own = copied_part(first, count, rank_, ranks_);
    take_mean(own, numbers_of(rank_, own));
    peers_->meet();  // all have their part's mean, and have read the others'
    for (std::int64_t i = 1; i < ranks_; ++i) {
      const std::int64_t rank = (rank_ + i) % ranks_;
      const CopiedPart part = copied_part(first, count, rank, ranks_);
      if (part.count > 0) numbers_of(rank_, part).copy_(numbers_of(rank, part), true);
    }
  });
}

void CopiedMeans::end() {
  stream_.queue([&] { peers_->meet(); });
  stream_.join();
}

}  // namespace wgf::engine
