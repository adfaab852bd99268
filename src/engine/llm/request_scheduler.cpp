// SPDX-License-Identifier: MIT
#include "engine/llm/request_scheduler.h"

#include <algorithm>
#include <stdexcept>

namespace wgf::engine {

RequestScheduler::RequestScheduler(const std::vector<RequestSize>& sizes, SchedulerLimits limits)
    : limits_(limits), in_slot_(static_cast<std::size_t>(std::max<std::int64_t>(limits.slots, 0))) {
  if (limits.slots < 1 || limits.turn_tokens < 1)
    throw std::invalid_argument("a turn must have a slot and room for a token of a prompt");
  for (const RequestSize& size : sizes) add(size);
}

std::size_t RequestScheduler::add(RequestSize size) {
  if (size.input_tokens < 1 || size.output_tokens < 1)
    throw std::invalid_argument("a request needs a token of input and one of output");
  if (free_numbers_.empty()) {
    requests_.push_back({.size = size});
    return requests_.size() - 1;
  }
  const std::size_t number = free_numbers_.back();
  free_numbers_.pop_back();
  requests_[number] = {.size = size};
  return number;
}

void RequestScheduler::arrive(std::size_t request) {
  requests_[request].state = State::queued;
  queue_.push_back(request);
}

std::optional<std::int64_t> RequestScheduler::free_slot() const {
  const auto found = std::find(in_slot_.begin(), in_slot_.end(), std::nullopt);
  if (found == in_slot_.end()) return std::nullopt;
  return found - in_slot_.begin();
}

PromptChunk RequestScheduler::chunk_of(std::size_t request, std::int64_t most_tokens) const {
  const Progress& one = requests_[request];
  const std::int64_t left = one.size.input_tokens - one.read;
  return {.request = request,
          .slot = one.slot,
          .begin = one.read,
          .tokens = std::min(left, most_tokens),
          .ends_prompt = left <= most_tokens};
}

Turn RequestScheduler::next() {
  Turn turn;
  for (const auto& request : in_slot_) {
    if (!request || state(*request) != State::decoding) continue;
    const Progress& one = requests_[*request];
    turn.steps.push_back({*request, one.slot, one.written + 1 == one.size.output_tokens});
  }
  std::int64_t left = limits_.turn_tokens;
  const auto read = [&](std::size_t request) {
    turn.chunks.push_back(chunk_of(request, left));
    left -= turn.chunks.back().tokens;
  };
  for (std::size_t i = 0; i < prefilling_.size() && left > 0; ++i) read(prefilling_[i]);
  while (left > 0 && !queue_.empty()) {
    const auto slot = free_slot();
    if (!slot) break;
    const std::size_t request = queue_.front();
    queue_.pop_front();
    in_slot_[static_cast<std::size_t>(*slot)] = request;
    prefilling_.push_back(request);
    requests_[request].state = State::prefilling;
    requests_[request].slot = *slot;
    read(request);
  }
  return turn;
}

void RequestScheduler::write_token(Progress& one) {
  one.state = State::decoding;
  if (++one.written < one.size.output_tokens) return;
  one.state = State::done;
  in_slot_[static_cast<std::size_t>(one.slot)].reset();
}

std::optional<std::int64_t> RequestScheduler::end(std::size_t request) {
  Progress& one = requests_[request];
  if (one.state == State::queued) std::erase(queue_, request);
  if (one.state == State::prefilling) std::erase(prefilling_, request);
  const bool has_slot = one.state == State::prefilling || one.state == State::decoding;
  one.state = State::done;
  if (!has_slot) return std::nullopt;
  in_slot_[static_cast<std::size_t>(one.slot)].reset();
  return one.slot;
}

std::int64_t RequestScheduler::kept_tokens() const {
  std::int64_t tokens = 0;
  for (const auto& request : in_slot_)
    if (request) tokens += requests_[*request].read + requests_[*request].written;
  return tokens;
}

std::size_t RequestScheduler::running() const {
  return in_slot_.size() -
         static_cast<std::size_t>(std::count(in_slot_.begin(), in_slot_.end(), std::nullopt));
}

void RequestScheduler::complete(const Turn& turn) {
  for (const AnswerStep& step : turn.steps) write_token(requests_[step.request]);
  for (const PromptChunk& chunk : turn.chunks) {
    Progress& one = requests_[chunk.request];
    one.read += chunk.tokens;
    if (!chunk.ends_prompt) continue;
    prefilling_.erase(std::find(prefilling_.begin(), prefilling_.end(), chunk.request));
    write_token(one);
  }
}

}  // namespace wgf::engine
