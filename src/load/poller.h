// SPDX-License-Identifier: MIT
#pragma once
// Waits for sockets and for a moment, which a timer of the kernel keeps to some microseconds
// (epoll's own limit is in milliseconds).

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "load/clock.h"
#include "load/socket.h"

namespace wgf::load {

class Poller {
 public:
  Poller();

  // owner comes back with what happens to the socket; events are those of epoll.
  void add(const Socket& socket, std::uint32_t events, void* owner);
  void change(const Socket& socket, std::uint32_t events, void* owner);

  struct Happened {
    void* owner = nullptr;
    std::uint32_t events = 0;
  };
  // What happened, or nothing once it is `until`; nothing: does not wait.
  std::span<const Happened> wait(std::optional<Time> until);

 private:
  static constexpr int most_at_once = 256;

  Socket epoll_, timer_;
  Time armed_{};
  std::array<epoll_event, most_at_once> events_{};
  std::array<Happened, most_at_once> happened_{};
};

}  // namespace wgf::load
