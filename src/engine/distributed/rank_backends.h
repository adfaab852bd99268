// SPDX-License-Identifier: MIT
#pragma once
// What carries collectives, by device.

#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace wgf::engine {

c10::intrusive_ptr<c10d::Backend> make_gloo_backend(c10::intrusive_ptr<c10d::Store> store, int rank,
                                                    int size, std::chrono::milliseconds timeout);
// most_blocks: of a kernel of its own, each on a multiprocessor; 0: as NCCL chooses.
// Throws Error(engine.no_nccl, not_supported) in a build without it.
c10::intrusive_ptr<c10d::Backend> make_nccl_backend(c10::intrusive_ptr<c10d::Store> store, int rank,
                                                    int size, c10::Device device,
                                                    std::chrono::milliseconds timeout,
                                                    int most_blocks);

}  // namespace wgf::engine
