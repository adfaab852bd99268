// SPDX-License-Identifier: MIT
#pragma once
// The layout of a service in the words of its row's notes.

#include <optional>
#include <string_view>

namespace wgf::truth {

struct ServingLayoutWords {
  std::optional<int> tp, pp;
  std::optional<int> copies;  // engines of their own
};

// "TP4", "--tensor-parallel-size 4", "4-way tensor parallel", "TP2PP2", "2 pipeline stages",
// "2 replicas", "2x TP4", "TP4 x 2". dp_copies: whether "DP2" names copies too, as it does of dense
// networks.
ServingLayoutWords serving_layout_words(std::string_view notes, bool dp_copies);

}  // namespace wgf::truth
