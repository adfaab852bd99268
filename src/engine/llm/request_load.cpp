// SPDX-License-Identifier: MIT
#include "engine/llm/request_load.h"

#include <cmath>
#include <random>

namespace wgf::engine {
namespace {

// The standard library's distributions differ from one to another; these do not.
double uniform(std::mt19937_64& random) {
  constexpr int unused_bits = 11;
  return static_cast<double>(random() >> unused_bits) * 0x1p-53;
}

std::int64_t uniform(std::mt19937_64& random, const Between<std::int64_t>& ends) {
  const auto lengths = static_cast<double>(ends.high - ends.low + 1);
  return ends.low + static_cast<std::int64_t>(uniform(random) * lengths);
}

// A load on its way through the scheduler.
class LoadRun {
 public:
  LoadRun(const RequestLoad& load, SchedulerLimits limits)
      : load_(load), scheduler_(load.sizes, limits), times_(load.sizes.size()) {
    if (is_open()) return;
    for (std::int64_t i = 0; i < load.concurrency && has_more(); ++i) arrive(0);
  }

  bool is_done() const { return done_ == times_.size(); }
  double share_done() const {
    return static_cast<double>(done_) / static_cast<double>(times_.size());
  }
  double next_arrival() const { return load_.arrivals[coming_]; }

  // What to do now, with what has come by `now`.
  Turn next(double now) {
    while (is_open() && has_more() && next_arrival() <= now) arrive(next_arrival());
    Turn turn = scheduler_.next();
    for (const PromptChunk& chunk : turn.chunks)
      if (chunk.begin == 0) times_[chunk.request].begin = now;
    return turn;
  }

  void complete(const Turn& turn, double now) {
    scheduler_.complete(turn);
    for (const AnswerStep& step : turn.steps) take_token(step.request, now);
    for (const PromptChunk& chunk : turn.chunks)
      if (chunk.ends_prompt) take_token(chunk.request, now);
    ++record_.turns;
    record_.answer_turns += turn.steps.empty() ? 0 : 1;
    record_.answer_steps += static_cast<std::int64_t>(turn.steps.size());
  }

  LoadRecord take() {
    for (std::size_t i = load_.warmup; i < times_.size(); ++i) {
      if (scheduler_.state(i) != RequestScheduler::State::done) continue;
      record_.requests.push_back(std::move(times_[i]));
      record_.sizes.push_back(load_.sizes[i]);
    }
    record_.was_stopped = !is_done();
    return std::move(record_);
  }

 private:
  bool is_open() const { return !load_.arrivals.empty(); }
  bool has_more() const { return coming_ < times_.size(); }

  void arrive(double time) {
    times_[coming_].arrival = time;
    scheduler_.arrive(coming_++);
  }

  void take_token(std::size_t request, double now) {
    times_[request].tokens.push_back(now);
    if (scheduler_.state(request) != RequestScheduler::State::done) return;
    ++done_;
    if (!is_open() && has_more()) arrive(now);
  }

  const RequestLoad& load_;
  RequestScheduler scheduler_;
  std::vector<RequestTimes> times_;
  std::size_t coming_ = 0, done_ = 0;
  LoadRecord record_;
};

}  // namespace

RequestLoad make_load(const LoadPlan& plan) {
  RequestLoad load{.concurrency = plan.concurrency,
                   .warmup = static_cast<std::size_t>(plan.warmup)};
  std::mt19937_64 lengths(plan.seed), gaps(plan.seed + 1);
  double time = 0;
  for (std::int64_t i = 0; i < plan.warmup + plan.requests; ++i) {
    const std::int64_t input = uniform(lengths, plan.input_tokens);
    load.sizes.push_back({input, uniform(lengths, plan.output_tokens)});
    if (plan.rate <= 0) continue;
    if (i > 0) time -= std::log1p(-uniform(gaps)) / plan.rate;
    load.arrivals.push_back(time);
  }
  return load;
}

LoadRecord run_load(const RequestLoad& load, SchedulerLimits limits, TurnWork& work,
                    LoadClock& clock, const std::function<bool(double)>& must_stop) {
  LoadRun run(load, limits);
  while (!run.is_done() && !must_stop(run.share_done())) {
    const Turn turn = run.next(clock.now());
    if (turn.is_empty()) {
      clock.wait_until(run.next_arrival());
      continue;
    }
    work.run(turn);
    run.complete(turn, clock.now());
  }
  return run.take();
}

}  // namespace wgf::engine
