// SPDX-License-Identifier: MIT
#include "cli/words/row_reasons.h"

#include "messages/words_of_data.h"

namespace wgf::cli {

std::string reason_text(const std::string& reason, const Context& context) {
  return messages::words_of_data("validate.reason_", reason, context.language);
}

Message reason_message(const std::string& reason) {
  return {messages::key_of_words("validate.reason_", reason), {}};
}

}  // namespace wgf::cli
