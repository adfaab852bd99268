// SPDX-License-Identifier: MIT
#include "engine/distributed/peer_memory.h"

#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstring>

#include "base/error.h"

namespace wgf::engine {
namespace {

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // it is told here, not at the next launch
  throw Error({"engine.no_peer_memory", {{"reason", cudaGetErrorString(status)}}},
              ExitCode::not_supported);
}

std::string to_hex(const cudaIpcMemHandle_t& handle) {
  std::string text;
  for (const char byte : handle.reserved)
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

cudaIpcMemHandle_t from_hex(const std::string& text) {
  cudaIpcMemHandle_t handle{};
  for (std::size_t i = 0; i < sizeof(handle.reserved) && 2 * i + 1 < text.size(); ++i)
    handle.reserved[i] = static_cast<char>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  return handle;
}

std::uint64_t address(void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace

PeerMemory::PeerMemory(RankGroup& ranks, c10::Device device, Bytes size)
    : rank_(static_cast<std::size_t>(ranks.rank())), device_(device) {
  const c10::cuda::CUDAGuard guard(device);
  void* own = nullptr;
  check(cudaMalloc(&own, static_cast<std::size_t>(size.value)));
  check(cudaMemset(own, 0, static_cast<std::size_t>(size.value)));
  check(cudaDeviceSynchronize());
  cudaIpcMemHandle_t handle;
  check(cudaIpcGetMemHandle(&handle, own));
  const std::vector<std::string> handles = ranks.gather(to_hex(handle));
  for (std::size_t rank = 0; rank < handles.size(); ++rank) {
    void* opened = own;
    if (rank != rank_)
      check(cudaIpcOpenMemHandle(&opened, from_hex(handles[rank]), cudaIpcMemLazyEnablePeerAccess));
    all_.push_back(address(opened));
  }
  ranks.gather("");  // nobody writes before all are open
}

PeerMemory::~PeerMemory() {
  const c10::cuda::CUDAGuard guard(device_);
  cudaDeviceSynchronize();
  for (std::size_t rank = 0; rank < all_.size(); ++rank) {
    void* pointer = reinterpret_cast<void*>(all_[rank]);  // NOLINT
    if (rank == rank_)
      cudaFree(pointer);
    else
      cudaIpcCloseMemHandle(pointer);
  }
}

}  // namespace wgf::engine
