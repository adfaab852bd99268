// SPDX-License-Identifier: MIT
#include "runner/doctor/finding.h"

#include <algorithm>

namespace wgf::runner {

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::warning:
      return "warning";
    case Verdict::problem:
      return "problem";
    case Verdict::not_looked_at:
      break;
  }
  return "not_looked_at";
}

Finding ok(std::string subject, Message seen) {
  return {.subject = std::move(subject), .verdict = Verdict::ok, .seen = std::move(seen)};
}

Finding warning(std::string subject, Message seen, Message advice) {
  return {.subject = std::move(subject),
          .verdict = Verdict::warning,
          .seen = std::move(seen),
          .advice = std::move(advice)};
}

Finding problem(std::string subject, Message seen, Message advice) {
  Finding finding = warning(std::move(subject), std::move(seen), std::move(advice));
  finding.verdict = Verdict::problem;
  return finding;
}

Finding not_looked_at(std::string subject, Message why) {
  return {.subject = std::move(subject), .verdict = Verdict::not_looked_at, .seen = std::move(why)};
}

bool has_problem(std::span<const Finding> findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.verdict == Verdict::problem; });
}

}  // namespace wgf::runner
