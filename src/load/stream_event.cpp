// SPDX-License-Identifier: MIT
#include "load/stream_event.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/text.h"

namespace wgf::load {
namespace {

using Json = nlohmann::json;

const Json* member(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found != json.end() && !found->is_null() ? &*found : nullptr;
}

bool is_text(const Json* value) {
  return value != nullptr && value->is_string() && !value->get_ref<const std::string&>().empty();
}

bool calls_tool(const Json& delta) {
  const Json* calls = member(delta, "tool_calls");
  if (calls == nullptr || !calls->is_array()) return false;
  for (const Json& call : *calls)
    if (const Json* function = member(call, "function"))
      if (is_text(member(*function, "arguments")) || is_text(member(*function, "name")))
        return true;
  return false;
}

void add_choice(const Json& choice, StreamEvent& event) {
  bool answers = is_text(member(choice, "text")), reasons = false;
  if (const Json* delta = member(choice, "delta")) {
    answers = answers || is_text(member(*delta, "content")) || calls_tool(*delta);
    reasons = is_text(member(*delta, "reasoning_content")) || is_text(member(*delta, "reasoning"));
    event.has_role = event.has_role || is_text(member(*delta, "role"));
  }
  event.is_of_answer = event.is_of_answer || answers;
  event.has_text = event.has_text || answers || reasons;
}

std::int64_t count_of(const Json& json, const char* name) {
  const Json* value = member(json, name);
  if (value == nullptr || !value->is_number_integer()) return 0;
  return std::max<std::int64_t>(value->get<std::int64_t>(), 0);
}

Usage usage_of(const Json& json) {
  Usage usage{count_of(json, "prompt_tokens"), count_of(json, "completion_tokens")};
  if (const Json* details = member(json, "prompt_tokens_details"))
    usage.cached_tokens = count_of(*details, "cached_tokens");
  return usage;
}

std::string without(std::string text, std::string_view secret) {
  constexpr std::string_view stars = "***";
  if (secret.empty()) return text;
  for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
    text.replace(at, secret.size(), stars);
  return text;
}

std::string text_of_error(const Json& error) {
  if (error.is_string()) return error.get<std::string>();
  for (const char* name : {"message", "detail", "error"})
    if (const Json* text = member(error, name)) return text_of_error(*text);
  return error.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

StreamEvent parse_stream_event(std::string_view data) {
  StreamEvent event;
  if (data == "[DONE]") {
    event.is_json = true;
    return event;
  }
  const Json json = Json::parse(data, nullptr, false);
  event.is_json = json.is_object();
  if (!event.is_json) return event;
  if (const Json* error = member(json, "error")) event.error = text_of_error(*error);
  if (const Json* usage = member(json, "usage"); usage != nullptr && usage->is_object())
    event.usage = usage_of(*usage);
  if (const Json* choices = member(json, "choices"); choices != nullptr && choices->is_array())
    for (const Json& choice : *choices) add_choice(choice, event);
  return event;
}

std::string error_text(std::string_view body, std::string_view secret) {
  constexpr std::size_t longest = 200;
  const Json json = Json::parse(body, nullptr, false);
  const std::string_view line = trim(trim(body).substr(0, trim(body).find('\n')));
  const std::string text = json.is_object() ? text_of_error(json) : std::string(line);
  return shortened(printable(without(text, secret)), longest);
}

}  // namespace wgf::load
