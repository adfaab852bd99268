// SPDX-License-Identifier: MIT
#pragma once

#include <c10/core/Device.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <optional>

namespace wgf::engine {

// A moment on the device's current stream, or of the host's clock where there is none.
class Moment {
 public:
  explicit Moment(c10::Device device) {
    if (device.is_cpu()) {
      time_ = std::chrono::steady_clock::now();
      return;
    }
    event_.emplace(device.type(), c10::EventFlag::BACKEND_DEFAULT);
    event_->record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
  }
  // Once both have come to pass.
  double milliseconds_to(const Moment& later) const {
    if (event_) return event_->elapsedTime(*later.event_);
    return std::chrono::duration<double, std::milli>(later.time_ - time_).count();
  }

 private:
  std::optional<c10::Event> event_;
  std::chrono::steady_clock::time_point time_;
};

}  // namespace wgf::engine
