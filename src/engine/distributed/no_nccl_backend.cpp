// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "engine/distributed/rank_backends.h"

namespace wgf::engine {

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(c10::intrusive_ptr<c10d::Store>, int, int,
                                                    c10::Device device, std::chrono::milliseconds) {
  throw Error({"engine.no_nccl", {{"device", device.str()}}}, ExitCode::not_supported);
}

}  // namespace wgf::engine
