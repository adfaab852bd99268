// SPDX-License-Identifier: MIT
#pragma once
// Plans of which none is better in time and in memory than another: kept up to date one by one.

#include <algorithm>
#include <vector>

namespace wgf::advisor {

struct PlanPoint {
  double seconds = 0, bytes = 0;
};

// Faster ones come first and are larger.
template <typename Kept>
class ParetoFront {
 public:
  // Nothing happens where a kept one is as fast and as small.
  template <typename Make>
  void offer(const PlanPoint& point, const Make& make) {
    // The last that is at least as fast is the smallest of those.
    const auto after = std::upper_bound(
        points_.begin(), points_.end(), point.seconds,
        [](double seconds, const PlanPoint& kept) { return seconds < kept.seconds; });
    const auto at = after - points_.begin();
    if (at > 0 && points_[static_cast<std::size_t>(at - 1)].bytes <= point.bytes) return;
    auto first = after;
    if (at > 0 && points_[static_cast<std::size_t>(at - 1)].seconds == point.seconds) --first;
    auto last = first;
    while (last != points_.end() && last->bytes >= point.bytes) ++last;
    const auto begin = first - points_.begin(), end = last - points_.begin();
    kept_.erase(kept_.begin() + begin, kept_.begin() + end);
    kept_.insert(kept_.begin() + begin, make());
    points_.erase(first, last);
    points_.insert(points_.begin() + begin, point);
  }

  const std::vector<PlanPoint>& points() const { return points_; }
  const std::vector<Kept>& kept() const { return kept_; }

 private:
  std::vector<PlanPoint> points_;
  std::vector<Kept> kept_;
};

}  // namespace wgf::advisor
