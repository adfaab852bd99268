// SPDX-License-Identifier: MIT
#pragma once
// Thrown where a case cannot go on; run_case() turns it into a Result with that status, reason and
// warnings.

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/message.h"
#include "results/result.h"

namespace wgf::engine {

class CaseEnded : public std::runtime_error {
 public:
  CaseEnded(results::Status status, Message reason, std::vector<Message> warnings = {})
      : std::runtime_error(reason.key),
        status_(status),
        reason_(std::move(reason)),
        warnings_(std::move(warnings)) {}

  results::Status status() const { return status_; }
  const Message& reason() const { return reason_; }
  const std::vector<Message>& warnings() const { return warnings_; }

 private:
  results::Status status_;
  Message reason_;
  std::vector<Message> warnings_;
};

}  // namespace wgf::engine
