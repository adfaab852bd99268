// SPDX-License-Identifier: MIT
#pragma once
// One line of doctor: what was looked at, on what, what was seen, and what to do about it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace wgf::runner {

enum class Verdict { ok, warning, problem, not_looked_at };
std::string_view to_text(Verdict verdict);  // "ok", "warning", "problem", "not_looked_at"

struct Finding {
  std::string check;  // name in the list of checks; the words are the message "doctor.check_<name>"
  std::string subject;  // "GPU 0", "cuda:0 bf16"; empty: the machine
  Verdict verdict = Verdict::ok;
  Message seen;
  std::optional<Message> advice;
};

// The name of the check is filled in by whoever runs it.
Finding ok(std::string subject, Message seen);
Finding warning(std::string subject, Message seen, Message advice);
Finding problem(std::string subject, Message seen, Message advice);
Finding not_looked_at(std::string subject, Message why);

bool has_problem(std::span<const Finding> findings);

}  // namespace wgf::runner
