// SPDX-License-Identifier: MIT
#pragma once
namespace gloo::transport {
class Device;
// Held by pointers that are deleted: complete, and never made here.
class UnboundBuffer {
 public:
  virtual ~UnboundBuffer() = default;
};
}  // namespace gloo::transport
