// SPDX-License-Identifier: MIT
// A model's chat template, a program of whoever made the model: it is read and run, or refused.

#include "checkpoints/chat/chat_template.h"
#include "fuzz/any_bytes.h"

namespace wgf::checkpoints {
namespace {

void read_all(std::string_view text) {
  ChatTemplate(text, {{"bos_token", "<s>"}}, "template")
      .render(R"({"messages": [{"role": "system", "content": "a"}, {"role": "user", "content": "b"}]})");
}

}  // namespace
}  // namespace wgf::checkpoints

WGF_FUZZ(text, wgf::checkpoints::read_all(text))
