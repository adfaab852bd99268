// SPDX-License-Identifier: MIT
#include "load/client.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace wgf::load {
namespace {

using State = ClientConnection::State;

constexpr std::uint32_t reading = EPOLLIN | EPOLLRDHUP;
constexpr std::chrono::seconds connect_limit{10};
constexpr std::chrono::milliseconds look_every{20};
// Of an open loop, which may need any number: so many are there before the first request.
constexpr std::size_t usual_pool = 64;
// Events whose JSON is read between two looks at the sockets: some 10 us. Beyond the backlog memory
// counts for more than the times of what comes.
constexpr std::size_t digested_at_once = 4, longest_backlog = 1'000'000;

}  // namespace

Client::Client(SharedLoad& load, std::size_t thread, std::size_t users)
    : load_(load), users_(users) {
  if (!is_open_loop()) return;
  const auto threads = static_cast<std::size_t>(load.plan->threads);
  const std::vector<TracedRequest>& trace = load.plan->trace;
  for (std::size_t i = thread; i < load.answers.size(); i += threads)
    if (trace.empty() || !trace[i].pause) numbers_.push_back(i);
}

void Client::connect() {
  const std::size_t count = is_open_loop() ? std::min(usual_pool, numbers_.size()) : users_;
  for (std::size_t i = 0; i < count; ++i) open(connections_.emplace_back());
  const Time limit = Clock::now() + connect_limit;
  while (idle_.size() < count) {
    for (const Poller::Happened& one : poller_.wait(limit)) {
      auto& connection = *static_cast<ClientConnection*>(one.owner);
      if (connection.state != State::connecting) continue;
      if (!go_on(connection)) {
        if (connection.transport.fault().empty()) continue;
        throw Error(connection.transport.fault_of(*load_.plan));
      }
      connection.state = State::idle;
      opened_.push_back({milliseconds(connection.transport.connect_time()),
                         milliseconds(connection.transport.handshake_time())});
      idle_.push_back(&connection);
    }
    if (Clock::now() >= limit)
      throw Error({"server.cannot_connect",
                   {{"url", load_.plan->address.text()}, {"reason", std::strerror(ETIMEDOUT)}}});
  }
}

void Client::run(const std::stop_token& stop) {
  if (!is_open_loop())
    for (std::size_t i = 0; i < users_; ++i) {
      const std::size_t number = next_number();
      if (number < load_.answers.size()) start(free_connection(), number, load_.begin);
    }
  while (!is_over() && !stop.stop_requested()) {
    start_due();
    Time until = Clock::now() + look_every;
    if (is_open_loop() && started_ < numbers_.size())
      until = std::min(until, load_.begin + load_.arrivals[numbers_[started_]]);
    if (!later_.empty()) until = std::min(until, later_.top().time);
    const bool has_raw = !raw_.empty();
    const auto happened = poller_.wait(has_raw ? std::nullopt : std::optional(until));
    const Time woken = Clock::now();
    for (const Poller::Happened& one : happened) take(one, woken);
    if (has_raw && (happened.empty() || raw_.size() > longest_backlog))
      digest_some(digested_at_once);
    if (woken >= next_look_) end_late_ones();
  }
  stop_all();
  digest_some(raw_.size());
}

bool Client::is_over() const {
  const bool is_all_started =
      is_open_loop() ? started_ == numbers_.size() : load_.next >= load_.answers.size();
  return is_all_started && in_flight_ == 0 && later_.empty();
}

void Client::start_due() {
  if (!is_open_loop()) return;
  while (!later_.empty() && later_.top().time <= Clock::now()) {
    const Later one = later_.top();
    later_.pop();
    start(free_connection(), one.number, one.time);
  }
  while (started_ < numbers_.size()) {
    const std::size_t number = numbers_[started_];
    const Time due = load_.begin + load_.arrivals[number];
    if (due > Clock::now()) return;
    ++started_;
    start(free_connection(), number, due);
  }
}

void Client::start_later(std::size_t answered, Time now) {
  const std::vector<TracedRequest>& trace = load_.plan->trace;
  if (trace.empty() || trace[answered].next == 0) return;
  const std::size_t next = trace[answered].next;
  const double pause = seconds(*trace[next].pause) / load_.plan->trace_speed;
  later_.push({now + from_seconds(pause), next});
}

ClientConnection& Client::free_connection() {
  if (idle_.empty()) return connections_.emplace_back();
  ClientConnection& connection = *idle_.back();
  idle_.pop_back();
  return connection;
}

void Client::start(ClientConnection& connection, std::size_t number, Time scheduled) {
  Answer& answer = load_.answers[number];
  answer.number = number;
  answer.wanted_tokens = load_.sizes[number].output_tokens;
  answer.is_warmup = number < load_.plan->warmup;
  answer.scheduled = scheduled;
  connection.answer = &answer;
  connection.secret = load_.plan->key;
  connection.http.begin_again();
  connection.events.begin_again();
  connection.body.clear();
  connection.out = request_bytes(*load_.plan, load_.sizes[number], number);
  connection.written = 0;
  connection.was_repeated = connection.was_reset = false;
  ++in_flight_;
  if (connection.state == State::idle) {
    connection.state = State::busy;
    write(connection);
  } else {
    open(connection);
  }
}

void Client::open(ClientConnection& connection) {
  connection.transport.connect(load_.route);
  connection.state = State::connecting;
  connection.has_answered = false;
  connection.began = Clock::now();
  poller_.add(connection.transport.socket(), EPOLLOUT | EPOLLRDHUP, &connection);
}

void Client::take(const Poller::Happened& one, Time woken) {
  auto& connection = *static_cast<ClientConnection*>(one.owner);
  if (connection.state == State::connecting) {
    if (!go_on(connection)) {
      if (!connection.transport.fault().empty()) closed(connection);
      return;
    }
    connection.state = State::busy;
    return write(connection);
  }
  if (connection.state == State::closed) return;
  if ((one.events & EPOLLOUT) != 0) write(connection);
  if ((one.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) read(connection, woken);
}

bool Client::go_on(ClientConnection& connection) {
  const Transport::Opening opening = connection.transport.go_on();
  if (opening == Transport::Opening::failed) return false;
  const bool writes = opening == Transport::Opening::writes;
  poller_.change(connection.transport.socket(), writes ? EPOLLOUT | EPOLLRDHUP : reading,
                 &connection);
  return opening == Transport::Opening::done;
}

void Client::write(ClientConnection& connection) {
  if (connection.state != State::busy) return;
  if (!connection.answer->was_sent) {
    connection.answer->was_sent = true;
    connection.answer->sent = connection.began = Clock::now();
  }
  const bool is_first = connection.written == 0;
  const ssize_t size =
      connection.transport.send(std::string_view(connection.out).substr(connection.written));
  if (size < 0 && errno != EAGAIN && errno != EINTR) return closed(connection);
  connection.written += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
  const bool is_whole = connection.written == connection.out.size();
  if (is_first && is_whole) return;
  poller_.change(connection.transport.socket(), is_whole ? reading : reading | EPOLLOUT,
                 &connection);
}

void Client::read(ClientConnection& connection, Time woken) {
  const ssize_t size = connection.transport.receive(buffer_.data(), buffer_.size());
  const Time now = Clock::now();
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  connection.was_reset = size < 0;
  if (size <= 0 || connection.state != State::busy) return closed(connection);
  fresh_.clear();
  const bool is_ended =
      read_answer(connection, {buffer_.data(), static_cast<std::size_t>(size)}, now, fresh_);
  const std::size_t count = fresh_.size() - (is_ended ? 1 : 0);
  events_ += count;
  if (count > 0) lags_.push_back(static_cast<float>(milliseconds(now - woken)));
  std::move(fresh_.begin(), fresh_.end(), std::back_inserter(raw_));
  if (!is_ended) return;
  const bool is_sound = connection.http.state() == HttpReader::State::done;
  end(connection, is_sound && connection.http.head().keeps_connection &&
                      connection.written == connection.out.size());
}

void Client::closed(ClientConnection& connection) {
  if (connection.state == State::idle) {
    connection.transport.close();
    connection.state = State::closed;
    // Taken last, and opened again then.
    std::erase(idle_, &connection);
    idle_.insert(idle_.begin(), &connection);
    return;
  }
  const bool is_connecting = connection.state == State::connecting;
  // A server may close a connection it kept just as the next request is on its way (RFC 9112,
  // 9.3.1): nothing was answered, so it is asked once more.
  if (!is_connecting && connection.has_answered && !connection.http.has_begun() &&
      !connection.was_repeated)
    return repeat(connection);
  fresh_.clear();
  if (is_connecting) {
    connection.answer->failure = Failure::no_connection;
    connection.answer->detail = connection.transport.fault();
  }
  end_by_close(connection, Clock::now(), fresh_);
  std::move(fresh_.begin(), fresh_.end(), std::back_inserter(raw_));
  end(connection, false);
}

void Client::repeat(ClientConnection& connection) {
  connection.was_repeated = true;
  connection.was_reset = false;
  connection.written = 0;
  open(connection);
}

void Client::end(ClientConnection& connection, bool keeps_connection) {
  const Time now = connection.answer->ended;
  const std::size_t following = connection.answer->number + 1;
  connection.answer = nullptr;
  connection.has_answered = true;
  connection.state = keeps_connection ? State::idle : State::closed;
  if (!keeps_connection) connection.transport.close();
  --in_flight_;
  ++load_.ended;
  if (!is_open_loop()) {
    const std::size_t number = following % load_.plan->turns != 0 ? following : next_number();
    if (number < load_.answers.size()) return start(connection, number, now);
  } else {
    start_later(following - 1, now);
  }
  idle_.push_back(&connection);
}

void Client::end_late_ones() {
  const Time now = Clock::now();
  next_look_ = now + look_every;
  for (ClientConnection& connection : connections_) {
    if (connection.answer == nullptr) continue;
    const bool is_connecting = connection.state == State::connecting;
    const Duration limit = is_connecting ? Duration(connect_limit) : load_.plan->limit;
    if (now - connection.began < limit) continue;
    connection.answer->failure = is_connecting ? Failure::no_connection : Failure::too_long;
    connection.answer->ended = now;
    raw_.push_back({.answer = connection.answer, .time = now, .is_end = true});
    end(connection, false);
  }
}

void Client::digest_some(std::size_t count) {
  for (std::size_t i = 0; i < count && !raw_.empty(); ++i) {
    digest(raw_.front(), load_.plan->key);
    raw_.pop_front();
  }
}

void Client::stop_all() {
  for (const ClientConnection& connection : connections_)
    if (connection.answer != nullptr) connection.answer->failure = Failure::stopped;
}

}  // namespace wgf::load
