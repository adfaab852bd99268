// SPDX-License-Identifier: MIT
#include "engine/device_code/tensor_map.h"

#include <string>

#include "base/dynamic_library.h"
#include "base/error.h"

namespace wgf::engine {
namespace {

// Of cuda.h, whose binary interface is fixed.
using EncodeTiled = int (*)(TensorMap*, int type, std::uint32_t rank, void* begin,
                            const std::uint64_t* sizes, const std::uint64_t* steps,
                            const std::uint32_t* box, const std::uint32_t* element_steps,
                            int interleaving, int swizzling, int promotion, int beyond);
constexpr int bf16 = 9;             // CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
constexpr int swizzled_by_128 = 3;  // CU_TENSOR_MAP_SWIZZLE_128B
constexpr int as_asked = 0;         // CU_TENSOR_MAP_L2_PROMOTION_NONE

EncodeTiled encode_tiled() {
  static const EncodeTiled one = [] {
    const DynamicLibrary library("WGF_CUDA_LIBRARY", {"libcuda.so.1"},
                                 DynamicLibrary::Lifetime::program);
    EncodeTiled found = nullptr;
    library.load(found, "cuTensorMapEncodeTiled");
    return found;
  }();
  return one;
}

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
  const int status =
      encode_tiled() == nullptr
          ? -1
          : encode_tiled()(&map, bf16, box.size(), const_cast<void*>(begin), sizes.data(),
                           steps.data(), box.data(), element_steps.data(), /*interleaving=*/0,
                           swizzled_by_128, as_asked, /*beyond=*/0);
  if (status != 0)
    throw Error({"engine.driver_failed",
                 {{"call", "cuTensorMapEncodeTiled"}, {"reason", std::to_string(status)}}});
  return map;
}

}  // namespace wgf::engine
