// SPDX-License-Identifier: MIT
#include "engine/measure/cuda_properties.h"

namespace wgf::engine {

bool is_built_for_cuda() {
  return false;
}

std::string cuda_error() {
  return "this LibTorch was built without CUDA";
}

CudaProperties cuda_properties(int) {
  return {};
}

std::string nccl_version() {
  return "";
}

}  // namespace wgf::engine
