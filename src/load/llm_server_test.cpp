// SPDX-License-Identifier: MIT
// The OpenAI API before an engine that a test plays.

#include "load/llm_server.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/socket.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "load/http_reader.h"
#include "load/probe.h"
#include "load/run_load.h"
#include "load/sse_reader.h"

namespace wgf::load {
namespace {

using nlohmann::json;
using results::AnswerEnd;
using results::ServedTurn;
using results::ServingCancel;
using results::ServingRequest;
using results::ServingWish;
using testing::ElementsAre;
using testing::HasSubstr;

// The engine's end of the socket.
class PlayedEngine {
 public:
  PlayedEngine() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    theirs_ = Socket(ends[0]);
    own_ = Socket(ends[1]);
  }
  Socket take_other_end() { return std::move(theirs_); }
  void end() { own_.close(); }

  // Waits for the next line; nothing came within two seconds: none.
  std::optional<ServingWish> next() {
    while (received_.find('\n') == std::string::npos) {
      pollfd waiting{own_.descriptor(), POLLIN, 0};
      char buffer[4096];
      if (::poll(&waiting, 1, 2000) <= 0) return std::nullopt;
      const ssize_t size = ::recv(own_.descriptor(), buffer, sizeof buffer, 0);
      if (size <= 0) return std::nullopt;
      received_.append(buffer, static_cast<std::size_t>(size));
    }
    const std::size_t end = received_.find('\n');
    const auto wish = results::parse_serving_wish(received_.substr(0, end));
    received_.erase(0, end + 1);
    return wish;
  }
  ServingRequest next_request() {
    const auto wish = next();
    const auto* request = wish ? std::get_if<ServingRequest>(&*wish) : nullptr;
    EXPECT_NE(request, nullptr);
    return request == nullptr ? ServingRequest{} : *request;
  }
  void tell(const ServedTurn& turn) {
    const std::string line = results::to_line(results::ServingNews(turn)) + "\n";
    EXPECT_EQ(::send(own_.descriptor(), line.data(), line.size(), 0),
              static_cast<ssize_t>(line.size()));
  }

 private:
  Socket theirs_, own_;
  std::string received_;
};

// Of a connection that waits for each answer.
class Asker {
 public:
  explicit Asker(std::uint16_t port) {
    socket_ = Socket(::socket(AF_INET, SOCK_STREAM, 0));
    const Endpoint endpoint = resolve({.host = "127.0.0.1", .port = port});
    EXPECT_EQ(::connect(socket_.descriptor(), reinterpret_cast<const sockaddr*>(&endpoint.address),
                        endpoint.size),
              0);
  }
  void send(const std::string& path, const std::string& body, const std::string& headers = "") {
    const std::string text = (body.empty() ? "GET " : "POST ") + path + " HTTP/1.1\r\n" + headers +
                             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    ::send(socket_.descriptor(), text.data(), text.size(), MSG_NOSIGNAL);
  }
  struct Answer {
    int status = 0;
    std::string body;
  };
  Answer receive() {
    HttpReader reader;
    Answer answer;
    char buffer[4096];
    while (reader.state() != HttpReader::State::done) {
      const ssize_t size = ::recv(socket_.descriptor(), buffer, sizeof buffer, 0);
      if (size <= 0) break;
      reader.read({buffer, static_cast<std::size_t>(size)}, answer.body);
    }
    answer.status = reader.head().status;
    return answer;
  }
  Answer ask(const std::string& path, const std::string& body, const std::string& headers = "") {
    send(path, body, headers);
    return receive();
  }

 private:
  Socket socket_;
};

struct Served {
  PlayedEngine engine;
  LlmServer server;

  explicit Served(std::string key = "",
                  std::shared_ptr<const TextCodec> codec = std::make_shared<IdCodec>(100))
      : server({.model = "tiny", .key = std::move(key), .codec = std::move(codec)},
               engine.take_other_end(), {.vocabulary = 100, .slots = 2, .context_tokens = 20}) {}
  Asker asker() const { return Asker(server.port()); }
};

// The data of its events.
std::vector<std::string> events_of(const std::string& body) {
  std::vector<std::string> events;
  SseReader reader;
  reader.read(body, [&](std::string_view data) { events.emplace_back(data); });
  return events;
}

TEST(LlmServer, IdsGoToTheEngineAndTokensComeBackAsTheyAreMade) {
  Served served;
  Asker asker = served.asker();
  asker.send("/v1/completions",
             R"({"model":"tiny","prompt":[5,99],"max_tokens":3,"ignore_eos":true,"stream":true,
                 "stream_options":{"include_usage":true}})");
  const ServingRequest request = served.engine.next_request();
  EXPECT_THAT(request.prompt, ElementsAre(5, 99));
  EXPECT_EQ(request.output_tokens, 3);
  EXPECT_TRUE(request.ignores_end);
  served.engine.tell({{{request.number, 7}}, 1, 0, 0.1});
  served.engine.tell({{{request.number, 8}}, 1, 0, 0.1});
  served.engine.tell({{{request.number, 9, AnswerEnd::length}}, 0, 0, 0});
  const auto events = events_of(asker.receive().body);
  ASSERT_EQ(events.size(), 6u);  // three tokens, the end, usage, [DONE]
  EXPECT_EQ(json::parse(events[0])["choices"][0]["text"], " 7");
  EXPECT_EQ(json::parse(events[3])["choices"][0]["finish_reason"], "length");
  EXPECT_EQ(json::parse(events[4])["usage"]["prompt_tokens"], 2);
  EXPECT_EQ(json::parse(events[4])["usage"]["completion_tokens"], 3);
  EXPECT_EQ(events[5], "[DONE]");
}

TEST(LlmServer, AChatIsAnsweredAtOnceWhereNobodyStreams) {
  Served served;
  Asker asker = served.asker();
  asker.send("/v1/chat/completions",
             R"({"messages":[{"role":"user","content":"hello 17"}]})");  // the model that is served
  const ServingRequest request = served.engine.next_request();
  ASSERT_EQ(request.prompt.size(), 4u);  // user: hello 17 assistant:
  EXPECT_EQ(request.prompt[2], 17);
  EXPECT_EQ(request.output_tokens, 16);  // what the context leaves
  EXPECT_FALSE(request.ignores_end);
  served.engine.tell({{{request.number, 7}}, 1, 0, 0});
  served.engine.tell({{{request.number, 2, AnswerEnd::end_token}}, 0, 0, 0});
  const json answer = json::parse(asker.receive().body);
  EXPECT_EQ(answer["choices"][0]["message"]["content"], " 7");  // without the token that ended it
  EXPECT_EQ(answer["choices"][0]["finish_reason"], "stop");
  EXPECT_EQ(answer["usage"]["completion_tokens"], 2);
}

TEST(LlmServer, WhatCannotBeAnsweredIsRefusedWithTheReason) {
  Served served;
  Asker asker = served.asker();
  const auto refused = [&](const char* body, int status, const char* words) {
    const Asker::Answer answer = asker.ask("/v1/completions", body);
    EXPECT_EQ(answer.status, status) << body;
    EXPECT_THAT(answer.body, HasSubstr(words)) << body;
  };
  refused("{", 400, "no JSON object");
  const std::string deep = R"({"model":"tiny","prompt":)" + std::string(100'000, '[');
  refused(deep.c_str(), 400, "no JSON object");
  refused(R"({"model":"other","prompt":"a"})", 404, "other");
  refused(R"({"model":"tiny"})", 400, "prompt");
  refused(R"({"model":"tiny","prompt":""})", 400, "no token");
  refused(R"({"model":"tiny","prompt":[100]})", 400, "100");
  refused(R"({"model":"tiny","prompt":[[1],[2]]})", 400, "several");
  refused(R"({"model":"tiny","prompt":"a","n":2})", 400, "n other than 1");
  refused(R"({"model":"tiny","prompt":"a","max_tokens":0})", 400, "max_tokens");
  refused(R"({"model":"tiny","prompt":"a b","max_tokens":19})", 400,
          "maximum context length is 20");
  EXPECT_EQ(asker.ask("/v1/embeddings", "{}").status, 404);
  EXPECT_EQ(asker.ask("/health", "").status, 200);
}

TEST(LlmServer, AskersWithoutTheKeyLearnNothingButThatItLives) {
  Served served("secret");
  Asker asker = served.asker();
  EXPECT_EQ(asker.ask("/health", "").status, 200);
  for (const char* path : {"/v1/models", "/metrics"}) {
    EXPECT_EQ(asker.ask(path, "").status, 401);
    EXPECT_EQ(asker.ask(path, "", "Authorization: Bearer secreT\r\n").status, 401);
    EXPECT_EQ(asker.ask(path, "", "Authorization: Bearer secret\r\n").status, 200);
  }
  EXPECT_EQ(asker.ask("/v1/completions", R"({"model":"tiny","prompt":"a"})").status, 401);
}

TEST(LlmServer, WhoLeavesIsNotAnsweredFurther) {
  Served served;
  std::optional<Asker> asker(served.asker());
  asker->send("/v1/completions", R"({"model":"tiny","prompt":[1],"stream":true})");
  const ServingRequest request = served.engine.next_request();
  asker.reset();
  const auto wish = served.engine.next();
  ASSERT_TRUE(wish);
  EXPECT_EQ(std::get<ServingCancel>(*wish).number, request.number);
}

TEST(LlmServer, AnEngineThatEndsEndsEveryAnswer) {
  Served served;
  Asker streaming = served.asker(), waiting = served.asker();
  streaming.send("/v1/completions", R"({"model":"tiny","prompt":[1],"stream":true})");
  served.engine.next_request();
  waiting.send("/v1/completions", R"({"model":"tiny","prompt":[1]})");
  served.engine.next_request();
  served.engine.end();
  EXPECT_THAT(streaming.receive().body, HasSubstr("error"));
  EXPECT_EQ(waiting.receive().status, 503);
  EXPECT_EQ(waiting.ask("/health", "").status, 503);
}

TEST(LlmServer, CountsUnderTheNamesOfVllm) {
  Served served;
  Asker asker = served.asker();
  asker.send("/v1/completions", R"({"model":"tiny","prompt":[1,2,3],"max_tokens":2})");
  const ServingRequest request = served.engine.next_request();
  served.engine.tell({{{request.number, 7}}, 1, 4, 0.25});
  served.engine.tell({{{request.number, 7, AnswerEnd::length}}, 0, 3, 0.125});
  asker.receive();
  const std::string text = asker.ask("/metrics", "").body;
  for (const char* line :
       {"vllm:num_requests_waiting{engine=\"0\",model_name=\"tiny\"} 3\n",
        "vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"tiny\"} 0.125\n",
        "vllm:prompt_tokens_total{engine=\"0\",model_name=\"tiny\"} 3\n",
        "vllm:generation_tokens_total{engine=\"0\",model_name=\"tiny\"} 2\n",
        "finished_reason=\"length\"} 1\n", "vllm:time_to_first_token_seconds_count{engine=\"0\"",
        "vllm:inter_token_latency_seconds_bucket{engine=\"0\",model_name=\"tiny\",le=\"+Inf\"} "
        "1\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

// Tokens that are parts of a letter.
class BytesCodec final : public TextCodec {
 public:
  std::vector<std::int64_t> ids_of(std::string_view) const override { return {1}; }
  std::string bytes_of(std::int64_t id) const override {
    constexpr const char* parts[] = {"a", "\xe4", "\xbd\xa0", "\xf0\x9f", "\x98\x80"};
    return parts[id];
  }
};

TEST(LlmServer, ALetterIsSentWhenItIsWhole) {
  Served served("", std::make_shared<BytesCodec>());
  Asker asker = served.asker();
  asker.send("/v1/completions", R"({"model":"tiny","prompt":"x","max_tokens":6,"stream":true})");
  const ServingRequest request = served.engine.next_request();
  for (const std::int64_t token : {0, 1, 2, 3, 4})
    served.engine.tell({{{request.number, token}}, 1, 0, 0});
  served.engine.tell({{{request.number, 1, AnswerEnd::length}}, 0, 0, 0});
  std::vector<std::string> texts;
  for (const std::string& event : events_of(asker.receive().body))
    if (event != "[DONE]") texts.push_back(json::parse(event)["choices"][0]["text"]);
  EXPECT_THAT(texts, ElementsAre("a", "你", "😀", "\xef\xbf\xbd", ""));  // then what stays broken
}

}  // namespace
}  // namespace wgf::load
