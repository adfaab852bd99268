// SPDX-License-Identifier: MIT
#pragma once
// Requests that come from outside, answered turn by turn until nobody asks any more. Knows no
// device: the same scheduler as of a load in the process (request_load.h), whose requests are not
// known beforehand.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/llm/request_load.h"
#include "engine/llm/request_socket.h"

namespace wgf::engine {

// Turns whose prompts come and go one by one.
class ServedWork : public TurnWork {
 public:
  virtual void put(std::size_t request, const std::vector<std::int64_t>& prompt) = 0;
  // It is over; the slot, where it held one, is nobody's.
  virtual void drop(std::size_t request, std::optional<std::int64_t> slot) = 0;
  virtual std::int64_t last_token(std::size_t request) const = 0;
};

struct ServedTexts {
  std::int64_t vocabulary = 0, context_tokens = 0;
  std::vector<std::int64_t> end_tokens;  // each ends a text, where its request does not ignore it
};

struct ServedRecord {
  std::int64_t requests = 0, turns = 0;  // taken; with something to do
  std::int64_t prompt_tokens = 0, output_tokens = 0;
  std::int64_t answer_turns = 0, answer_steps = 0;  // in which answers went on; by how many tokens
};

// Says first that it is ready. A request that does not fit the texts is ended at once.
ServedRecord serve_requests(RequestSource& source, SchedulerLimits limits, const ServedTexts& texts,
                            ServedWork& work, const std::function<bool()>& must_stop);

}  // namespace wgf::engine
