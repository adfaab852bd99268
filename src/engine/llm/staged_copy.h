// SPDX-License-Identifier: MIT
#pragma once
// Numbers from mapped files to a device, through two pinned buffers in turn: while one is carried
// the other is filled.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <array>
#include <optional>

namespace wgf::engine {

class StagedCopy {
 public:
  explicit StagedCopy(c10::Device device);

  // Of a contiguous tensor on the CPU to a contiguous one of the device, of as many numbers, whose
  // type they become. Queued on the current stream; the source is no longer read on return. On the
  // meta device, whose tensors have no numbers, nothing is read.
  void copy(const at::Tensor& source, const at::Tensor& target);

 private:
  struct Buffer {
    at::Tensor bytes;  // pinned
    std::optional<c10::Event> carried;
  };
  void carry(const at::Tensor& source, const at::Tensor& target);

  c10::Device device_;
  std::array<Buffer, 2> buffers_;
  std::size_t next_ = 0;
};

}  // namespace wgf::engine
