// SPDX-License-Identifier: MIT
#include "checkpoints/chat/chat_template.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/gzip.h"
#include "checkpoints/config_text.h"
#include "embedded/chat_scripts.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;

// QuickJS has no Intl, of which strftime_now takes names of months; Python's are English, too.
constexpr const char* before = R"(
var module = {exports: {}}, exports = module.exports;
var months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
              'October', 'November', 'December'];
var Intl = {DateTimeFormat: function (language, asked) {
  this.format = date => months[date.getMonth()].slice(0, asked.month === 'long' ? undefined : 3);
}};
)";

// What transformers gives a template, and with which settings it reads one
// (apply_chat_template, add_generation_prompt).
constexpr const char* behind = R"(
var chat_template, specials;
function read(given) {
  given = JSON.parse(given);
  chat_template = new module.exports.Template(given.source);
  specials = given.specials;
  return '';
}
// Parts of a text are joined as vLLM joins them; parts of another kind are the template's business.
function plain(message) {
  var parts = message && message.content;
  if (!Array.isArray(parts) || !parts.every(part => part && part.type === 'text')) return message;
  return Object.assign({}, message, {content: parts.map(part => part.text).join('\n')});
}
function render(request) {
  request = JSON.parse(request);
  var seen = {messages: request.messages.map(plain), tools: request.tools ?? null,
              documents: request.documents ?? null, add_generation_prompt: true};
  return chat_template.render(Object.assign({}, specials, seen, request.chat_template_kwargs ?? {}));
}
)";

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// "<s>", or {"content": "<s>", …}.
std::string token_text(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object() && json.contains("content") && json["content"].is_string())
    return json["content"].get<std::string>();
  return "";
}

std::map<std::string, std::string> specials_of(const Json& config) {
  std::map<std::string, std::string> specials;
  constexpr std::string_view end = "_token";
  for (const auto& [name, value] : config.items())
    if (std::string_view(name).ends_with(end))
      if (std::string text = token_text(value); !text.empty()) specials[name] = std::move(text);
  return specials;
}

// A text, or several with names.
std::string template_of(const Json& config) {
  const auto found = config.find("chat_template");
  if (found == config.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  if (!found->is_array()) return "";
  for (const Json& one : *found)
    if (one.is_object() && one.value("name", "") == "default") return one.value("template", "");
  return "";
}

}  // namespace

ChatTemplate::ChatTemplate(std::string_view source,
                           const std::map<std::string, std::string>& specials,
                           const std::string& file)
    : script_({before, unpack_gzip(embedded::chat_scripts()[0].text), behind}) {
  try {
    script_.call("read", dumped({{"source", source}, {"specials", specials}}));
  } catch (const ScriptFault& fault) {
    throw Error(
        {"checkpoint.bad_chat_template", {{"file", file}, {"reason", first_line(fault.what())}}},
        ExitCode::not_supported);
  }
}

std::string ChatTemplate::render(std::string_view request) {
  try {
    return script_.call("render", request);
  } catch (const ScriptFault& fault) {
    throw Error({"checkpoint.chat_refused", {{"reason", first_line(fault.what())}}});
  }
}

std::unique_ptr<ChatTemplate> read_chat_template(const std::filesystem::path& folder) {
  const std::filesystem::path config_path = folder / "tokenizer_config.json",
                              own_path = folder / "chat_template.jinja";
  const auto text = try_read_file(config_path);
  const Json config = text ? parse_config(*text, config_path.string()) : Json::object();
  const auto own = try_read_file(own_path);
  const std::string source = own ? *own : template_of(config);
  if (source.empty()) return nullptr;
  return std::make_unique<ChatTemplate>(source, specials_of(config),
                                        own ? own_path.string() : config_path.string());
}

}  // namespace wgf::checkpoints
