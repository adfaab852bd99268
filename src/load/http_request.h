// SPDX-License-Identifier: MIT
#pragma once
// What is asked of a server of the OpenAI API: requests of HTTP/1.1, read as their bytes come, and
// what their JSON wants.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::load {

struct HttpRequest {
  std::string method, path, body;
  std::string authorization;  // of the header: "Bearer KEY"
  bool keeps_connection = true;
};

class HttpRequestReader {
 public:
  enum class State { head, body, done, wrong };

  // Takes all bytes but those of the next request; returns how many.
  std::size_t read(std::string_view bytes);
  void begin_again() { *this = {}; }

  State state() const { return state_; }
  const HttpRequest& request() const { return request_; }

 private:
  void take_line(std::string_view line);

  State state_ = State::head;
  HttpRequest request_;
  std::string line_;
  std::size_t left_ = 0;
};

// What a completion is asked for. error: a sentence of what is wrong, in English as servers have
// it.
struct WantedAnswer {
  std::string error, model;
  std::int64_t prompt_tokens = 0;  // ids, or words where text was sent
  std::int64_t tokens = 16;
  bool has_limit = false;  // of the tokens; else they are what the API says
  bool is_streamed = false, has_usage = true;
};
WantedAnswer parse_wanted(std::string_view body);

// The same for who computes an answer.
struct WantedCompletion {
  WantedAnswer answer;
  std::vector<std::int64_t> ids;  // of the prompt, where it was sent so
  std::string text;               // else; of a chat all messages: "user: …\n", and "assistant:"
  bool ignores_end = false;
};
WantedCompletion parse_completion(std::string_view body);

}  // namespace wgf::load
