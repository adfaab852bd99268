// SPDX-License-Identifier: MIT
#include "pipeline/simulate.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

namespace wgf::pipeline {
namespace {

constexpr double not_yet = std::numeric_limits<double>::infinity();

class Replay {
 public:
  Replay(const Schedule& schedule, const Times& times)
      : schedule_(schedule),
        times_(times),
        next_(static_cast<std::size_t>(schedule.ranks)),
        free_at_(static_cast<std::size_t>(schedule.ranks)),
        in_flight_(static_cast<std::size_t>(schedule.ranks)),
        is_woken_(static_cast<std::size_t>(schedule.ranks), true) {
    const auto count = static_cast<std::size_t>(schedule.chunks() * schedule.micro_batches);
    forward_ends_.assign(count, not_yet);
    backward_ends_.assign(count, not_yet);
    simulation_.of_rank.resize(next_.size());
    for (std::size_t rank = 0; rank < next_.size(); ++rank)
      simulation_.of_rank[rank].reserve(schedule.of_rank[rank].size());
    simulation_.most_in_flight.resize(next_.size());
  }

  // A rank runs until what it needs next is not there, and then when a neighbour did something.
  Simulation run() {
    for (int rank = schedule_.ranks - 1; rank >= 0; --rank) woken_.push_back(rank);
    while (!woken_.empty()) {
      const auto rank = static_cast<std::size_t>(woken_.back());
      woken_.pop_back();
      is_woken_[rank] = false;
      while (next_[rank] < schedule_.of_rank[rank].size() && run_next(rank)) {
      }
    }
    for (std::size_t rank = 0; rank < next_.size(); ++rank)
      if (next_[rank] < schedule_.of_rank[rank].size())
        throw std::logic_error("ranks of a schedule wait for each other");
    return std::move(simulation_);
  }

 private:
  std::size_t place(int chunk, int batch) const {
    return static_cast<std::size_t>(chunk) * static_cast<std::size_t>(schedule_.micro_batches) +
           static_cast<std::size_t>(batch);
  }

  double travel(int from, int to) const {
    return schedule_.rank_of(from) == schedule_.rank_of(to) ? 0 : times_.transfer.value;
  }

  // When what it needs is there.
  double ready(const Action& action) const {
    const int chunk = action.chunk, batch = action.micro_batch;
    switch (action.step) {
      case Step::forward:
        return chunk == 0 ? 0 : forward_ends_[place(chunk - 1, batch)] + travel(chunk - 1, chunk);
      case Step::backward: {
        const double own = forward_ends_[place(chunk, batch)];
        if (chunk + 1 == schedule_.chunks()) return own;
        return std::max(own, backward_ends_[place(chunk + 1, batch)] + travel(chunk + 1, chunk));
      }
      case Step::weights:
        return backward_ends_[place(chunk, batch)];
    }
    return 0;
  }

  void wake(int chunk) {
    if (chunk < 0 || chunk >= schedule_.chunks()) return;
    const int rank = schedule_.rank_of(chunk);
    if (is_woken_[static_cast<std::size_t>(rank)]) return;
    is_woken_[static_cast<std::size_t>(rank)] = true;
    woken_.push_back(rank);
  }

  bool run_next(std::size_t rank) {
    const Action& action = schedule_.of_rank[rank][next_[rank]];
    const double at = ready(action);
    if (at == not_yet) return false;
    const double begin = std::max(at, free_at_[rank]);
    const double end = begin + times_.of(action, schedule_.splits_backward).value;
    if (action.step == Step::forward) {
      forward_ends_[place(action.chunk, action.micro_batch)] = end;
      wake(action.chunk + 1);
    } else if (action.step == Step::backward) {
      backward_ends_[place(action.chunk, action.micro_batch)] = end;
      wake(action.chunk - 1);
    }
    count_in_flight(rank, action.step);
    simulation_.of_rank[rank].push_back({action, Seconds(begin), Seconds(end)});
    simulation_.end = std::max(simulation_.end, Seconds(end));
    free_at_[rank] = end;
    ++next_[rank];
    return true;
  }

  void count_in_flight(std::size_t rank, Step step) {
    const Step last = schedule_.splits_backward ? Step::weights : Step::backward;
    if (step == Step::forward) ++in_flight_[rank];
    if (step == last) --in_flight_[rank];
    int& most = simulation_.most_in_flight[rank];
    most = std::max(most, in_flight_[rank]);
  }

  const Schedule& schedule_;
  const Times& times_;
  std::vector<std::size_t> next_;
  std::vector<double> free_at_;
  std::vector<int> in_flight_;
  std::vector<bool> is_woken_;
  std::vector<int> woken_;
  std::vector<double> forward_ends_, backward_ends_;
  Simulation simulation_;
};

}  // namespace

Seconds Times::of(const Action& action, bool splits_backward) const {
  const auto chunk = static_cast<std::size_t>(action.chunk);
  switch (action.step) {
    case Step::forward:
      return forward[chunk];
    case Step::backward:
      return splits_backward ? backward[chunk] - weights[chunk] : backward[chunk];
    case Step::weights:
      return weights[chunk];
  }
  return Seconds();
}

Times even_times(const Schedule& schedule, Seconds forward, Seconds backward, Seconds transfer) {
  return even_times(schedule, forward, backward, Seconds(backward.value / 2), transfer);
}

Times even_times(const Schedule& schedule, Seconds forward, Seconds backward, Seconds weights,
                 Seconds transfer) {
  const auto chunks = static_cast<std::size_t>(schedule.chunks());
  return {std::vector<Seconds>(chunks, forward), std::vector<Seconds>(chunks, backward),
          std::vector<Seconds>(chunks, weights), transfer};
}

Seconds Simulation::busy(std::size_t rank) const {
  Seconds sum;
  for (const Span& span : of_rank[rank]) sum += span.end - span.begin;
  return sum;
}

double Simulation::bubble() const {
  double sum = 0;
  for (std::size_t rank = 0; rank < of_rank.size(); ++rank) sum += busy(rank).value;
  const double all = end.value * static_cast<double>(of_rank.size());
  return all > 0 ? 1 - sum / all : 0;
}

Simulation simulate(const Schedule& schedule, const Times& times) {
  return Replay(schedule, times).run();
}

}  // namespace wgf::pipeline
