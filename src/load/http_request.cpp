// SPDX-License-Identifier: MIT
#include "load/http_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "load/http_reader.h"

namespace wgf::load {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_line = 64 * 1024, longest_body = std::size_t{64} << 20;
constexpr std::int64_t most_tokens = 1'000'000;

std::int64_t words_of(std::string_view text) {
  std::int64_t words = 0;
  bool is_inside = false;
  for (const char letter : text) {
    const bool is_blank = letter == ' ' || letter == '\n';
    words += !is_blank && !is_inside ? 1 : 0;
    is_inside = !is_blank;
  }
  return words;
}

std::int64_t tokens_of(const Json& json) {
  if (json.is_string()) return words_of(json.get_ref<const std::string&>());
  if (json.is_number()) return 1;
  std::int64_t tokens = 0;
  if (json.is_array())
    for (const Json& part : json) tokens += tokens_of(part);
  if (json.is_object() && json.contains("content")) tokens += tokens_of(json["content"]);
  if (json.is_object() && json.contains("text")) tokens += tokens_of(json["text"]);
  return tokens;
}

// What nests deeper than any request is none.
Json parsed(std::string_view body) {
  if (too_deep_at(body)) return nullptr;
  return Json::parse(body, nullptr, false);
}

bool is_true(const Json& where, const char* name) {
  const auto found = where.find(name);
  return found != where.end() && found->is_boolean() && found->get<bool>();
}

WantedAnswer wanted_of(const Json& json) {
  WantedAnswer wanted;
  if (!json.is_object()) {
    wanted.error = "the body is no JSON object";
    return wanted;
  }
  const auto text = json.find("prompt") != json.end() ? json.find("prompt") : json.find("messages");
  if (text == json.end()) wanted.error = "no prompt and no messages";
  if (text != json.end()) wanted.prompt_tokens = tokens_of(*text);
  if (const auto model = json.find("model"); model != json.end() && model->is_string())
    wanted.model = model->get<std::string>();
  for (const char* name : {"max_tokens", "max_completion_tokens"}) {
    const auto tokens = json.find(name);
    if (tokens == json.end() || tokens->is_null()) continue;
    wanted.has_limit = true;
    wanted.tokens = tokens->is_number_integer() ? tokens->get<std::int64_t>() : 0;
    if (wanted.tokens < 1 || wanted.tokens > most_tokens)
      wanted.error = std::string(name) + " is not between 1 and 1000000";
  }
  wanted.is_streamed = is_true(json, "stream");
  const auto options = json.find("stream_options");
  wanted.has_usage = !wanted.is_streamed || (options != json.end() && options->is_object() &&
                                             is_true(*options, "include_usage"));
  return wanted;
}

// Of a message: a string, or parts of {"type": "text", "text": …}.
std::string text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string text;
  if (content.is_array())
    for (const Json& part : content)
      if (part.is_object() && part.contains("text")) text += text_of(part["text"]);
  return text;
}

// For models without a template.
std::string text_of_chat(const Json& messages) {
  std::string text;
  for (const Json& message : messages) {
    if (!message.is_object() || !message.contains("content")) continue;
    const std::string role = message.contains("role") ? text_of(message["role"]) : "user";
    text += role + ": " + text_of(message["content"]) + "\n";
  }
  return text + "assistant:";
}

bool are_ids(const Json& prompt) {
  return prompt.is_array() && !prompt.empty() &&
         std::all_of(prompt.begin(), prompt.end(),
                     [](const Json& one) { return one.is_number_integer(); });
}

}  // namespace

std::size_t HttpRequestReader::read(std::string_view bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && (state_ == State::head || state_ == State::body)) {
    const std::string_view rest = bytes.substr(taken);
    if (state_ == State::body) {
      const std::size_t size = std::min(left_, rest.size());
      request_.body.append(rest.substr(0, size));
      left_ -= size;
      taken += size;
      if (left_ == 0) state_ = State::done;
      continue;
    }
    const std::size_t end = rest.find('\n');
    const std::size_t size = end == std::string_view::npos ? rest.size() : end + 1;
    line_.append(rest.substr(0, size));
    taken += size;
    if (line_.size() > longest_line) state_ = State::wrong;
    if (end == std::string_view::npos || state_ == State::wrong) continue;
    const std::string line = std::exchange(line_, {});
    take_line(trim(line));
  }
  return taken;
}

void HttpRequestReader::take_line(std::string_view line) {
  if (request_.method.empty()) {
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last ||
        !line.substr(last).starts_with(" HTTP/1.")) {
      state_ = State::wrong;
      return;
    }
    request_.method = line.substr(0, first);
    request_.path = line.substr(first + 1, last - first - 1);
    request_.keeps_connection = line.ends_with("1.1");
    return;
  }
  if (line.empty()) {
    state_ = left_ > 0 ? State::body : State::done;
    return;
  }
  std::string_view value;
  if (take_header(line, "content-length", value)) {
    const auto size = parse_integer(value);
    const bool is_size = size && *size >= 0 && static_cast<std::size_t>(*size) <= longest_body;
    if (is_size)
      left_ = static_cast<std::size_t>(*size);
    else
      state_ = State::wrong;
  } else if (take_header(line, "transfer-encoding", value)) {
    state_ = State::wrong;  // no client of these servers sends a body in chunks
  } else if (take_header(line, "authorization", value)) {
    request_.authorization = value;
  } else if (take_header(line, "connection", value)) {
    request_.keeps_connection = lower_case(value) != "close";
  }
}

WantedAnswer parse_wanted(std::string_view body) {
  return wanted_of(parsed(body));
}

WantedCompletion parse_completion(std::string_view body) {
  const Json json = parsed(body);
  WantedCompletion wanted{.answer = wanted_of(json)};
  std::string& error = wanted.answer.error;
  if (!error.empty()) return wanted;
  wanted.ignores_end = is_true(json, "ignore_eos");
  for (const char* name : {"n", "best_of"}) {
    const auto count = json.find(name);
    if (count != json.end() && !count->is_null() && *count != 1)
      error = std::string(name) + " other than 1 is not served";
  }
  const auto prompt = json.find("prompt");
  if (prompt == json.end()) {
    if (!json["messages"].is_array() || json["messages"].empty())
      error = "messages is no list of any";
    else
      wanted.text = text_of_chat(json["messages"]);
  } else if (prompt->is_string()) {
    wanted.text = prompt->get<std::string>();
  } else if (are_ids(*prompt)) {
    wanted.ids = prompt->get<std::vector<std::int64_t>>();
  } else {
    error = "prompt is neither a text nor a list of ids; several at once are not served";
  }
  return wanted;
}

}  // namespace wgf::load
