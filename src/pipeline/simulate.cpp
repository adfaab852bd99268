// SPDX-License-Identifier: MIT
#include "pipeline/simulate.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace wgf::pipeline {
namespace {

class Replay {
 public:
  Replay(const Schedule& schedule, const Times& times)
      : schedule_(schedule),
        times_(times),
        next_(static_cast<std::size_t>(schedule.ranks)),
        free_at_(static_cast<std::size_t>(schedule.ranks)),
        in_flight_(static_cast<std::size_t>(schedule.ranks)) {
    const auto count = static_cast<std::size_t>(schedule.chunks() * schedule.micro_batches);
    forward_ends_.resize(count);
    backward_ends_.resize(count);
    simulation_.of_rank.resize(static_cast<std::size_t>(schedule.ranks));
    simulation_.most_in_flight.resize(static_cast<std::size_t>(schedule.ranks));
  }

  Simulation run() {
    bool moves = true;
    while (moves) {
      moves = false;
      for (std::size_t rank = 0; rank < next_.size(); ++rank)
        while (next_[rank] < schedule_.of_rank[rank].size() && run_next(rank)) moves = true;
    }
    for (std::size_t rank = 0; rank < next_.size(); ++rank)
      if (next_[rank] < schedule_.of_rank[rank].size())
        throw std::logic_error("ranks of a schedule wait for each other");
    return std::move(simulation_);
  }

 private:
  std::optional<Seconds>& end_of(std::vector<std::optional<Seconds>>& ends, int chunk, int batch) {
    return ends[static_cast<std::size_t>(chunk * schedule_.micro_batches + batch)];
  }

  Seconds travel(int from, int to) const {
    return schedule_.rank_of(from) == schedule_.rank_of(to) ? Seconds() : times_.transfer;
  }

  // When what it needs is there; nothing: not yet.
  std::optional<Seconds> ready(const Action& action) {
    const int chunk = action.chunk, batch = action.micro_batch;
    if (action.step == Step::forward) {
      if (chunk == 0) return Seconds();
      const auto before = end_of(forward_ends_, chunk - 1, batch);
      if (!before) return std::nullopt;
      return *before + travel(chunk - 1, chunk);
    }
    const auto own = end_of(forward_ends_, chunk, batch);
    if (!own) return std::nullopt;
    if (chunk + 1 == schedule_.chunks()) return own;
    const auto after = end_of(backward_ends_, chunk + 1, batch);
    if (!after) return std::nullopt;
    return std::max(*own, *after + travel(chunk + 1, chunk));
  }

  bool run_next(std::size_t rank) {
    const Action& action = schedule_.of_rank[rank][next_[rank]];
    const auto at = ready(action);
    if (!at) return false;
    const auto chunk = static_cast<std::size_t>(action.chunk);
    const bool is_forward = action.step == Step::forward;
    const Seconds begin = std::max(*at, free_at_[rank]);
    const Seconds end = begin + (is_forward ? times_.forward[chunk] : times_.backward[chunk]);
    end_of(is_forward ? forward_ends_ : backward_ends_, action.chunk, action.micro_batch) = end;
    in_flight_[rank] += is_forward ? 1 : -1;
    int& most = simulation_.most_in_flight[rank];
    most = std::max(most, in_flight_[rank]);
    simulation_.of_rank[rank].push_back({action, begin, end});
    simulation_.end = std::max(simulation_.end, end);
    free_at_[rank] = end;
    ++next_[rank];
    return true;
  }

  const Schedule& schedule_;
  const Times& times_;
  std::vector<std::size_t> next_;
  std::vector<Seconds> free_at_;
  std::vector<int> in_flight_;
  std::vector<std::optional<Seconds>> forward_ends_, backward_ends_;
  Simulation simulation_;
};

}  // namespace

Times even_times(const Schedule& schedule, Seconds forward, Seconds backward, Seconds transfer) {
  const auto chunks = static_cast<std::size_t>(schedule.chunks());
  return {std::vector<Seconds>(chunks, forward), std::vector<Seconds>(chunks, backward), transfer};
}

double Simulation::bubble() const {
  Seconds busy;
  for (const auto& spans : of_rank)
    for (const Span& span : spans) busy += span.end - span.begin;
  const double all = end.value * static_cast<double>(of_rank.size());
  return all > 0 ? 1 - busy.value / all : 0;
}

Simulation simulate(const Schedule& schedule, const Times& times) {
  return Replay(schedule, times).run();
}

}  // namespace wgf::pipeline
