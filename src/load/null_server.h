// SPDX-License-Identifier: MIT
#pragma once
// A server that computes nothing: it answers as an OpenAI-compatible one does, each token at a set
// time after the request, so that anybody can check a client. A thread a core, each with its own
// connections and one timer; a token is due at (when the request was there) + TTFT + i × ITL,
// whatever was late before it.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "load/clock.h"
#include "load/socket.h"

namespace wgf::load {

// Of a stream that was sent whole: when it was asked, and when each token went to the socket.
struct SentStream {
  Time asked{};
  std::vector<Time> tokens;
};
// What a server tells of its own punctuality, to who is in the same process.
class SendLog {
 public:
  void add(SentStream stream);
  std::vector<SentStream> take();  // in the order they were asked

 private:
  std::mutex mutex_;
  std::vector<SentStream> streams_;
};

struct NullServerSettings {
  std::uint16_t port = 0;  // 0: any that is free
  Reach reach = Reach::loopback;
  Duration ttft{}, itl{};
  std::string model = "null";
  int threads = 1;
  std::shared_ptr<SendLog> log;  // null: none is kept
};

class NullServer {
 public:
  // Answers from now on, until it ends. Throws Error(load.cannot_listen).
  explicit NullServer(const NullServerSettings& settings);
  ~NullServer();
  NullServer(const NullServer&) = delete;
  NullServer& operator=(const NullServer&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  std::uint16_t port_ = 0;
  std::vector<std::jthread> threads_;  // end and are waited for first
};

}  // namespace wgf::load
