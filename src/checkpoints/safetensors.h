// SPDX-License-Identifier: MIT
#pragma once
// The header of a safetensors file (https://huggingface.co/docs/safetensors): eight bytes with its
// length, JSON with type, sizes and place of each tensor, then the numbers.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoints/tensor_type.h"

namespace wgf::checkpoints {

struct StoredTensor {
  std::string name;
  TensorType type = TensorType::f32;
  std::vector<std::int64_t> sizes;
  std::size_t begin = 0, bytes = 0;  // in the file
};

std::string sizes_text(const std::vector<std::int64_t>& sizes);  // "[4096, 128]"

// What stands before the numbers, whole; nothing behind it is looked at. Throws Error for a file
// that is cut off or longer than its tensors, a length or a place that cannot be, tensors that
// overlap or share a name; Error(not_supported) for a type that is not read.
// `file`: what it is called in messages.
std::string_view safetensors_header(std::string_view bytes, std::string_view file);
std::vector<StoredTensor> read_safetensors(std::string_view bytes, std::string_view file);

}  // namespace wgf::checkpoints
