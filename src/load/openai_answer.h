// SPDX-License-Identifier: MIT
#pragma once
// The bytes a server of the OpenAI API answers with.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "load/api.h"
#include "load/stream_event.h"

namespace wgf::load {

// "HTTP/1.1 200 OK", headers and a JSON body.
std::string json_response(int status, std::string_view body);
std::string text_response(std::string_view body);
std::string error_response(int status, std::string_view sentence);

struct ServedModel {
  std::string name, owner;
  std::int64_t context_tokens = 0;  // 0: not told
};
std::string models_response(const ServedModel& model);

// What all events of an answer begin with.
struct AnswerFrame {
  Api api = Api::completions;
  std::string model, id;
  std::int64_t created = 0;  // seconds since 1970
};

// A whole answer at once, for who does not stream. finish: "length" or "stop".
std::string whole_response(const AnswerFrame& frame, std::string_view text, std::string_view finish,
                           const Usage& usage);

// Of a stream: its head (of a chat the event of the role in it), the event of a text, and what
// follows the last one. Each event is an HTTP chunk of its own.
std::string stream_head(const AnswerFrame& frame);
std::string text_event(const AnswerFrame& frame, std::string_view text);
std::string stream_end(const AnswerFrame& frame, std::string_view finish,
                       const std::optional<Usage>& usage);
// In place of the end.
std::string stream_error(std::string_view sentence);

}  // namespace wgf::load
