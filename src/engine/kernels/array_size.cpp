// SPDX-License-Identifier: MIT
#include "engine/kernels/array_size.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/randn.h>

#include <algorithm>

#include "engine/measure/case_ended.h"

namespace wgf::engine {

Bytes array_size(const results::Parameters& parameters) {
  const Bytes size = parameters.find("bytes") != nullptr
                         ? Bytes(parameters.integer("bytes"))
                         : Bytes(parameters.integer("size_mib", 1024) * mebi);
  if (size.value >= static_cast<std::int64_t>(sizeof(float))) return size;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "size_mib"}, {"value", std::to_string(size.value)}, {"choices", ">= 1"}}});
}

at::Tensor random_array(std::int64_t count, const at::TensorOptions& options) {
  constexpr std::int64_t block = std::int64_t{1} << 22;
  at::Tensor array = at::empty({count}, options);
  const at::Tensor random = at::randn({std::min(block, count)}, options.pinned_memory(false));
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t length = std::min(block, count - first);
    array.narrow(0, first, length).copy_(random.narrow(0, 0, length));
  }
  return array;
}

}  // namespace wgf::engine
