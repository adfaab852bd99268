// SPDX-License-Identifier: MIT
#pragma once
// Inputs of a user's model as typed: "float32[8,3,224,224];int64[8,128]". Front program and engine
// read them with the same words, so that a wrong one is refused before an engine is started.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::results {

enum class ElementType { float32, float16, bfloat16, float64, int64, int32, boolean };

struct InputSpec {
  ElementType type = ElementType::float32;
  std::vector<std::int64_t> shape;
};

// Throws Error(results.input_…, usage) naming the part that cannot be read and an example.
std::vector<InputSpec> parse_inputs(std::string_view text);

}  // namespace wgf::results
