// SPDX-License-Identifier: MIT
#include "engine/measure/cuda_properties.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAFunctions.h>
#include <fmt/format.h>
#include <torch/csrc/cuda/nccl.h>

namespace wgf::engine {
namespace {

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

}  // namespace

bool is_built_for_cuda() {
  return true;
}

std::string cuda_error() {
  try {
    if (c10::cuda::device_count_ensure_non_zero() > 0) return "";
    return "no device";
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    return text.substr(0, text.find('\n'));
  }
}

CudaProperties cuda_properties(int index) {
  const cudaDeviceProp& device =
      *at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
  return {.name = device.name,
          .uuid = uuid_text(device.uuid),
          .pci_id = fmt::format("{:04x}:{:02x}:{:02x}.0", device.pciDomainID, device.pciBusID,
                                device.pciDeviceID),
          .compute_capability = fmt::format("{}.{}", device.major, device.minor),
          .memory = Bytes(static_cast<std::int64_t>(device.totalGlobalMem)),
          .l2_cache = Bytes(device.l2CacheSize),
          .multiprocessors = device.multiProcessorCount};
}

std::string nccl_version() {
  // As NCCL codes it in LibTorch: major in the upper half, minor and patch in 16 bits each.
  const std::uint64_t version = torch::cuda::nccl::version();
  return fmt::format("{}.{}.{}", version >> 32, (version >> 16) & 0xffff, version & 0xffff);
}

}  // namespace wgf::engine
