// SPDX-License-Identifier: MIT
#pragma once
// Products of many tokens by experts of four bits, by our kernel, which widens them in registers.

#include <optional>

#include "engine/device_code/device_function.h"
#include "engine/llm/decode_kernels.h"

namespace wgf::engine {

class NarrowExperts {
 public:
  // Of one product of all experts; nothing: it takes no rows.
  NarrowExperts(const DeviceCode& code, const std::optional<KernelSource>& source);

  // Rows so few for each expert that narrow weights are read in less time than they are widened.
  bool takes(const at::Tensor& rows, const Matrix& matrices) const;
  // rows [rows, inputs] bf16, sorted by expert; ends [experts] int32: the row after the last of
  // each; biases [experts, outputs] where the shape has some. Returns [rows, outputs].
  at::Tensor product(const at::Tensor& rows, const Matrix& matrices, const at::Tensor& ends,
                     const at::Tensor& biases) const;

 private:
  std::optional<DeviceFunction> function_;
};

}  // namespace wgf::engine
