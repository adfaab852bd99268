// SPDX-License-Identifier: MIT
#include "load/null_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <list>
#include <queue>
#include <utility>

#include "load/null_answer.h"
#include "load/null_request.h"
#include "load/poller.h"

namespace wgf::load {
namespace {

constexpr std::uint32_t reading = EPOLLIN | EPOLLRDHUP;
constexpr std::size_t most_tokens_at_once = 16;  // of one stream, before others have their turn
constexpr std::size_t most_unread = 256 * 1024;
constexpr std::chrono::milliseconds stop_is_seen_after{50};

struct Connection {
  Socket socket;
  HttpRequestReader reader;
  WantedAnswer wanted;
  Api api = Api::completions;
  Time asked{};
  std::int64_t sent = 0;  // tokens
  bool is_answering = false, is_waiting = false;
  std::string out;  // what the socket did not take yet
};

// What one thread does.
class NullWorker {
 public:
  NullWorker(const NullServerSettings& settings, Socket listener)
      : settings_(settings), listener_(std::move(listener)) {
    for (const Api api : {Api::completions, Api::chat}) {
      token_[index(api)] = token_event(api, settings_.model);
      head_[index(api)] = stream_head(api, settings_.model);
    }
    poller_.add(listener_, EPOLLIN, this);
  }

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const Time look = Clock::now() + stop_is_seen_after;
      const Time next = due_.empty() ? look : std::min(look, due_.top().time);
      for (const Poller::Happened& one : poller_.wait(next)) take(one);
      send_due();
      if (!std::exchange(has_closed_, false)) continue;
      std::erase_if(connections_, [](const Connection& one) { return !one.socket.is_open(); });
    }
  }

 private:
  struct Due {
    Time time;
    Connection* connection;
    bool operator>(const Due& other) const { return time > other.time; }
  };

  static std::size_t index(Api api) { return api == Api::chat ? 1 : 0; }

  void take(const Poller::Happened& one) {
    if (one.owner == this) return accept_all();
    Connection& connection = *static_cast<Connection*>(one.owner);
    if ((one.events & EPOLLOUT) != 0) flush(connection);
    if ((one.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) read(connection);
  }

  void accept_all() {
    for (;;) {
      Socket socket = accept_from(listener_);
      if (!socket.is_open()) return;
      Connection& connection = connections_.emplace_back();
      connection.socket = std::move(socket);
      poller_.add(connection.socket, reading, &connection);
    }
  }

  void read(Connection& connection) {
    while (connection.socket.is_open()) {
      const ssize_t size =
          ::recv(connection.socket.descriptor(), buffer_.data(), buffer_.size(), 0);
      if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (size <= 0) return close(connection);
      const Time now = Clock::now();
      std::string_view bytes(buffer_.data(), static_cast<std::size_t>(size));
      while (!bytes.empty() && connection.socket.is_open()) {
        bytes.remove_prefix(connection.reader.read(bytes));
        const auto state = connection.reader.state();
        if (state == HttpRequestReader::State::wrong || connection.is_answering) {
          send(connection, error_response(400, "no request of HTTP/1.1 that is taken here"));
          return close(connection);
        }
        if (state != HttpRequestReader::State::done) break;
        answer(connection, now);
      }
    }
  }

  void answer(Connection& connection, Time now) {
    const HttpRequest request = connection.reader.request();
    connection.reader.begin_again();
    const std::string path = request.path.substr(0, request.path.find('?'));
    const bool is_get = request.method == "GET";
    if (is_get && path == "/health") return send(connection, json_response(200, "{}"));
    if (is_get && path == "/v1/models") return send(connection, models_response(settings_.model));
    const bool is_chat = path == "/v1/chat/completions";
    if (!is_chat && path != "/v1/completions")
      return send(connection, error_response(404, "no such path: " + path));
    if (request.method != "POST") return send(connection, error_response(405, "POST is wanted"));
    WantedAnswer wanted = parse_wanted(request.body);
    if (!wanted.error.empty()) return send(connection, error_response(400, wanted.error));
    if (wanted.model != settings_.model)
      return send(connection,
                  error_response(404, "The model `" + wanted.model + "` does not exist."));
    connection.wanted = std::move(wanted);
    connection.api = is_chat ? Api::chat : Api::completions;
    connection.asked = now;
    connection.sent = 0;
    connection.is_answering = true;
    if (connection.wanted.is_streamed) send(connection, head_[index(connection.api)]);
    if (connection.socket.is_open()) due_.push({next_due(connection), &connection});
  }

  Time next_due(const Connection& connection) const {
    // Who does not stream has the answer when its last token is due.
    const std::int64_t token =
        connection.wanted.is_streamed ? connection.sent : connection.wanted.tokens - 1;
    return connection.asked + settings_.ttft + token * settings_.itl;
  }

  // Each stream once: with tokens that are due all at once, others have their turn.
  void send_due() {
    const Time now = Clock::now();
    now_due_.clear();
    for (; !due_.empty() && due_.top().time <= now; due_.pop())
      now_due_.push_back(due_.top().connection);
    for (Connection* connection : now_due_) {
      if (!connection->is_answering) continue;
      if (connection->wanted.is_streamed)
        send_tokens(*connection, now);
      else
        send_whole(*connection);
      if (connection->is_answering) due_.push({next_due(*connection), connection});
    }
  }

  void send_whole(Connection& connection) {
    connection.is_answering = false;
    send(connection, whole_response(connection.api, settings_.model, connection.wanted));
  }

  void send_tokens(Connection& connection, Time now) {
    if (connection.out.size() > most_unread) return;  // who asked does not read
    std::string text;
    std::size_t count = 0;
    while (connection.sent < connection.wanted.tokens && count < most_tokens_at_once &&
           next_due(connection) <= now) {
      text += token_[index(connection.api)];
      ++connection.sent;
      ++count;
    }
    if (connection.sent == connection.wanted.tokens) {
      connection.is_answering = false;
      text += stream_end(connection.api, settings_.model, connection.wanted);
    }
    send(connection, text);
  }

  void send(Connection& connection, std::string_view text) {
    if (!connection.socket.is_open()) return;
    connection.out.append(text);
    if (!connection.is_waiting) flush(connection);
  }

  void flush(Connection& connection) {
    const ssize_t size = ::send(connection.socket.descriptor(), connection.out.data(),
                                connection.out.size(), MSG_NOSIGNAL);
    if (size < 0 && errno != EAGAIN && errno != EINTR) return close(connection);
    connection.out.erase(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const bool must_wait = !connection.out.empty();
    if (must_wait == std::exchange(connection.is_waiting, must_wait)) return;
    poller_.change(connection.socket, must_wait ? reading | EPOLLOUT : reading, &connection);
  }

  // What is due of it is forgotten: it has ended before connections are cleared away.
  void close(Connection& connection) {
    connection.socket.close();
    connection.is_answering = false;
    has_closed_ = true;
    std::vector<Due> kept;
    for (; !due_.empty(); due_.pop())
      if (due_.top().connection != &connection) kept.push_back(due_.top());
    due_ = decltype(due_)(std::greater<>(), std::move(kept));
  }

  const NullServerSettings settings_;
  Socket listener_;
  Poller poller_;
  std::array<std::string, 2> token_, head_;
  std::list<Connection> connections_;  // their places do not change
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<Connection*> now_due_;
  bool has_closed_ = false;
  std::array<char, 64 * 1024> buffer_{};
};

}  // namespace

NullServer::NullServer(const NullServerSettings& settings) {
  raise_descriptor_limit();
  NullServerSettings each = settings;
  const Sharing sharing = settings.threads > 1 ? Sharing::among_threads : Sharing::none;
  // A port that several threads listen on would be shared with another server of this user.
  if (sharing != Sharing::none && settings.port != 0)
    listen_on(settings.port, settings.reach, Sharing::none);
  for (int i = 0; i < settings.threads; ++i) {
    Socket listener = listen_on(each.port, each.reach, sharing);
    each.port = port_ = port_of(listener);
    auto worker = std::make_shared<NullWorker>(each, std::move(listener));
    threads_.emplace_back([worker](const std::stop_token& stop) { worker->run(stop); });
  }
}

NullServer::~NullServer() = default;

}  // namespace wgf::load
