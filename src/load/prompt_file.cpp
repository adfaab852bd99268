// SPDX-License-Identifier: MIT
#include "load/prompt_file.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace wgf::load {
namespace {

using Json = nlohmann::json;

std::optional<std::string> text_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::string> first_turn(const Json& json) {
  for (const auto& [list, who, user, said] : {std::tuple{"conversations", "from", "human", "value"},
                                              std::tuple{"messages", "role", "user", "content"}}) {
    const auto turns = json.find(list);
    if (turns == json.end() || !turns->is_array()) continue;
    for (const Json& turn : *turns)
      if (turn.is_object() && text_at(turn, who) == user) return text_at(turn, said);
  }
  return std::nullopt;
}

void add_prompt(const Json& json, std::vector<std::string>& prompts) {
  std::optional<std::string> prompt;
  if (json.is_string()) prompt = json.get<std::string>();
  if (json.is_object()) {
    prompt = text_at(json, "prompt");
    if (!prompt) prompt = text_at(json, "text");
    if (!prompt) prompt = first_turn(json);
  }
  if (prompt && !trim(*prompt).empty()) prompts.push_back(std::move(*prompt));
}

}  // namespace

std::vector<std::string> parse_prompts(std::string_view text) {
  std::vector<std::string> prompts;
  const Json whole = Json::parse(text, nullptr, false);
  if (whole.is_array()) {
    for (const Json& one : whole) add_prompt(one, prompts);
    return prompts;
  }
  for (const std::string& line : split(text, '\n')) {
    const std::string_view prompt = trim(line);
    if (prompt.empty()) continue;
    const bool may_be_json = prompt.front() == '{' || prompt.front() == '"';
    const Json json = may_be_json ? Json::parse(prompt, nullptr, false) : Json();
    if (json.is_object() || json.is_string())
      add_prompt(json, prompts);
    else
      prompts.emplace_back(prompt);
  }
  return prompts;
}

std::vector<std::string> read_prompts(const std::filesystem::path& path) {
  std::vector<std::string> prompts = parse_prompts(read_file(path));
  if (prompts.empty())
    throw Error({"server.no_prompts", {{"path", path.string()}}}, ExitCode::usage);
  return prompts;
}

}  // namespace wgf::load
