// SPDX-License-Identifier: MIT
#pragma once
// Where a tensor's numbers lie, for the structures that our kernels take.

#include <ATen/core/Tensor.h>

namespace wgf::engine {

// Both null for an undefined tensor.
inline const void* pointer(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.const_data_ptr() : nullptr;
}
inline void* writable(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.mutable_data_ptr() : nullptr;
}

}  // namespace wgf::engine
