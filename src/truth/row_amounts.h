// SPDX-License-Identifier: MIT
#pragma once
// Amounts with their unit in the words of a published row: "80GB" of memory, "300 W" of power.

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace wgf::truth {

struct Amount {
  double value = 0;
  std::size_t start = 0, end = 0;  // where it stands in the text
};

// The first amount in one of the units at or behind `from`, all in lower case: "80gb", "80 gb" and
// "(80gb)" of "gb", not "x80gb" or "80gbps".
std::optional<Amount> amount_of(std::string_view text,
                                std::initializer_list<std::string_view> units,
                                std::size_t from = 0);

// "80gb", "80 gib", "80g"
std::optional<Amount> memory_in(std::string_view text);

// "300w", "300 watts"
std::optional<Amount> watts_in(std::string_view text, std::size_t from = 0);

// The text without what stands at the amount.
std::string without(std::string text, const Amount& amount);

}  // namespace wgf::truth
