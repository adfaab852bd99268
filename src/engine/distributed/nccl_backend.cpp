// SPDX-License-Identifier: MIT
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "engine/distributed/rank_backends.h"

namespace wgf::engine {

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(c10::intrusive_ptr<c10d::Store> store, int rank,
                                                    int size, c10::Device device,
                                                    std::chrono::milliseconds timeout) {
  auto options = c10d::ProcessGroupNCCL::Options::create();
  options->timeout = timeout;
  auto backend = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, rank, size, options);
  backend->setBoundDeviceId(device);
  return backend;
}

}  // namespace wgf::engine
