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

bool has_text(const Json& choice) {
  if (is_text(member(choice, "text"))) return true;
  const Json* delta = member(choice, "delta");
  if (delta == nullptr) return false;
  return is_text(member(*delta, "content")) || is_text(member(*delta, "reasoning_content")) ||
         is_text(member(*delta, "reasoning")) || calls_tool(*delta);
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
    for (const Json& choice : *choices) event.has_text = event.has_text || has_text(choice);
  return event;
}

std::string error_text(std::string_view body) {
  constexpr std::size_t longest = 200;
  const Json json = Json::parse(body, nullptr, false);
  if (json.is_object()) return shortened(printable(text_of_error(json)), longest);
  const std::string_view line = trim(trim(body).substr(0, trim(body).find('\n')));
  return shortened(printable(line), longest);
}

}  // namespace wgf::load
