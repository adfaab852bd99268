// SPDX-License-Identifier: MIT
#include "load/null_answer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace wgf::load {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* word = " word";  // of every answer, a token each

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Bad Request";
  }
}

Json frame(Api api, std::string_view model, bool is_streamed) {
  const char* object = api == Api::completions ? "text_completion"
                       : is_streamed           ? "chat.completion.chunk"
                                               : "chat.completion";
  return {{"id", "null-0"}, {"object", object}, {"created", 0}, {"model", model}};
}

Json usage_json(const WantedAnswer& wanted) {
  return {{"prompt_tokens", wanted.prompt_tokens},
          {"completion_tokens", wanted.tokens},
          {"total_tokens", wanted.prompt_tokens + wanted.tokens}};
}

std::string chunk_of(std::string_view text) {
  return fmt::format("{:x}\r\n{}\r\n", text.size(), text);
}

std::string event_of(const Json& json) {
  return chunk_of("data: " + json.dump() + "\n\n");
}

Json choice_of(Api api, const char* text, const char* finish) {
  Json choice{{"index", 0}};
  if (api == Api::completions)
    choice["text"] = text;
  else
    choice["delta"] = *text != 0 ? Json{{"content", text}} : Json::object();
  choice["finish_reason"] = finish != nullptr ? Json(finish) : Json();
  return choice;
}

Json with_choice(Json json, Json choice) {
  json["choices"] = Json::array({std::move(choice)});
  return json;
}

}  // namespace

std::string json_response(int status, std::string_view body) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nServer: torch-gpu-benchmark-null\r\nContent-Type: application/json\r\n"
      "Content-Length: {}\r\n\r\n{}",
      status, reason_of(status), body.size(), body);
}

std::string error_response(int status, std::string_view sentence) {
  return json_response(status, Json{{"error", {{"message", sentence}, {"code", status}}}}.dump(
                                   -1, ' ', false, Json::error_handler_t::replace));
}

std::string models_response(std::string_view model) {
  const Json one{{"id", model}, {"object", "model"}, {"created", 0}, {"owned_by", "null-server"}};
  return json_response(200, Json{{"object", "list"}, {"data", Json::array({one})}}.dump());
}

std::string whole_response(Api api, std::string_view model, const WantedAnswer& wanted) {
  std::string text;
  for (std::int64_t i = 0; i < wanted.tokens; ++i) text += word;
  Json choice{{"index", 0}};
  if (api == Api::completions)
    choice["text"] = text;
  else
    choice["message"] = {{"role", "assistant"}, {"content", text}};
  choice["finish_reason"] = "length";
  Json json = with_choice(frame(api, model, false), std::move(choice));
  json["usage"] = usage_json(wanted);
  return json_response(200, json.dump());
}

std::string stream_head(Api api, std::string_view model) {
  std::string head =
      "HTTP/1.1 200 OK\r\nServer: torch-gpu-benchmark-null\r\nContent-Type: text/event-stream\r\n"
      "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
  if (api == Api::completions) return head;
  Json choice{{"index", 0}, {"delta", {{"role", "assistant"}, {"content", ""}}}};
  choice["finish_reason"] = Json();
  return head + event_of(with_choice(frame(api, model, true), std::move(choice)));
}

std::string token_event(Api api, std::string_view model) {
  return event_of(with_choice(frame(api, model, true), choice_of(api, word, nullptr)));
}

std::string stream_end(Api api, std::string_view model, const WantedAnswer& wanted) {
  std::string end = event_of(with_choice(frame(api, model, true), choice_of(api, "", "length")));
  if (wanted.has_usage) {
    Json json = frame(api, model, true);
    json["choices"] = Json::array();
    json["usage"] = usage_json(wanted);
    end += event_of(json);
  }
  return end + chunk_of("data: [DONE]\n\n") + "0\r\n\r\n";
}

}  // namespace wgf::load
