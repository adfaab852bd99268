// SPDX-License-Identifier: MIT
#pragma once
// Thrown where a case cannot go on; run_case() turns it into a Result with that status and reason.

#include <stdexcept>
#include <utility>

#include "base/message.h"
#include "results/result.h"

namespace wgf::engine {

class CaseEnded : public std::runtime_error {
 public:
  CaseEnded(results::Status status, Message reason)
      : std::runtime_error(reason.key), status_(status), reason_(std::move(reason)) {}

  results::Status status() const { return status_; }
  const Message& reason() const { return reason_; }

 private:
  results::Status status_;
  Message reason_;
};

}  // namespace wgf::engine
