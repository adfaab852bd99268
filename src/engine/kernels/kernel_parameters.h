// SPDX-License-Identifier: MIT
#pragma once
// The parameters of a kernel's case, checked. Each throws CaseEnded(failed) with the value and what
// would be right.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "results/parameters.h"

namespace wgf::engine {

std::int64_t count_of(const results::Parameters& parameters, std::string_view name,
                      std::int64_t fallback, std::int64_t minimum = 1);

// The first choice is the fallback.
std::string choice_of(const results::Parameters& parameters, std::string_view name,
                      std::initializer_list<std::string_view> choices);

}  // namespace wgf::engine
