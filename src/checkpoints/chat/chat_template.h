// SPDX-License-Identifier: MIT
#pragma once
// The chat template of a model's folder: a program in Jinja that makes one text of the messages of
// a conversation. Run by @huggingface/jinja.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "checkpoints/chat/script.h"

namespace wgf::checkpoints {

class ChatTemplate {
 public:
  // specials: variables of the template, "bos_token" and others. file: what it is called in
  // messages. Throws Error for what is no template.
  ChatTemplate(std::string_view source, const std::map<std::string, std::string>& specials,
               const std::string& file);

  // The text before an answer. request: that of /v1/chat/completions, of which the template sees
  // messages, tools, documents and what chat_template_kwargs holds. Throws Error with what the
  // template says of it. Of one thread at a time.
  std::string render(std::string_view request);

 private:
  Script script_;
};

// chat_template.jinja of the folder, else chat_template of its tokenizer_config.json, of several
// the one named default. Null: it has none. Throws Error.
std::unique_ptr<ChatTemplate> read_chat_template(const std::filesystem::path& folder);

}  // namespace wgf::checkpoints
