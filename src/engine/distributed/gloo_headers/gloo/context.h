// SPDX-License-Identifier: MIT
#pragma once
#include <chrono>

namespace gloo {
class Context {
 public:
  virtual ~Context();
  void setTimeout(std::chrono::milliseconds timeout);
};
}  // namespace gloo
