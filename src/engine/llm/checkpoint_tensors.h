// SPDX-License-Identifier: MIT
#pragma once
// Tensors of a checkpoint as LibTorch's, on the CPU: views of the mapped files.

#include <ATen/core/Tensor.h>

#include <string_view>
#include <vector>

#include "checkpoints/checkpoint.h"

namespace wgf::engine {

enum class Wanted {
  numbers,   // of a floating type of 16 bits or more
  integers,  // of 32 bits
  bytes,
};

// Throws Error for a tensor that is missing, of other sizes or of another type.
at::Tensor stored_tensor(const checkpoints::Checkpoint& checkpoint, std::string_view name,
                         const std::vector<std::int64_t>& sizes, Wanted wanted = Wanted::numbers);

}  // namespace wgf::engine
