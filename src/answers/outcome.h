// SPDX-License-Identifier: MIT
#pragma once
// What became of a question. A question that cannot be read is no outcome: reading it throws
// Error(usage).

#include <optional>
#include <vector>

#include "base/error.h"
#include "base/message.h"

namespace wgf::answers {

// The answer, what was taken for granted on the way, and why it is not the one that was asked for.
// A refusal may stand beside an answer, which then is what is known all the same: bounds where
// nothing is forecast, what comes nearest where nothing meets all limits.
template <typename T>
struct Outcome {
  std::optional<T> answer;
  std::vector<Message> notes;
  std::optional<Error> refusal;
};

}  // namespace wgf::answers
