// SPDX-License-Identifier: MIT
#include "runner/launch/rank_processes.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "hardware/rank_place.h"
#include "hardware/usable_cpus.h"

namespace wgf::runner {
namespace {

using Clock = std::chrono::steady_clock;
using results::Result;
using results::Status;

// How long one rank is listened to before the next.
constexpr Seconds listening{0.005};
// A death is seen so much later than what it does to the others.
constexpr Seconds longest_delay{0.5};
// Stopped for so long, by SIGSTOP or a debugger, a rank keeps the others waiting for nothing.
constexpr Seconds longest_stop{5};

bool has_measured(const Result& result) {
  return result.status == Status::ok || result.status == Status::invalid ||
         result.status == Status::interrupted;
}

}  // namespace

// A folder of our own in which the file appears where ranks find each other.
class RankProcesses::MeetingPlace {
 public:
  MeetingPlace() {
    std::string name = (std::filesystem::temp_directory_path() / "wgf-ranks-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw Error({"files.cannot_write", {{"path", name}, {"reason", std::strerror(errno)}}});
    folder_ = name;
  }
  ~MeetingPlace() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string file() const { return (folder_ / "meeting").string(); }

 private:
  std::filesystem::path folder_;
};

struct RankProcesses::Member {
  EngineProcess process;
  std::optional<Result> result;
};

RankProcesses::RankProcesses(const EngineProcess::Options& options, int ranks)
    : meeting_(std::make_unique<MeetingPlace>()) {
  for (int rank = 0; rank < ranks; ++rank) {
    EngineProcess::Options one = options;
    const auto set = [&](const char* name, const std::string& value) {
      one.environment.emplace_back(name, value);
    };
    set("RANK", std::to_string(rank));
    set("WORLD_SIZE", std::to_string(ranks));
    set("LOCAL_RANK", std::to_string(rank));
    set("LOCAL_WORLD_SIZE", std::to_string(ranks));
    set(hardware::meeting_file_variable, meeting_->file());
    if (std::getenv("OMP_NUM_THREADS") == nullptr && std::getenv("MKL_NUM_THREADS") == nullptr)
      set("OMP_NUM_THREADS",
          std::to_string(
              std::max(1, static_cast<int>(hardware::usable_cpus().value_or(1)) / ranks)));
    members_.push_back({EngineProcess(std::move(one)), {}});
  }
}

RankProcesses::~RankProcesses() = default;

void RankProcesses::greet(Seconds timeout) {
  for (Member& member : members_) member.process.greet(timeout, longest_stop);
}

void RankProcesses::send(const results::Case& value) {
  for (Member& member : members_) {
    member.result.reset();
    member.process.send(value);
  }
}

EngineEvent RankProcesses::next(Deadline deadline) {
  while (Clock::now() < deadline) {
    for (std::size_t rank = 0; rank < members_.size(); ++rank) {
      Member& member = members_[rank];
      EngineEvent event = member.process.next(std::min(deadline, deadline_in(listening)));
      if (auto* result = std::get_if<Result>(&event)) {
        if (!has_measured(*result)) {
          if (auto death = death_behind(rank)) return end_all(death->first, death->second);
          return end_all(rank, std::move(event));
        }
        member.result = std::move(*result);
      } else if (std::holds_alternative<results::Progress>(event)) {
        if (rank == 0) return event;
      } else if (!std::holds_alternative<TimedOut>(event)) {
        return end_all(rank, std::move(event));
      }
    }
    const auto is_ready = [](const Member& member) { return member.result.has_value(); };
    if (std::all_of(members_.begin(), members_.end(), is_ready))
      return *std::move(members_.front().result);
    for (std::size_t rank = 0; rank < members_.size(); ++rank) {
      EngineProcess& process = members_[rank].process;
      if (process.stopped_for() <= longest_stop) continue;
      EngineEnd end = process.kill();
      end.was_stopped = true;
      return end_all(rank, end);
    }
  }
  return TimedOut{};
}

// A rank that lost its connection may say so before the one that died is seen to have.
std::optional<std::pair<std::size_t, EngineEnd>> RankProcesses::death_behind(std::size_t failed) {
  const Deadline limit = deadline_in(longest_delay);
  while (Clock::now() < limit)
    for (std::size_t rank = 0; rank < members_.size(); ++rank) {
      if (rank == failed) continue;
      const EngineEvent event = members_[rank].process.next(deadline_in(listening));
      if (const auto* end = std::get_if<EngineEnd>(&event)) return std::pair{rank, *end};
      // It failed as well: nobody died.
      if (const auto* result = std::get_if<Result>(&event); result && !has_measured(*result))
        return std::nullopt;
    }
  return std::nullopt;
}

// What the first to fail says is why; what the others say of it comes too late.
EngineEvent RankProcesses::end_all(std::size_t first, EngineEvent event) {
  for (std::size_t rank = 0; rank < members_.size(); ++rank)
    if (rank != first) members_[rank].process.kill();
  const Message which{"runner.failed_on_rank", {{"rank", std::to_string(first)}}};
  if (auto* end = std::get_if<EngineEnd>(&event)) {
    end->rank = static_cast<int>(first);
  } else {
    members_[first].process.kill();
    if (auto* result = std::get_if<Result>(&event)) result->warnings.push_back(which);
  }
  return event;
}

void RankProcesses::interrupt() {
  for (Member& member : members_) member.process.interrupt();
}

EngineEnd RankProcesses::kill() {
  EngineEnd first = members_.front().process.kill();
  for (std::size_t rank = 1; rank < members_.size(); ++rank) {
    const EngineEnd end = members_[rank].process.kill();
    first.was_stopped |= end.was_stopped;
  }
  return first;
}

}  // namespace wgf::runner
