// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "engine/distributed/nccl_communicator.h"
#include "engine/distributed/rank_backends.h"

namespace wgf::engine {
namespace {

[[noreturn]] void refuse(c10::Device device) {
  throw Error({"engine.no_nccl", {{"device", device.str()}}}, ExitCode::not_supported);
}

}  // namespace

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(c10::intrusive_ptr<c10d::Store>, int, int,
                                                    c10::Device device, std::chrono::milliseconds,
                                                    int) {
  refuse(device);
}

std::string new_nccl_id(c10::Device device) {
  refuse(device);
}

std::unique_ptr<NcclCommunicator> make_nccl_communicator(const std::string&, int, int,
                                                         c10::Device device) {
  refuse(device);
}

}  // namespace wgf::engine
