// SPDX-License-Identifier: MIT
#include "engine/device_code/cuda_driver.h"

#include <string>

#include "base/error.h"

namespace wgf::engine {

CudaDriver::CudaDriver()
    : library("WGF_CUDA_LIBRARY", {"libcuda.so.1"}, DynamicLibrary::Lifetime::program) {
  is_complete = library.load(load_module, "cuModuleLoadData") &&
                library.load(unload_module, "cuModuleUnload") &&
                library.load(get_function, "cuModuleGetFunction") &&
                library.load(set_attribute, "cuFuncSetAttribute") &&
                library.load(launch, "cuLaunchKernelEx") &&
                library.load(get_attribute, "cuDeviceGetAttribute") &&
                library.load(error_name, "cuGetErrorName");
  library.load(encode_tiled, "cuTensorMapEncodeTiled");
  library.load(most_clusters, "cuOccupancyMaxActiveClusters");
}

void CudaDriver::check(int status, const char* what) const {
  if (status == 0) return;
  const char* name = nullptr;
  error_name(status, &name);
  throw Error({"engine.driver_failed",
               {{"call", what}, {"reason", name == nullptr ? std::to_string(status) : name}}});
}

const CudaDriver& cuda_driver() {
  static const CudaDriver one;
  return one;
}

}  // namespace wgf::engine
