// SPDX-License-Identifier: MIT
#pragma once
// The stream of copies between ranks, beside the one that computes; of a CPU the same.

#include <c10/core/Event.h>
#include <c10/core/Stream.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <optional>

#include <torch/csrc/distributed/c10d/Work.hpp>

#include "engine/measure/device.h"

namespace wgf::engine {

class CopyStream {
 public:
  // Its copies and sums are few and short: they go first.
  explicit CopyStream(c10::Device device)
      : device_(device),
        stream_(
            device.is_cpu()
                ? current_stream(device)
                : c10::impl::VirtualGuardImpl(device.type()).getNewStream(device, high_priority)) {}

  // Behind what the current stream has now.
  template <typename Work>
  void queue(const Work& work) const {
    if (!device_.is_cpu()) make_wait(stream_, current_stream(device_));
    const c10::StreamGuard beside(stream_);
    work();
  }
  // The current stream goes on behind what is queued here now.
  void join() const {
    if (!device_.is_cpu()) make_wait(current_stream(device_), stream_);
  }
  // What is queued here now, to be waited for later.
  c10::intrusive_ptr<c10d::Work> mark() const { return c10::make_intrusive<Mark>(*this); }

 private:
  static constexpr int high_priority = -1;

  class Mark final : public c10d::Work {
   public:
    explicit Mark(const CopyStream& of) : device_(of.device_) {
      if (device_.is_cpu()) return;
      event_.emplace(device_.type());
      event_->record(of.stream_);
    }
    bool wait(std::chrono::milliseconds /*timeout*/) override {
      if (event_) event_->block(current_stream(device_));
      return true;
    }

   private:
    const c10::Device device_;
    std::optional<c10::Event> event_;
  };

  const c10::Device device_;
  const c10::Stream stream_;
};

// Of `count` numbers from `first` on those that one of so many ranks has: whole lines of memory;
// the last may have fewer, or none.
struct CopiedPart {
  std::int64_t first, count;
};
inline CopiedPart copied_part(std::int64_t first, std::int64_t count, std::int64_t number,
                              std::int64_t parts) {
  constexpr std::int64_t line = 64;
  const std::int64_t each = (count + parts * line - 1) / (parts * line) * line;
  const std::int64_t begin = std::min(number * each, count);
  return {first + begin, std::min(each, count - begin)};
}

}  // namespace wgf::engine
