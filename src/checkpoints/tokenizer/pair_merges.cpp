// SPDX-License-Identifier: MIT
#include "checkpoints/tokenizer/pair_merges.h"

#include <queue>
#include <tuple>

namespace wgf::checkpoints {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

// A part of the word between its neighbours; the right one of a pair that was joined is gone.
struct Part {
  std::int32_t id = 0;
  std::size_t before = none, after = none;
  bool is_gone = false;
};

struct Pair {
  std::int32_t rank = 0, joined = 0;
  std::size_t left = 0;
  std::int32_t left_id = 0, right_id = 0;  // as they were when it was seen
  bool operator>(const Pair& other) const {
    return std::tie(rank, left) > std::tie(other.rank, other.left);
  }
};

}  // namespace

void PairMerges::add(std::int32_t left, std::int32_t right, std::int32_t joined,
                     std::int32_t rank) {
  merges_.insert_or_assign(key(left, right), Merge{rank, joined});
}

std::vector<std::int32_t> PairMerges::joined(const std::vector<std::int32_t>& letters) const {
  std::vector<Part> parts(letters.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i] = {letters[i], i == 0 ? none : i - 1, i + 1 == parts.size() ? none : i + 1};
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> pairs;
  const auto see = [&](std::size_t left) {
    if (left == none || parts[left].after == none) return;
    const std::int32_t right_id = parts[parts[left].after].id;
    const auto found = merges_.find(key(parts[left].id, right_id));
    if (found != merges_.end())
      pairs.push({found->second.rank, found->second.joined, left, parts[left].id, right_id});
  };
  for (std::size_t i = 0; i < parts.size(); ++i) see(i);
  while (!pairs.empty()) {
    const Pair pair = pairs.top();
    pairs.pop();
    Part& left = parts[pair.left];
    if (left.is_gone || left.id != pair.left_id || left.after == none) continue;
    Part& right = parts[left.after];
    if (right.id != pair.right_id) continue;
    right.is_gone = true;
    left.id = pair.joined;
    left.after = right.after;
    if (left.after != none) parts[left.after].before = pair.left;
    see(left.before);
    see(pair.left);
  }
  std::vector<std::int32_t> ids;
  for (std::size_t i = parts.empty() ? none : 0; i != none; i = parts[i].after)
    ids.push_back(parts[i].id);
  return ids;
}

}  // namespace wgf::checkpoints
