// SPDX-License-Identifier: MIT
#pragma once
// Multiprocessors that matrix products leave to exchanges beside them. A product's blocks stay
// where they are until it ends, one a multiprocessor: where an exchange has some, the blocks that
// found no room run after all others, and it takes twice as long.

#include <ATen/Context.h>

#include <cstdint>
#include <optional>

namespace wgf::engine {

// Until it is gone. By cuBLASLt, whose products alone can be told; 0: as they are.
class SparedMultiprocessors {
 public:
  explicit SparedMultiprocessors(std::int64_t count) {
    if (count == 0) return;
    before_ = at::globalContext().blasPreferredBackend();
    at::globalContext().setBlasPreferredBackend(at::BlasBackend::Cublaslt);
    at::globalContext()._setSMCarveout_EXPERIMENTAL(static_cast<std::int32_t>(count));
  }
  ~SparedMultiprocessors() {
    if (!before_) return;
    at::globalContext()._setSMCarveout_EXPERIMENTAL(std::nullopt);
    at::globalContext().setBlasPreferredBackend(*before_);
  }
  SparedMultiprocessors(const SparedMultiprocessors&) = delete;
  SparedMultiprocessors& operator=(const SparedMultiprocessors&) = delete;

 private:
  std::optional<at::BlasBackend> before_;
};

}  // namespace wgf::engine
