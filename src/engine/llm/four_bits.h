// SPDX-License-Identifier: MIT
#pragma once
// Numbers of four bits, two a byte.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace wgf::engine {

// Sizes of the tensor with others in the place of its last.
std::vector<std::int64_t> sizes_ending(const at::Tensor& like, std::vector<std::int64_t> ends);

// [..., bytes] becomes [..., bytes, 2], the lower half first.
at::Tensor halves_of_bytes(const at::Tensor& bytes);

// Eight numbers in four bytes stand so that a mask finds two that belong together, 16 bits apart,
// as AWQ's kernels have it too. Of [..., 8] in the order of their places, in their own order; and
// back.
at::Tensor from_places(const at::Tensor& eights);
at::Tensor to_places(const at::Tensor& eights);

}  // namespace wgf::engine
