// SPDX-License-Identifier: MIT
#pragma once
// An amount of memory as people ask for it.

#include <string_view>

#include "catalog/gpu.h"

namespace wgf::catalog {

// "80GB" as makers sell it, "80GiB" of what is usable.
struct MemoryWish {
  double amount = 0;
  enum class Unit { gb, gib } unit = Unit::gb;
};
bool has_at_least(const Gpu& gpu, const MemoryWish& wish);

// "80" and "80GB" as sold, "80GiB" usable. Throws Error(usage) with the option for anything else
// and for less than nothing.
MemoryWish parse_card_memory(std::string_view option, std::string_view value);

}  // namespace wgf::catalog
