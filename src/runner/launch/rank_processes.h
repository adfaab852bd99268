// SPDX-License-Identifier: MIT
#pragma once
// Engine processes that measure a case together, one a rank, all on this machine: given the case,
// watched and ended as one. As soon as one of them fails, dies or stands still, all are ended and
// that one is named.

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runner/launch/engine_process.h"

namespace wgf::runner {

class RankProcesses final : public Engine {
 public:
  // Each gets these options and its place among the others in the environment; on a CPU, which they
  // share, its part of the threads unless the user says how many.
  RankProcesses(const EngineProcess::Options& options, int ranks);
  ~RankProcesses() override;

  // Of all. Throws as EngineProcess::greet() does.
  void greet(Seconds timeout);

  void send(const results::Case& value) override;
  // Progress is rank 0's, and so is the result, which comes when all have theirs.
  EngineEvent next(Deadline deadline) override;
  void interrupt() override;
  EngineEnd kill() override;

 private:
  struct Member;
  class MeetingPlace;

  EngineEvent end_all(std::size_t first, EngineEvent event);
  std::optional<std::pair<std::size_t, EngineEnd>> death_behind(std::size_t failed);

  std::unique_ptr<MeetingPlace> meeting_;
  std::vector<Member> members_;
};

}  // namespace wgf::runner
