// SPDX-License-Identifier: MIT
#pragma once
// Which words of a claim are the name of a card or of a network: "rtx 4090", "llama 3.1 8b".

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace wgf::answers {

class ClaimNames {
 public:
  ClaimNames(const std::vector<std::string>& words, const catalog::Catalog& catalog)
      : words_(words), catalog_(catalog) {}

  // Of "rx 7900 xtx" the first word alone is none: with those from `next` on it is.
  bool is_gpu_with(const std::string& word, std::size_t next) const;
  // A name in several words: `word` and the most from `next` on that together, with hyphens
  // between, are known; `next` is then behind them.
  std::string whole_gpu(const std::string& word, std::size_t& next) const;
  std::string whole_model(const std::string& word, std::size_t& next) const;
  // The word at this place is the number of cards that the next one names: "8 h100".
  bool is_counted_gpu(std::size_t at) const;
  // Of the word at this place, and the next: "24 gb", "24gb".
  std::optional<double> size_at(std::size_t at) const;
  // The word at this place is a rate, a count of cards, a type or a word of claims.
  bool has_own_meaning(std::size_t at) const;

 private:
  bool is_gpu(const std::string& name) const;
  bool is_model(const std::string& name) const;
  // What stands behind a number, and at `next`: a unit, or cards.
  bool is_rate(const std::string& unit, std::size_t next) const;
  bool is_number_of_gpus(const std::string& unit, std::size_t next) const;
  template <typename IsKnown>
  std::string whole(const std::string& word, std::size_t& next, const IsKnown& is_known) const;

  const std::vector<std::string>& words_;
  const catalog::Catalog& catalog_;
};

}  // namespace wgf::answers
