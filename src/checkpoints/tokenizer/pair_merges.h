// SPDX-License-Identifier: MIT
#pragma once
// Byte-pair encoding (Sennrich et al. 2016, arXiv:1508.07909): the parts of a word are joined two
// by two, the pair that was learnt first before others, until no pair was learnt.

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wgf::checkpoints {

class PairMerges {
 public:
  // Both joined are the third; rank: when it was learnt.
  void add(std::int32_t left, std::int32_t right, std::int32_t joined, std::int32_t rank);
  // Of a word's letters, from left to right; of equal pairs the left one first.
  std::vector<std::int32_t> joined(const std::vector<std::int32_t>& letters) const;

 private:
  struct Merge {
    std::int32_t rank = 0, joined = 0;
  };
  static std::uint64_t key(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
  }

  std::unordered_map<std::uint64_t, Merge> merges_;
};

}  // namespace wgf::checkpoints
