// SPDX-License-Identifier: MIT
#include "engine/protocol_loop.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/channel.h"
#include "engine/distributed/rank_group.h"
#include "engine/facts.h"
#include "engine/measure/run_case.h"
#include "hardware/machine.h"
#include "hardware/process_usage.h"
#include "hardware/rank_place.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

constexpr std::chrono::milliseconds progress_period{100};

// Sends progress at most ten times a second, and at once where a new phase begins.
class ProgressSender {
 public:
  explicit ProgressSender(Channel& channel) : channel_(channel) {}

  void send(std::string_view phase, double done, double total) {
    const auto now = std::chrono::steady_clock::now();
    if (phase == last_phase_ && now - last_sent_ < progress_period) return;
    last_phase_ = phase;
    last_sent_ = now;
    // Nobody will read the result either, and the device is wanted by others.
    if (!channel_.write_line(results::to_line(results::Progress{std::string(phase), done, total})))
      std::_Exit(0);
  }

 private:
  Channel& channel_;
  std::string last_phase_;
  std::chrono::steady_clock::time_point last_sent_;
};

// A limit somebody set is one of the whole process: what it holds before the first tensor counts.
void limit_memory(CountingAllocator& memory) {
  const char* text = std::getenv(results::memory_limit_variable);
  if (const auto bytes = parse_integer(text == nullptr ? "" : text))
    memory.set_process_limit(Bytes(*bytes), hardware::resident_memory().value_or(Bytes()));
  else
    // More than this, and the kernel would have to kill somebody.
    memory.set_limit(hardware::inspect_memory().total.value_or(Bytes()));
}

results::Result failed(Message reason) {
  results::Result result;
  result.status = results::Status::failed;
  result.reason = std::move(reason);
  return result;
}

// The other ranks are met when the first case asks for them.
class Answers {
 public:
  results::Result answer(const std::string& line, Context context) {
    const auto value = results::parse_case(line);
    if (!value) return failed({"engine.bad_case", {{"line", line.substr(0, 200)}}});
    try {
      if (value->ranks() > 1) add_ranks(*value, context);
    } catch (const Error& error) {
      results::Result result = failed(error.message());
      result.measured_case = *value;
      return result;
    }
    return run_case(all_benchmarks(), *value, context);
  }

 private:
  void add_ranks(const results::Case& value, Context& context) {
    if (!ranks_)
      if (const auto place = hardware::find_rank_place()) ranks_.emplace(*place);
    const int there = ranks_ ? ranks_->size() : 1;
    if (there != value.ranks())
      throw Error({"engine.other_rank_count",
                   {{"wanted", std::to_string(value.ranks())}, {"there", std::to_string(there)}}});
    context.ranks = &*ranks_;
    context.hooks.rank_agreement = [this](std::int64_t own) { return ranks_->agreed(own); };
  }

  std::optional<RankGroup> ranks_;
};

}  // namespace

EngineResources::EngineResources(const std::atomic<bool>& is_stop_requested)
    : is_stop_requested_(is_stop_requested), cpu_memory_(CountingAllocator::install()) {
  limit_memory(cpu_memory_);
  hardware::be_killed_first();
}

Context EngineResources::context() const {
  Context context;
  context.sensors = &sensors_;
  context.cpu_memory = &cpu_memory_;
  context.hooks.is_stop_requested = [this] { return is_stop_requested_.load(); };
  return context;
}

int serve(int channel_fd, std::atomic<bool>& is_stop_requested) {
  Channel channel(channel_fd);
  const EngineResources resources(is_stop_requested);
  if (!channel.write_line(results::to_line(make_hello()))) return EXIT_SUCCESS;
  Answers answers;
  while (const auto line = channel.read_line()) {
    is_stop_requested = false;
    ProgressSender progress(channel);
    Context context = resources.context();
    context.hooks.progress = [&](std::string_view phase, double done, double total) {
      progress.send(phase, done, total);
    };
    if (!channel.write_line(results::to_line(answers.answer(*line, context)))) return EXIT_SUCCESS;
  }
  return EXIT_SUCCESS;
}

}  // namespace wgf::engine
