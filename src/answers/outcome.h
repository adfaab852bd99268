// SPDX-License-Identifier: MIT
#pragma once
// What became of a question. A question that cannot be read is no outcome: reading it throws
// Error(usage).

#include <optional>
#include <utility>
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

// What `find` returns, or the Error that it throws as a refusal.
template <typename T, typename Find>
Outcome<T> outcome_of(const std::vector<Message>& notes, const Find& find) {
  Outcome<T> outcome;
  outcome.notes = notes;
  try {
    outcome.answer = find();
  } catch (const Error& refusal) {
    outcome.refusal = refusal;
  }
  return outcome;
}

}  // namespace wgf::answers
