// SPDX-License-Identifier: MIT
#pragma once
// Inputs of a user's model as typed: "float32[8,3,224,224];int64[8,128]<2". Front program and
// engine read them with the same words, so that a wrong one is refused before an engine is started.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::results {

enum class ElementType { float32, float16, bfloat16, float64, int64, int32, boolean };
// As it is typed: "float32".
std::string_view to_text(ElementType type);

struct InputSpec {
  std::string text;  // as typed
  ElementType type = ElementType::float32;
  std::vector<std::int64_t> shape;
  // Whole numbers are random from `least` to below `limit`: "1<=int64[8,128]<2". Those below 100
  // are tokens of any vocabulary.
  std::int64_t least = 0, limit = 100;
};

bool is_whole_number(ElementType type);  // int64, int32

// Throws Error(results.input_…, usage) naming the part that cannot be read and an example.
std::vector<InputSpec> parse_inputs(std::string_view text);

}  // namespace wgf::results
