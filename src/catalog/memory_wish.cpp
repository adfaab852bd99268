// SPDX-License-Identifier: MIT
#include "catalog/memory_wish.h"

#include "base/error.h"
#include "base/text.h"

namespace wgf::catalog {

bool has_at_least(const Gpu& gpu, const MemoryWish& wish) {
  if (wish.unit == MemoryWish::Unit::gb) return gpu.memory_gb >= wish.amount;
  return in_gib(gpu.memory()) >= wish.amount;
}

MemoryWish parse_card_memory(std::string_view option, std::string_view value) {
  const std::string lower = lower_case(trim(value));
  std::string_view digits = lower;
  MemoryWish wish;
  if (digits.ends_with("gib")) {
    wish.unit = MemoryWish::Unit::gib;
    digits.remove_suffix(3);
  } else if (digits.ends_with("gb")) {
    digits.remove_suffix(2);
  }
  const std::optional<double> amount = parse_number(trim(digits));
  if (!amount || *amount < 0)
    throw Error(
        {"cli.bad_card_memory", {{"option", std::string(option)}, {"value", std::string(value)}}},
        ExitCode::usage);
  wish.amount = *amount;
  return wish;
}

}  // namespace wgf::catalog
