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

// The user's turns with the answers between them; several of one side in a row are one. What stands
// before the first of the user (of a system) is left out, and an answer behind the last.
Conversation turns_of(const Json& json) {
  for (const auto& [list, who, user, said] : {std::tuple{"conversations", "from", "human", "value"},
                                              std::tuple{"messages", "role", "user", "content"}}) {
    const auto recorded = json.find(list);
    if (recorded == json.end() || !recorded->is_array()) continue;
    Conversation turns;
    for (const Json& one : *recorded) {
      const auto side = one.is_object() ? text_at(one, who) : std::nullopt;
      const auto text = one.is_object() ? text_at(one, said) : std::nullopt;
      if (!side || !text || *side == "system") continue;
      const bool is_of_user = *side == user || *side == "user", is_next = turns.size() % 2 == 0;
      if (is_of_user == is_next)
        turns.push_back(*text);
      else if (!turns.empty())
        turns.back() += "\n" + *text;
    }
    if (turns.size() % 2 == 0 && !turns.empty()) turns.pop_back();
    return turns;
  }
  return {};
}

void add_prompt(const Json& json, std::vector<Conversation>& prompts) {
  std::optional<std::string> prompt;
  if (json.is_string()) prompt = json.get<std::string>();
  if (json.is_object()) {
    prompt = text_at(json, "prompt");
    if (!prompt) prompt = text_at(json, "text");
  }
  Conversation turns = prompt ? Conversation{*std::move(prompt)} : Conversation();
  if (turns.empty() && json.is_object()) turns = turns_of(json);
  if (!turns.empty() && !trim(turns.front()).empty()) prompts.push_back(std::move(turns));
}

}  // namespace

std::vector<Conversation> parse_prompts(std::string_view text) {
  std::vector<Conversation> prompts;
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
      prompts.push_back({std::string(prompt)});
  }
  return prompts;
}

std::vector<Conversation> read_prompts(const std::filesystem::path& path, std::size_t turns) {
  std::vector<Conversation> prompts = parse_prompts(read_file(path));
  if (prompts.empty())
    throw Error({"server.no_prompts", {{"path", path.string()}}}, ExitCode::usage);
  const std::size_t texts = 2 * turns - 1;
  std::erase_if(prompts, [&](const Conversation& one) { return one.size() < texts; });
  if (prompts.empty())
    throw Error(
        {"server.no_conversations", {{"path", path.string()}, {"turns", std::to_string(turns)}}},
        ExitCode::usage);
  for (Conversation& one : prompts) one.resize(texts);
  return prompts;
}

}  // namespace wgf::load
