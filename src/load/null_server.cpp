// SPDX-License-Identifier: MIT
#include "load/null_server.h"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>

#include "load/http_request.h"
#include "load/http_service.h"
#include "load/openai_answer.h"
#include "load/thread_priority.h"

namespace wgf::load {
namespace {

constexpr std::string_view word = " word";       // of every answer, a token each
constexpr std::size_t most_tokens_at_once = 16;  // of one stream, before others have their turn
constexpr std::size_t most_unread = 256 * 1024;
constexpr std::chrono::milliseconds stop_is_seen_after{50};

struct Connection final : ServedConnection {
  WantedAnswer wanted;
  Api api = Api::completions;
  Time asked{};
  std::int64_t sent = 0;    // tokens
  std::vector<Time> times;  // of each, where a log is kept
};

// What one thread does.
class NullWorker final : public HttpService {
 public:
  NullWorker(const NullServerSettings& settings, Poller& poller, Socket listener)
      : HttpService(poller, std::move(listener)), settings_(settings), poller_(poller) {
    for (const Api api : {Api::completions, Api::chat}) {
      token_[index(api)] = text_event(frame(api), word);
      head_[index(api)] = stream_head(frame(api));
    }
  }

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const Time look = Clock::now() + stop_is_seen_after;
      const Time next = due_.empty() ? look : std::min(look, due_.top().time);
      for (const Poller::Happened& one : poller_.wait(next)) take(one);
      send_due();
      clear_closed();
    }
  }

 private:
  struct Due {
    Time time;
    Connection* connection;
    bool operator>(const Due& other) const { return time > other.time; }
  };

  static std::size_t index(Api api) { return api == Api::chat ? 1 : 0; }
  AnswerFrame frame(Api api) const { return {api, settings_.model, "null-0"}; }
  static Usage usage_of(const WantedAnswer& wanted) {
    return {wanted.prompt_tokens, wanted.tokens};
  }

  std::unique_ptr<ServedConnection> make_connection() override {
    return std::make_unique<Connection>();
  }

  void answer(ServedConnection& served, const HttpRequest& request, Time now) override {
    Connection& connection = static_cast<Connection&>(served);
    const std::string path = request.path.substr(0, request.path.find('?'));
    const bool is_get = request.method == "GET";
    if (is_get && path == "/health") return send(connection, json_response(200, "{}"));
    if (is_get && path == "/v1/models")
      return send(connection, models_response({settings_.model, "null-server"}));
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
    std::string text;
    for (std::int64_t i = 0; i < connection.wanted.tokens; ++i) text += word;
    send(connection,
         whole_response(frame(connection.api), text, "length", usage_of(connection.wanted)));
  }

  void send_tokens(Connection& connection, Time now) {
    if (connection.out.size() > most_unread) return;  // who asked does not read
    std::string text;
    std::size_t count = 0;
    const Time sent = Clock::now();
    while (connection.sent < connection.wanted.tokens && count < most_tokens_at_once &&
           next_due(connection) <= now) {
      text += token_[index(connection.api)];
      ++connection.sent;
      ++count;
      if (settings_.log) connection.times.push_back(sent);
    }
    if (connection.sent == connection.wanted.tokens) {
      connection.is_answering = false;
      if (settings_.log)
        settings_.log->add({connection.asked, std::exchange(connection.times, {})});
      const WantedAnswer& wanted = connection.wanted;
      text += stream_end(frame(connection.api), "length",
                         wanted.has_usage ? std::optional(usage_of(wanted)) : std::nullopt);
    }
    send(connection, text);
  }

  // What is due of it is forgotten: it has ended before connections are cleared away.
  void was_closed(ServedConnection& connection) override {
    std::vector<Due> kept;
    for (; !due_.empty(); due_.pop())
      if (due_.top().connection != &connection) kept.push_back(due_.top());
    due_ = decltype(due_)(std::greater<>(), std::move(kept));
  }

  const NullServerSettings settings_;
  Poller& poller_;
  std::array<std::string, 2> token_, head_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<Connection*> now_due_;
};

}  // namespace

void SendLog::add(SentStream stream) {
  const std::lock_guard lock(mutex_);
  streams_.push_back(std::move(stream));
}

std::vector<SentStream> SendLog::take() {
  const std::lock_guard lock(mutex_);
  std::sort(streams_.begin(), streams_.end(),
            [](const SentStream& a, const SentStream& b) { return a.asked < b.asked; });
  return std::exchange(streams_, {});
}

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
    auto poller = std::make_unique<Poller>();
    auto worker = std::make_unique<NullWorker>(each, *poller, std::move(listener));
    threads_.emplace_back(
        [poller = std::move(poller), worker = std::move(worker)](const std::stop_token& stop) {
          run_before_others();
          worker->run(stop);
        });
  }
}

NullServer::~NullServer() = default;

}  // namespace wgf::load
