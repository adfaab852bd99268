// SPDX-License-Identifier: MIT
#include "truth/serving_pools.h"

#include <charconv>

namespace wgf::truth {

std::optional<int> number_behind(std::string_view text, std::string_view word) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(found + word.size());
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<PoolWords> pool_of(std::string_view notes, std::string_view word) {
  const std::size_t start = notes.find(word);
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view part = notes.substr(start, notes.find(')', start) - start);
  const auto engines = number_behind(part, word);
  const auto tp = number_behind(part, "(tp"), adp = number_behind(part, " adp");
  const auto ep = number_behind(part, " ep");
  if (!engines || !tp || !adp || !ep) return std::nullopt;
  PoolWords pool;
  pool.layout = {.tp = *tp, .ep = *ep, .attention_dp = *adp};
  pool.engines = *engines;
  pool.most_requests = number_behind(part, " bs").value_or(0);
  return pool;
}

}  // namespace wgf::truth
