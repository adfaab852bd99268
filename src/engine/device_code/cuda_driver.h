// SPDX-License-Identifier: MIT
#pragma once
// The driver's own interface, opened at run time.

#include <array>
#include <cstdint>

#include "base/dynamic_library.h"
#include "engine/device_code/tensor_map.h"

namespace wgf::engine {

// Of cuda.h, whose binary interface is fixed: CUlaunchConfig with its attributes.
struct LaunchAttribute {
  int id;
  std::array<char, 4> padding;
  std::array<char, 64> value;
};
struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  void* stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};

struct CudaDriver {
  CudaDriver();
  // Throws Error(engine.driver_failed) for a status that is not 0.
  void check(int status, const char* what) const;

  DynamicLibrary library;
  bool is_complete = false;  // but for what drivers before 12.0 have not
  int (*load_module)(void**, const void*) = nullptr;
  int (*unload_module)(void*) = nullptr;
  int (*get_function)(void**, void*, const char*) = nullptr;
  int (*set_attribute)(void*, int, int) = nullptr;
  int (*launch)(const LaunchConfig*, void*, void**, void**) = nullptr;
  int (*most_clusters)(int*, void*, const LaunchConfig*) = nullptr;  // null before 11.8
  int (*get_attribute)(int*, int, int) = nullptr;
  int (*error_name)(int, const char**) = nullptr;
  int (*encode_tiled)(TensorMap*, int type, std::uint32_t rank, void* begin,
                      const std::uint64_t* sizes, const std::uint64_t* steps,
                      const std::uint32_t* box, const std::uint32_t* element_steps,
                      int interleaving, int swizzling, int promotion, int beyond) = nullptr;
};

// The one that LibTorch has begun to use.
const CudaDriver& cuda_driver();

}  // namespace wgf::engine
