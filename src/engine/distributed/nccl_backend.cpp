// SPDX-License-Identifier: MIT
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "engine/distributed/rank_backends.h"

namespace wgf::engine {

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(c10::intrusive_ptr<c10d::Store> store, int rank,
                                                    int size, c10::Device device,
                                                    std::chrono::milliseconds timeout,
                                                    int most_blocks) {
  // An exchange beside a product that fills the GPU gets the next multiprocessor that is free.
  constexpr bool has_high_priority = true;
  auto options = c10d::ProcessGroupNCCL::Options::create(has_high_priority);
  options->timeout = timeout;
#ifdef NCCL_HAS_CONFIG
  if (most_blocks > 0) {
    options->config.minCTAs = 1;
    options->config.maxCTAs = most_blocks;
  }
#endif
  auto backend = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, rank, size, options);
  backend->setBoundDeviceId(device);
  return backend;
}

}  // namespace wgf::engine
