// SPDX-License-Identifier: MIT
#pragma once
// The socket to an engine that answers requests (results/serving.h), which is never waited for.

#include <functional>
#include <string>

#include "load/poller.h"
#include "load/socket.h"
#include "results/serving.h"

namespace wgf::load {

class EngineLine {
 public:
  EngineLine(Poller& poller, Socket socket);
  EngineLine(const EngineLine&) = delete;
  EngineLine& operator=(const EngineLine&) = delete;

  void send(const results::ServingWish& wish);
  bool is_owner(const void* owner) const { return owner == this; }
  // What the poller says of it. Calls on_turn with each turn that came.
  void take(std::uint32_t events, const std::function<void(const results::ServedTurn&)>& on_turn);
  bool is_open() const { return socket_.is_open(); }

 private:
  void flush();

  Poller& poller_;
  Socket socket_;
  std::string received_, out_;
  bool is_waiting_ = false;
};

}  // namespace wgf::load
