// SPDX-License-Identifier: MIT
#include "load/llm_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "load/engine_line.h"
#include "load/http_request.h"
#include "load/http_service.h"
#include "load/openai_answer.h"
#include "load/served_counts.h"
#include "messages/message_table.h"

namespace wgf::load {
namespace {

using results::AnswerEnd;
using results::ServedToken;
using results::ServedTurn;

constexpr std::chrono::milliseconds stop_is_seen_after{50};
constexpr std::size_t most_unread = std::size_t{1} << 20;

// A connection with the answer that is being written on it.
struct Conversation final : ServedConnection {
  AnswerFrame frame;
  std::int64_t number = 0;  // of the request
  bool is_streamed = false, has_usage = false;
  Time asked{}, last_token{};
  Usage usage;
  std::string text, held;  // of an answer at once; bytes of a letter that is not whole
};

std::int64_t seconds_since_1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

class LlmWorker final : public HttpService {
 public:
  LlmWorker(LlmServerSettings settings, const results::ServingReady& ready, Poller& poller,
            Socket listener, Socket engine)
      : HttpService(poller, std::move(listener)),
        settings_(std::move(settings)),
        ready_(ready),
        poller_(poller),
        engine_(poller, std::move(engine)) {}

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (const Poller::Happened& one : poller_.wait(Clock::now() + stop_is_seen_after)) {
        if (!engine_.is_owner(one.owner)) {
          HttpService::take(one);
          continue;
        }
        engine_.take(one.events, [this](const ServedTurn& turn) { take(turn); });
        if (!engine_.is_open()) end_all();
      }
      clear_closed();
    }
  }

 private:
  std::unique_ptr<ServedConnection> make_connection() override {
    return std::make_unique<Conversation>();
  }

  void was_closed(ServedConnection& connection) override {
    const auto& conversation = static_cast<Conversation&>(connection);
    if (answering_.erase(conversation.number) == 0) return;
    engine_.send(results::ServingCancel{conversation.number});
    counts_.add_end("abort", 0);
  }

  void answer(ServedConnection& connection, const HttpRequest& request, Time now) override {
    const std::string path = request.path.substr(0, request.path.find('?'));
    const bool is_get = request.method == "GET";
    if (is_get && path == "/health")
      return send(connection, engine_.is_open() ? json_response(200, "{}") : no_engine());
    if (!settings_.key.empty() && request.authorization != "Bearer " + settings_.key)
      return send(connection, error_response(401, "a key is wanted: Authorization: Bearer KEY"));
    if (is_get && path == "/v1/models")
      return send(connection,
                  models_response({settings_.model, "torch-gpu-benchmark", ready_.context_tokens}));
    if (is_get && path == "/metrics")
      return send(connection, text_response(counts_.text(settings_.model)));
    const bool is_chat = path == "/v1/chat/completions";
    if (!is_chat && path != "/v1/completions")
      return send(connection, error_response(404, "no such path: " + path));
    if (request.method != "POST") return send(connection, error_response(405, "POST is wanted"));
    if (!engine_.is_open()) return send(connection, no_engine());
    ask(static_cast<Conversation&>(connection), is_chat ? Api::chat : Api::completions,
        request.body, now);
  }

  void ask(Conversation& conversation, Api api, const std::string& body, Time now) {
    WantedCompletion wanted = parse_completion(body);
    const WantedAnswer& answer = wanted.answer;
    if (!answer.error.empty()) return send(conversation, error_response(400, answer.error));
    if (!answer.model.empty() && answer.model != settings_.model)
      return send(conversation,
                  error_response(404, "The model `" + answer.model + "` does not exist."));
    results::ServingRequest request{.number = next_number_++,
                                    .prompt = std::move(wanted.ids),
                                    .output_tokens = answer.tokens,
                                    .ignores_end = wanted.ignores_end};
    try {
      if (request.prompt.empty()) request.prompt = prompt_of(api, wanted, body);
    } catch (const Error& error) {
      return send(conversation, error_response(400, messages::render(error.message(),
                                                                     messages::Language::english)));
    }
    const auto tokens = static_cast<std::int64_t>(request.prompt.size());
    if (api == Api::chat && !answer.has_limit)
      request.output_tokens = std::max<std::int64_t>(ready_.context_tokens - tokens, 1);
    if (const std::string fault = fault_of(request); !fault.empty())
      return send(conversation, error_response(400, fault));
    conversation.frame = {
        api, settings_.model,
        fmt::format("{}-{}", api == Api::chat ? "chatcmpl" : "cmpl", request.number),
        seconds_since_1970()};
    conversation.number = request.number;
    conversation.is_streamed = answer.is_streamed;
    conversation.has_usage = answer.has_usage;
    conversation.asked = now;
    conversation.usage = {.prompt_tokens = tokens};
    conversation.text.clear();
    conversation.held.clear();
    conversation.is_answering = true;
    answering_[request.number] = &conversation;
    counts_.add_prompt(tokens);
    engine_.send(request);
    if (conversation.is_streamed) send(conversation, stream_head(conversation.frame));
  }

  std::vector<std::int64_t> prompt_of(Api api, const WantedCompletion& wanted,
                                      const std::string& body) const {
    return api == Api::chat ? settings_.codec->ids_of_chat(body, wanted.text)
                            : settings_.codec->ids_of(wanted.text);
  }

  std::string fault_of(const results::ServingRequest& request) const {
    if (request.prompt.empty()) return "the prompt has no token";
    for (const std::int64_t id : request.prompt)
      if (id < 0 || id >= ready_.vocabulary)
        return fmt::format("token {} is none of the vocabulary of {}", id, ready_.vocabulary);
    const auto tokens = static_cast<std::int64_t>(request.prompt.size());
    if (tokens + request.output_tokens <= ready_.context_tokens) return "";
    return fmt::format(
        "This model's maximum context length is {} tokens. However, you requested {} tokens ({} in "
        "the prompt, {} in the completion).",
        ready_.context_tokens, tokens + request.output_tokens, tokens, request.output_tokens);
  }

  void take(const ServedTurn& turn) {
    const Time now = Clock::now();
    counts_.set_state(turn.running, turn.waiting, turn.cache_share);
    for (const ServedToken& token : turn.tokens) {
      const auto found = answering_.find(token.number);
      if (found != answering_.end()) take(token, *found->second, now);
    }
  }

  void take(const ServedToken& token, Conversation& conversation, Time now) {
    const bool is_first = conversation.usage.completion_tokens++ == 0;
    counts_.add_token();
    if (is_first)
      counts_.add_first_token(seconds(now - conversation.asked));
    else
      counts_.add_gap(seconds(now - conversation.last_token));
    conversation.last_token = now;
    // The token that ends a text is not shown.
    if (token.end != AnswerEnd::end_token)
      conversation.held += settings_.codec->bytes_of(token.token);
    const bool is_end = token.end != AnswerEnd::none;
    const std::size_t whole = is_end ? conversation.held.size() : whole_letters(conversation.held);
    const std::string text = conversation.held.substr(0, whole);
    conversation.held.erase(0, whole);
    if (!conversation.is_streamed) conversation.text += text;
    std::string bytes;
    if (conversation.is_streamed && !text.empty()) bytes = text_event(conversation.frame, text);
    if (is_end) bytes += end_of(conversation, token.end, now);
    send(conversation, bytes);
    // Who does not read is not waited for: closing cancels.
    if (conversation.out.size() > most_unread) close(conversation);
  }

  std::string end_of(Conversation& conversation, AnswerEnd end, Time now) {
    const char* finish = end == AnswerEnd::length ? "length" : "stop";
    counts_.add_end(finish, seconds(now - conversation.asked));
    answering_.erase(conversation.number);
    conversation.is_answering = false;
    if (!conversation.is_streamed)
      return whole_response(conversation.frame, conversation.text, finish, conversation.usage);
    return stream_end(conversation.frame, finish,
                      conversation.has_usage ? std::optional(conversation.usage) : std::nullopt);
  }

  static std::string no_engine() { return error_response(503, "the engine has ended"); }

  // The engine is gone.
  void end_all() {
    for (const auto& [number, conversation] : std::exchange(answering_, {})) {
      conversation->is_answering = false;
      send(*conversation,
           conversation->is_streamed ? stream_error("the engine has ended") : no_engine());
    }
  }

  const LlmServerSettings settings_;
  const results::ServingReady ready_;
  Poller& poller_;
  EngineLine engine_;
  std::map<std::int64_t, Conversation*> answering_;
  std::int64_t next_number_ = 1;
  ServedCounts counts_;
};

}  // namespace

LlmServer::LlmServer(const LlmServerSettings& settings, Socket engine,
                     const results::ServingReady& ready) {
  raise_descriptor_limit();
  Socket listener = listen_on(settings.port, settings.reach, Sharing::none);
  port_ = port_of(listener);
  auto poller = std::make_unique<Poller>();
  auto worker =
      std::make_unique<LlmWorker>(settings, ready, *poller, std::move(listener), std::move(engine));
  thread_ = std::jthread([poller = std::move(poller), worker = std::move(worker)](
                             const std::stop_token& stop) { worker->run(stop); });
}

LlmServer::~LlmServer() = default;

}  // namespace wgf::load
