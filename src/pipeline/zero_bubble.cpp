// SPDX-License-Identifier: MIT
#include "pipeline/zero_bubble.h"

#include <algorithm>
#include <array>

namespace wgf::pipeline {
namespace {

// Actions of a rank, each step of a chunk on the next micro-batch that has not had it.
class Counted {
 public:
  explicit Counted(std::array<int, 2> chunks) : chunks_(chunks) {}

  void add(Step step, std::size_t which) {
    actions.push_back({step, done(step, which)++, chunks_[which]});
  }
  void forward(std::size_t which = 0) { add(Step::forward, which); }
  void backward(std::size_t which = 0) { add(Step::backward, which); }
  void weights(std::size_t which = 0) { add(Step::weights, which); }
  int& done(Step step, std::size_t which) { return counts_[which][static_cast<std::size_t>(step)]; }
  bool owes_weights(std::size_t which) {
    return done(Step::weights, which) < done(Step::backward, which);
  }

  std::vector<Action> actions;

 private:
  const std::array<int, 2> chunks_;
  std::array<std::array<int, 3>, 2> counts_{};
};

}  // namespace

std::vector<Action> zero_bubble_h1(int rank, int ranks, int micro_batches) {
  Counted rank_does({rank, 0});
  const int warmup = std::min(ranks - rank - 1, micro_batches);
  for (int i = 0; i < warmup; ++i) rank_does.forward();
  for (int i = 0; i < micro_batches; ++i) {
    if (i + warmup < micro_batches) rank_does.forward();
    rank_does.backward();
    if (i >= rank) rank_does.weights();
  }
  while (rank_does.owes_weights(0)) rank_does.weights();
  return std::move(rank_does.actions);
}

std::vector<Action> zero_bubble_v(int rank, int ranks, int micro_batches) {
  // Counted for as many as fill the pipeline; what is beyond the real ones is left out again.
  const int counted = std::max(2 * ranks - 1, micro_batches);
  Counted rank_does({rank, 2 * ranks - 1 - rank});
  for (int i = 0; i < 2 * (ranks - rank) - 1; ++i) rank_does.forward(0);
  for (int i = 0; i < rank; ++i) {
    rank_does.forward(1);
    rank_does.forward(0);
  }
  for (int i = 0; i < ranks - rank; ++i) {
    rank_does.forward(1);
    rank_does.backward(1);
    rank_does.weights(1);
  }
  const auto forwards = [&](std::size_t which) { return rank_does.done(Step::forward, which); };
  while (forwards(1) < forwards(0) || forwards(0) < counted) {
    if (forwards(0) < counted) rank_does.forward(0);
    rank_does.backward(0);
    rank_does.weights(0);
    rank_does.forward(1);
    rank_does.backward(1);
    rank_does.weights(1);
  }
  for (int i = 0; i < rank; ++i) {
    rank_does.backward(0);
    rank_does.backward(1);
  }
  for (int i = 0; i < ranks - rank; ++i) {
    rank_does.backward(0);
    rank_does.weights(0);
  }
  for (const std::size_t which : {std::size_t{1}, std::size_t{0}})
    while (rank_does.owes_weights(which)) rank_does.weights(which);
  std::erase_if(rank_does.actions,
                [&](const Action& action) { return action.micro_batch >= micro_batches; });
  return std::move(rank_does.actions);
}

}  // namespace wgf::pipeline
