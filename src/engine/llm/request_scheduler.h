// SPDX-License-Identifier: MIT
#pragma once
// Continuous batching with chunked prefill, as data alone: which prompt is read on, and which
// answers go on, in each turn of a decoder (docs/method/llm-load.md). Knows no device and no clock.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace wgf::engine {

struct RequestSize {
  std::int64_t input_tokens = 1, output_tokens = 1;
};

struct SchedulerLimits {
  std::int64_t slots = 1;        // sequences at once: rows of the decoder's cache
  std::int64_t turn_tokens = 1;  // read of prompts in a turn at most; answers come on top
};

// A part of a prompt. The first token of the answer comes with the last one.
struct PromptChunk {
  std::size_t request = 0;
  std::int64_t slot = 0, begin = 0, tokens = 0;
  bool ends_prompt = false;
};

// An answer that goes on by a token.
struct AnswerStep {
  std::size_t request = 0;
  std::int64_t slot = 0;
  bool ends_answer = false;
};

struct Turn {
  std::vector<PromptChunk> chunks;  // first come, first served
  std::vector<AnswerStep> steps;    // by slot

  bool is_empty() const { return chunks.empty() && steps.empty(); }
};

// Answers go on in every turn; beside them prompts are read, in the order the requests arrived. A
// request is admitted when there are a slot and tokens for it, into the lowest slot, so that
// answers lie close together; it keeps the slot until it is done.
class RequestScheduler {
 public:
  enum class State { coming, queued, prefilling, decoding, done };

  // Throws std::invalid_argument for limits under which a prompt might never be read, and for a
  // request without input or output.
  RequestScheduler(const std::vector<RequestSize>& sizes, SchedulerLimits limits);

  // One more, whose number may be that of one which was forgotten.
  std::size_t add(RequestSize size);
  void arrive(std::size_t request);
  // What to do now; empty where nothing has arrived. Admits, and changes nothing else before it is
  // completed.
  Turn next();
  // The turn was done: each of its chunks is read, each of its answers is a token longer.
  void complete(const Turn& turn);
  // Wherever it is, it gets no further token. Between turns; returns the slot that is free now.
  std::optional<std::int64_t> end(std::size_t request);
  // Of one that is done: its number is free for another.
  void forget(std::size_t request) { free_numbers_.push_back(request); }

  State state(std::size_t request) const { return requests_[request].state; }
  std::size_t waiting() const { return queue_.size(); }
  std::size_t running() const;
  // Tokens of those in slots that are in the cache.
  std::int64_t kept_tokens() const;

 private:
  struct Progress {
    RequestSize size;
    State state = State::coming;
    std::int64_t slot = 0, read = 0, written = 0;  // tokens of the prompt; of the answer
  };

  PromptChunk chunk_of(std::size_t request, std::int64_t most_tokens) const;
  std::optional<std::int64_t> free_slot() const;
  void write_token(Progress& one);

  SchedulerLimits limits_;
  std::vector<Progress> requests_;
  std::deque<std::size_t> queue_;
  std::vector<std::size_t> prefilling_;              // in the order they were admitted
  std::vector<std::optional<std::size_t>> in_slot_;  // which request holds it
  std::vector<std::size_t> free_numbers_;
};

}  // namespace wgf::engine
