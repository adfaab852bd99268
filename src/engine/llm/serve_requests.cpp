// SPDX-License-Identifier: MIT
#include "engine/llm/serve_requests.h"

#include <algorithm>
#include <map>

namespace wgf::engine {
namespace {

using results::AnswerEnd;
using results::ServedToken;
using results::ServedTurn;
using results::ServingCancel;
using results::ServingRequest;

constexpr std::chrono::milliseconds look_every{50};

class Service {
 public:
  Service(RequestSource& source, SchedulerLimits limits, const ServedTexts& texts, ServedWork& work)
      : source_(source), limits_(limits), texts_(texts), work_(work), scheduler_({}, limits) {}

  void take(const ServingRequest& request) {
    if (!is_possible(request)) {
      refused_.push_back({request.number, 0, AnswerEnd::length});
      return;
    }
    const auto tokens = static_cast<std::int64_t>(request.prompt.size());
    const std::size_t own = scheduler_.add({tokens, request.output_tokens});
    asked_[own] = {request.number, request.ignores_end};
    own_number_[request.number] = own;
    work_.put(own, request.prompt);
    scheduler_.arrive(own);
    ++record_.requests;
    record_.prompt_tokens += tokens;
  }

  void take(const ServingCancel& cancel) {
    const auto found = own_number_.find(cancel.number);
    if (found != own_number_.end()) drop(found->second);
  }

  bool is_idle() const { return scheduler_.running() + scheduler_.waiting() == 0; }

  void do_turn() {
    const Turn turn = scheduler_.next();
    if (turn.is_empty() && refused_.empty()) return;
    if (!turn.is_empty()) work_.run(turn);
    scheduler_.complete(turn);
    news_.tokens = std::exchange(refused_, {});
    for (const AnswerStep& step : turn.steps) take_token(step.request);
    for (const PromptChunk& chunk : turn.chunks)
      if (chunk.ends_prompt) take_token(chunk.request);
    news_.running = static_cast<std::int64_t>(scheduler_.running());
    news_.waiting = static_cast<std::int64_t>(scheduler_.waiting());
    news_.cache_share = static_cast<double>(scheduler_.kept_tokens()) /
                        static_cast<double>(limits_.slots * texts_.context_tokens);
    source_.tell(news_);
    ++record_.turns;
    record_.answer_turns += turn.steps.empty() ? 0 : 1;
    record_.answer_steps += static_cast<std::int64_t>(turn.steps.size());
  }

  const ServedRecord& record() const { return record_; }

 private:
  struct Asked {
    std::int64_t number = 0;
    bool ignores_end = false;
  };

  bool is_possible(const ServingRequest& request) const {
    const auto is_token = [&](std::int64_t id) { return id >= 0 && id < texts_.vocabulary; };
    return !own_number_.contains(request.number) &&
           static_cast<std::int64_t>(request.prompt.size()) + request.output_tokens <=
               texts_.context_tokens &&
           std::all_of(request.prompt.begin(), request.prompt.end(), is_token);
  }

  void take_token(std::size_t own) {
    const Asked& asked = asked_.at(own);
    ServedToken one{asked.number, work_.last_token(own), AnswerEnd::none};
    const auto& ends = texts_.end_tokens;
    const bool is_end = std::find(ends.begin(), ends.end(), one.token) != ends.end();
    if (is_end && !asked.ignores_end)
      one.end = AnswerEnd::end_token;
    else if (scheduler_.state(own) == RequestScheduler::State::done)
      one.end = AnswerEnd::length;
    news_.tokens.push_back(one);
    ++record_.output_tokens;
    if (one.end != AnswerEnd::none) drop(own);
  }

  void drop(std::size_t own) {
    work_.drop(own, scheduler_.end(own));
    own_number_.erase(asked_.at(own).number);
    asked_.erase(own);
    scheduler_.forget(own);
  }

  RequestSource& source_;
  const SchedulerLimits limits_;
  const ServedTexts& texts_;
  ServedWork& work_;
  RequestScheduler scheduler_;
  std::map<std::size_t, Asked> asked_;  // by the scheduler's number
  std::map<std::int64_t, std::size_t> own_number_;
  std::vector<ServedToken> refused_;
  ServedTurn news_;
  ServedRecord record_;
};

}  // namespace

ServedRecord serve_requests(RequestSource& source, SchedulerLimits limits, const ServedTexts& texts,
                            ServedWork& work, const std::function<bool()>& must_stop) {
  Service service(source, limits, texts, work);
  source.tell(results::ServingReady{texts.vocabulary, limits.slots, texts.context_tokens});
  std::vector<results::ServingWish> wishes;
  while (!must_stop()) {
    const bool is_open =
        source.take(wishes, service.is_idle() ? look_every : std::chrono::milliseconds(0));
    for (const results::ServingWish& wish : wishes)
      std::visit([&](const auto& one) { service.take(one); }, wish);
    if (!is_open) break;
    service.do_turn();
  }
  return service.record();
}

}  // namespace wgf::engine
