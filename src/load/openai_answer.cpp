// SPDX-License-Identifier: MIT
#include "load/openai_answer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace wgf::load {
namespace {

using Json = nlohmann::ordered_json;

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 503:
      return "Service Unavailable";
    default:
      return "Bad Request";
  }
}

std::string response(int status, const char* type, std::string_view body) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nServer: torch-gpu-benchmark\r\nContent-Type: {}\r\nContent-Length: "
      "{}\r\n\r\n{}",
      status, reason_of(status), type, body.size(), body);
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json frame_json(const AnswerFrame& frame, bool is_streamed) {
  const char* object = frame.api == Api::completions ? "text_completion"
                       : is_streamed                 ? "chat.completion.chunk"
                                                     : "chat.completion";
  return {{"id", frame.id}, {"object", object}, {"created", frame.created}, {"model", frame.model}};
}

Json usage_json(const Usage& usage) {
  return {{"prompt_tokens", usage.prompt_tokens},
          {"completion_tokens", usage.completion_tokens},
          {"total_tokens", usage.prompt_tokens + usage.completion_tokens}};
}

std::string chunk_of(std::string_view text) {
  return fmt::format("{:x}\r\n{}\r\n", text.size(), text);
}

std::string event_of(const Json& json) {
  return chunk_of("data: " + dumped(json) + "\n\n");
}

Json choice_of(Api api, std::string_view text, std::string_view finish) {
  Json choice{{"index", 0}};
  if (api == Api::completions)
    choice["text"] = text;
  else
    choice["delta"] = text.empty() ? Json::object() : Json{{"content", text}};
  choice["finish_reason"] = finish.empty() ? Json() : Json(finish);
  return choice;
}

Json with_choice(Json json, Json choice) {
  json["choices"] = Json::array({std::move(choice)});
  return json;
}

constexpr const char* end_of_chunks = "0\r\n\r\n";

Json error_json(int status, std::string_view sentence) {
  return {{"error", {{"message", sentence}, {"code", status}}}};
}

}  // namespace

std::string json_response(int status, std::string_view body) {
  return response(status, "application/json", body);
}

std::string text_response(std::string_view body) {
  return response(200, "text/plain; version=0.0.4; charset=utf-8", body);
}

std::string error_response(int status, std::string_view sentence) {
  return json_response(status, dumped(error_json(status, sentence)));
}

std::string models_response(const ServedModel& model) {
  Json one{{"id", model.name}, {"object", "model"}, {"created", 0}, {"owned_by", model.owner}};
  if (model.context_tokens > 0) one["max_model_len"] = model.context_tokens;
  return json_response(200, dumped({{"object", "list"}, {"data", Json::array({one})}}));
}

std::string whole_response(const AnswerFrame& frame, std::string_view text, std::string_view finish,
                           const Usage& usage) {
  Json choice{{"index", 0}};
  if (frame.api == Api::completions)
    choice["text"] = text;
  else
    choice["message"] = {{"role", "assistant"}, {"content", text}};
  choice["finish_reason"] = finish;
  Json json = with_choice(frame_json(frame, false), std::move(choice));
  json["usage"] = usage_json(usage);
  return json_response(200, dumped(json));
}

std::string stream_head(const AnswerFrame& frame) {
  std::string head =
      "HTTP/1.1 200 OK\r\nServer: torch-gpu-benchmark\r\nContent-Type: text/event-stream\r\n"
      "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
  if (frame.api == Api::completions) return head;
  Json choice{{"index", 0}, {"delta", {{"role", "assistant"}, {"content", ""}}}};
  choice["finish_reason"] = Json();
  return head + event_of(with_choice(frame_json(frame, true), std::move(choice)));
}

std::string text_event(const AnswerFrame& frame, std::string_view text) {
  return event_of(with_choice(frame_json(frame, true), choice_of(frame.api, text, "")));
}

std::string stream_end(const AnswerFrame& frame, std::string_view finish,
                       const std::optional<Usage>& usage) {
  std::string end =
      event_of(with_choice(frame_json(frame, true), choice_of(frame.api, "", finish)));
  if (usage) {
    Json json = frame_json(frame, true);
    json["choices"] = Json::array();
    json["usage"] = usage_json(*usage);
    end += event_of(json);
  }
  return end + chunk_of("data: [DONE]\n\n") + end_of_chunks;
}

std::string stream_error(std::string_view sentence) {
  return event_of(error_json(500, sentence)) + end_of_chunks;
}

}  // namespace wgf::load
