// SPDX-License-Identifier: MIT
#pragma once
// Our engine behind the OpenAI API: requests of any number of connections go to it as ids over one
// socket, its tokens come back as text. One thread; the engine is another process.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "load/socket.h"
#include "load/text_codec.h"
#include "results/serving.h"

namespace wgf::load {

struct LlmServerSettings {
  std::uint16_t port = 0;  // 0: any that is free
  Reach reach = Reach::loopback;
  std::string model;
  std::string key;  // who asks must send it; empty: nobody need
  std::shared_ptr<const TextCodec> codec;
};

class LlmServer {
 public:
  // engine: its end of the socket of results/serving.h, after it said what it is. Answers from now
  // on, until it ends. Throws Error(server.cannot_listen).
  LlmServer(const LlmServerSettings& settings, Socket engine, const results::ServingReady& ready);
  ~LlmServer();
  LlmServer(const LlmServer&) = delete;
  LlmServer& operator=(const LlmServer&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  std::uint16_t port_ = 0;
  std::jthread thread_;  // ends and is waited for first
};

}  // namespace wgf::load
