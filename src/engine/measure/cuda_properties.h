// SPDX-License-Identifier: MIT
#pragma once
// What only the CUDA headers tell. cuda_properties.cpp answers in builds for CUDA,
// no_cuda_properties.cpp (empty answers) in all others.

#include <cstdint>
#include <string>

#include "base/units.h"

namespace wgf::engine {

struct CudaProperties {
  std::string name;
  std::string uuid;    // "GPU-8f1c…"
  std::string pci_id;  // "0000:1b:00.0"
  std::string compute_capability;
  Bytes memory;
  Bytes l2_cache;
  std::int64_t multiprocessors = 0;
};

bool is_built_for_cuda();
// Empty where CUDA can be used; else the runtime's words for why not.
std::string cuda_error();
CudaProperties cuda_properties(int index);
// Version of the NCCL linked in, "2.28.9"; empty without it.
std::string nccl_version();

}  // namespace wgf::engine
