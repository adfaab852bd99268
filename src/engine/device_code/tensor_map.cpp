// SPDX-License-Identifier: MIT
#include "engine/device_code/tensor_map.h"

#include "engine/device_code/cuda_driver.h"

namespace wgf::engine {
namespace {

constexpr int bf16 = 9;             // CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
constexpr int swizzled_by_128 = 3;  // CU_TENSOR_MAP_SWIZZLE_128B
constexpr int as_asked = 0;         // CU_TENSOR_MAP_L2_PROMOTION_NONE
constexpr int not_found = 500;      // CUDA_ERROR_NOT_FOUND

}  // namespace

TensorMap tensor_map(const void* begin, std::int64_t rows, std::int64_t columns,
                     std::int64_t rows_of_box) {
  constexpr std::uint64_t number = 2;
  const std::array<std::uint64_t, 2> sizes{static_cast<std::uint64_t>(columns),
                                           static_cast<std::uint64_t>(rows)};
  const std::array<std::uint64_t, 1> steps{sizes[0] * number};
  const std::array<std::uint32_t, 2> box{64, static_cast<std::uint32_t>(rows_of_box)};
  const std::array<std::uint32_t, 2> element_steps{1, 1};
  TensorMap map;
  const CudaDriver& driver = cuda_driver();
  driver.check(
      driver.encode_tiled == nullptr
          ? not_found
          : driver.encode_tiled(&map, bf16, box.size(), const_cast<void*>(begin), sizes.data(),
                                steps.data(), box.data(), element_steps.data(), /*interleaving=*/0,
                                swizzled_by_128, as_asked, /*beyond=*/0),
      "cuTensorMapEncodeTiled");
  return map;
}

}  // namespace wgf::engine
