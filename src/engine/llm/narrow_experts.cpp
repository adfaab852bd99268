// SPDX-License-Identifier: MIT
#include "engine/llm/narrow_experts.h"

#include <ATen/ops/empty.h>

#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

// The structure of the text, member for member.
struct ExpertArguments {
  const void *weights, *scales, *input, *ends, *bias;
  void* output;
};

}  // namespace

NarrowExperts::NarrowExperts(const DeviceCode& code, const std::optional<KernelSource>& source) {
  if (source) function_ = code.function(source->text, source->constants);
}

bool NarrowExperts::takes(const at::Tensor& rows, const Matrix& matrices) const {
  constexpr std::int64_t most_of_expert = 256;
  return function_ && matrices.format != WeightFormat::plain &&
         rows.size(0) <= most_of_expert * matrices.values.size(0);
}

at::Tensor NarrowExperts::product(const at::Tensor& rows, const Matrix& matrices,
                                  const at::Tensor& ends, const at::Tensor& biases) const {
  constexpr std::int64_t block_rows = 128;
  const std::int64_t experts = matrices.values.size(0), outputs = matrices.values.size(1);
  const at::Tensor output = at::empty({rows.size(0), outputs}, rows.options());
  function_->launch(
      {.blocks = {static_cast<unsigned>((outputs + block_rows - 1) / block_rows),
                  static_cast<unsigned>(experts), 1},
       .threads = 128},
      ExpertArguments{pointer(matrices.values), pointer(matrices.scales), pointer(rows),
                      pointer(ends), pointer(biases), writable(output)});
  return output;
}

}  // namespace wgf::engine
