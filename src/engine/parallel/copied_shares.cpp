// SPDX-License-Identifier: MIT
#include "engine/parallel/copied_shares.h"

#include <ATen/ops/empty.h>

#include <algorithm>

#include "engine/parallel/copied_mean.h"

namespace wgf::engine {

std::int64_t CopiedShares::weights_of_rank(const std::vector<std::int64_t>& numbers,
                                           std::int64_t ranks) {
  std::int64_t sum = 0;
  for (const std::int64_t count : numbers) sum += count / ranks;
  return sum;
}

CopiedShares::CopiedShares(
    const std::vector<std::int64_t>& numbers, std::int64_t at_once,
    std::unique_ptr<PeerBuffers> weights,
    const std::function<std::unique_ptr<PeerBuffers>(std::int64_t)>& make_gradients)
    : numbers_(numbers),
      weights_(std::move(weights)),
      ranks_(static_cast<std::int64_t>(weights_->all().size())),
      rank_(weights_->rank()),
      gathering_(weights_->all().front().device()),
      reducing_(weights_->all().front().device()) {
  std::int64_t weights_end = 0, largest = 0;
  for (std::size_t group = 0; group < numbers_.size(); ++group) {
    weights_at_.push_back(weights_end);
    weights_end += numbers_[group] / ranks_;
    if (group > 0 && group + 1 < numbers_.size()) largest = std::max(largest, numbers_[group]);
  }
  const std::int64_t first = numbers_.front(), end = first + at_once * largest;
  for (std::size_t group = 0; group < numbers_.size(); ++group)
    places_.push_back(group == 0 ? 0
                      : group + 1 == numbers_.size()
                          ? end
                          : first + static_cast<std::int64_t>(group) % at_once * largest);
  gradients_ = make_gradients(end + numbers_.back());
  if (ranks_ > 2)
    arrived_ = at::empty({ranks_, *std::max_element(numbers_.begin(), numbers_.end()) / ranks_},
                         gradients_->all().front().options());
}

at::Tensor CopiedShares::part_of(const at::Tensor& whole, std::int64_t rank) const {
  const std::int64_t part = whole.numel() / ranks_;
  return whole.narrow(0, rank * part, part);
}

at::Tensor CopiedShares::own_weights(std::size_t group) const {
  return weights_->all()[static_cast<std::size_t>(rank_)].narrow(0, weights_at_[group],
                                                                 numbers_[group] / ranks_);
}

at::Tensor CopiedShares::gradients(std::size_t group) const {
  return gradients_->all()[static_cast<std::size_t>(rank_)].narrow(0, places_[group],
                                                                   numbers_[group]);
}

c10::intrusive_ptr<c10d::Work> CopiedShares::gather(std::size_t group, const at::Tensor& whole) {
  gathering_.queue([&] {
    // Each begins with the one behind it, so that no link carries what all want.
    for (std::int64_t i = 1; i <= ranks_; ++i) {
      const std::int64_t rank = (rank_ + i) % ranks_;
      part_of(whole, rank)
          .copy_(weights_->all()[static_cast<std::size_t>(rank)].narrow(0, weights_at_[group],
                                                                        numbers_[group] / ranks_),
                 true);
    }
  });
  return gathering_.mark();
}

c10::intrusive_ptr<c10d::Work> CopiedShares::reduce(std::size_t group, const at::Tensor& part) {
  reducing_.queue([&] {
    gradients_->meet();  // all have completed theirs
    const auto own_part_at = [&](std::int64_t rank) {
      const at::Tensor there = gradients_->all()[static_cast<std::size_t>(rank)].narrow(
          0, places_[group], numbers_[group]);
      return part_of(there, rank_);
    };
    take_copied_mean(rank_, ranks_, own_part_at, arrived_, part);
    gradients_->meet();  // all have read the others', which may be written again
  });
  return reducing_.mark();
}

void CopiedShares::before_update() {
  gathering_.queue([&] { weights_->meet(); });
  gathering_.join();
}

void CopiedShares::after_update() {
  gathering_.queue([&] { weights_->meet(); });
  gathering_.join();
}

}  // namespace wgf::engine
