// SPDX-License-Identifier: MIT
#pragma once
// One thread of the client: its connections and its share of the requests. Between two waits every
// socket that is ready is read once, and what came has the time of its recv(); JSON is read when
// nothing else is to be done, so that it makes no later event late.

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <queue>
#include <stop_token>
#include <vector>

#include "load/answer.h"
#include "load/connection.h"
#include "load/load_plan.h"
#include "load/poller.h"

namespace wgf::load {

// What all threads of a load share. Each answer belongs to one thread at a time.
struct SharedLoad {
  const LoadPlan* plan = nullptr;
  Route route;
  std::vector<RequestSize> sizes;
  std::vector<Duration> arrivals;  // open loop: since `begin`
  std::vector<Answer> answers;     // by number
  Time begin{};
  std::atomic<std::size_t> next{0};   // closed loop: the number of the next request
  std::atomic<std::size_t> ended{0};  // requests
};

class Client {
 public:
  // thread: which of them, from 0. users: of a closed loop, those of this thread.
  Client(SharedLoad& load, std::size_t thread, std::size_t users);

  // Opens the connections it begins with. Throws Error(load.cannot_connect).
  void connect();
  // Sends its requests and reads the answers, until all are there or it is to stop.
  void run(const std::stop_token& stop);

  std::size_t events() const { return events_; }
  struct Opened {
    double connect_ms = 0, handshake_ms = 0;
  };
  // Of the connections it began with.
  const std::vector<Opened>& opened() const { return opened_; }
  // Of the events, how long each could have waited while others of the same wait were read, in ms.
  const std::vector<float>& lags() const { return lags_; }

 private:
  bool is_open_loop() const { return load_.plan->is_open(); }
  // Of the next conversation that nobody has begun; of one turn: the next request.
  std::size_t next_number() { return load_.next.fetch_add(load_.plan->turns); }
  bool is_over() const;
  void start_due();
  void start_later(std::size_t answered, Time now);
  void start(ClientConnection& connection, std::size_t number, Time scheduled);
  void open(ClientConnection& connection);
  ClientConnection& free_connection();
  void take(const Poller::Happened& one, Time woken);
  // Of one that is being opened; whether it is open.
  bool go_on(ClientConnection& connection);
  void write(ClientConnection& connection);
  void read(ClientConnection& connection, Time woken);
  void closed(ClientConnection& connection);
  void repeat(ClientConnection& connection);
  void end(ClientConnection& connection, bool keeps_connection);
  void end_late_ones();
  void digest_some(std::size_t count);
  void stop_all();

  SharedLoad& load_;
  const std::size_t users_;
  Poller poller_;
  std::deque<ClientConnection> connections_;  // their places do not change
  std::vector<ClientConnection*> idle_;
  // Open loop: of this thread's requests, but for those that follow an answer.
  std::vector<std::size_t> numbers_;
  // Of a session, after the pause that follows an answer.
  struct Later {
    Time time{};
    std::size_t number = 0;
    bool operator>(const Later& other) const { return time > other.time; }
  };
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::size_t started_ = 0, in_flight_ = 0, events_ = 0;
  Time next_look_{};  // for those that take too long
  std::deque<RawEvent> raw_;
  std::vector<RawEvent> fresh_;
  std::vector<float> lags_;
  std::vector<Opened> opened_;
  std::array<char, 64 * 1024> buffer_{};
};

}  // namespace wgf::load
