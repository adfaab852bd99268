// SPDX-License-Identifier: MIT
#include "checkpoints/chat/chat_template.h"

#include <gmock/gmock.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace wgf::checkpoints {
namespace {

// What templates of models are made of: blanks cut off, a namespace, a macro, a filter, strings
// asked like Python's, a refusal.
constexpr const char* source = R"({{- bos_token }}
{%- macro turn(role, text) -%}
<|{{ role }}|>
{{ text | trim }}<|end|>
{% endmacro -%}
{%- set seen = namespace(system=false) %}
{%- for message in messages %}
    {%- if message.role == 'system' %}
        {%- set seen.system = true %}
    {%- elif message['role'] not in ['user', 'assistant'] %}
        {{- raise_exception('no role ' + message.role) }}
    {%- endif %}
    {%- set text = message.content %}
    {%- if message.role == 'assistant' and '</think>' in text %}
        {%- set text = text.split('</think>')[-1].lstrip('\n') %}
    {%- endif %}
    {{- turn(message.role, text) }}
{%- endfor %}
{%- if not seen.system and tools is none %}{{ '<none>' }}{% endif %}
{%- if add_generation_prompt %}
    {{- '<|assistant|>\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}{{ '<think></think>' }}{% endif %}
{%- endif %})";

ChatTemplate template_here(const std::string& text = source) {
  return {text, {{"bos_token", "<s>"}}, "here"};
}

// As Jinja2 3.1.6 renders it with trim_blocks and lstrip_blocks, which transformers sets.
TEST(ChatTemplate, RendersAsJinjaDoes) {
  ChatTemplate chat = template_here();
  EXPECT_EQ(chat.render(R"({"messages": [{"role": "system", "content": " Be brief. "},
                                         {"role": "user", "content": "2 + 2?"},
                                         {"role": "assistant", "content": "<think>a</think>\n\n4"},
                                         {"role": "user", "content": "Größe 你好"}]})"),
            "<s><|system|>\nBe brief.<|end|>\n<|user|>\n2 + 2?<|end|>\n<|assistant|>\n4<|end|>\n"
            "<|user|>\nGröße 你好<|end|>\n<|assistant|>\n");
}

TEST(ChatTemplate, SeesWhatTheRequestSaysOfIt) {
  ChatTemplate chat = template_here();
  EXPECT_EQ(chat.render(R"({"messages": [{"role": "user", "content": [
                              {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}],
                            "chat_template_kwargs": {"enable_thinking": false}})"),
            "<s><|user|>\na\nb<|end|>\n<none><|assistant|>\n<think></think>");
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[64];
  std::strftime(text, sizeof text, "%d %b %Y, %B", std::localtime(&now));
  return text;
}

// Llama 3's and gpt-oss's templates tell the day.
TEST(ChatTemplate, TheDayIsTold) {
  ChatTemplate chat = template_here("{{ strftime_now('%d %b %Y, %B') }}");
  const std::string before = today(), told = chat.render(R"({"messages": []})"), after = today();
  EXPECT_TRUE(told == before || told == after) << told;
}

TEST(ChatTemplate, RefusalsSayWhy) {
  ChatTemplate chat = template_here();
  try {
    chat.render(R"({"messages": [{"role": "judge", "content": "x"}]})");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no role judge"));
  }
  EXPECT_THROW(template_here("{% for x in %}"), Error);
  EXPECT_THROW(template_here("{% for i in range(1000000000) %}{{ i }}{% endfor %}").render("{}"),
               Error);
}

TEST(ChatTemplate, IsFoundInTheFolder) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "wgf_chat_template";
  std::filesystem::create_directories(folder);
  EXPECT_EQ(read_chat_template(folder), nullptr);
  std::ofstream(folder / "tokenizer_config.json")
      << R"({"bos_token": {"content": "<b>"}, "eos_token": null,
             "chat_template": [{"name": "tool_use", "template": "no"},
                               {"name": "default", "template": "{{ bos_token }}one"}]})";
  EXPECT_EQ(read_chat_template(folder)->render(R"({"messages": []})"), "<b>one");
  std::ofstream(folder / "chat_template.jinja") << "{{ bos_token }}two";
  EXPECT_EQ(read_chat_template(folder)->render(R"({"messages": []})"), "<b>two");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace wgf::checkpoints
