// SPDX-License-Identifier: MIT
#pragma once
// Types of numbers in a safetensors file.

#include <cstddef>
#include <optional>
#include <string_view>

namespace wgf::checkpoints {

enum class TensorType { f64, f32, f16, bf16, f8_e4m3, i64, i32, i16, i8, u8, boolean };

// As the file says it: "BF16". Nothing for a type that is not read.
std::optional<TensorType> parse_tensor_type(std::string_view text);
std::string_view to_text(TensorType type);
std::size_t bytes_of(TensorType type);

}  // namespace wgf::checkpoints
