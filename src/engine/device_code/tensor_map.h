// SPDX-License-Identifier: MIT
#pragma once
// What a kernel needs to copy boxes of a matrix of bf16 into shared memory.

#include <array>
#include <cstdint>

namespace wgf::engine {

// As the driver makes it: CUtensorMap.
struct alignas(64) TensorMap {
  std::array<std::uint64_t, 16> words{};
};

// Of a matrix [rows, columns], in boxes of 64 columns of so many rows: 128 bytes a row, whose
// eighths are swizzled with those of the seven rows around it. What lies beyond the rows reads as
// zero. Throws Error(engine.driver_failed), also where the driver has no such maps.
TensorMap tensor_map(const void* begin, std::int64_t rows, std::int64_t columns,
                     std::int64_t rows_of_box);

}  // namespace wgf::engine
