// SPDX-License-Identifier: MIT
// What ranks that share a training's state exchange: gradients reduced, updated weights gathered,
// both alone to be timed, and how much that is.

#include <ATen/ops/empty.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/shared_state.h"

namespace wgf::engine {

void SharedGroups::reduce(std::size_t number) {
  ParameterGroup& group = group_at(number);
  State& state = *states_[number];
  if (!shares_state()) {
    if (buckets_ && settings_.overlaps && !is_silent_) reduce_pieces(number);
    return;
  }
  state.travelling =
      settings_.travels_as ? group.gradients.to(*settings_.travels_as) : group.gradients;
  state.arriving = at::empty({group.numbers() / ranks_}, state.travelling.options());
  if (is_silent_ || is_alone()) {
    state.arriving.copy_(own_part(state.travelling));
  } else if (shares_) {
    state.reducing = shares_->reduce(number, state.arriving);
  } else {
    c10d::ReduceScatterOptions options;
    options.reduceOp = c10d::ReduceOp::AVG;
    state.reducing = data_ranks_.reducing()
                         .backend(trained_.device)
                         ._reduce_scatter_base(state.arriving, state.travelling, options);
  }
  if (shares_gradients()) group.gradients.reset();
  reductions_.push_back(number);
  if (!settings_.overlaps) end_oldest_reductions(0);
}

// Those that are complete with this group's gradients, of stage 0.
void SharedGroups::reduce_pieces(std::size_t number) {
  buckets_->complete(number, data_ranks_.reducing().backend(trained_.device));
}

void SharedGroups::end_reduction(std::size_t number) {
  State& state = *states_[number];
  wait_for(state.reducing);
  if (state.has_sum) {
    state.own_gradients.add_(state.arriving);
  } else {
    state.own_gradients.copy_(state.arriving);
    state.has_sum = true;
  }
  state.travelling.reset();
  state.arriving.reset();
}

void SharedGroups::end_oldest_reductions(std::size_t left) {
  while (reductions_.size() > left) {
    end_reduction(reductions_.front());
    reductions_.erase(reductions_.begin());
  }
}

// The weights of ranks that updated their part, of stages 1 and 2.
void SharedGroups::gather_updated(std::size_t number) {
  ParameterGroup& group = group_at(number);
  State& state = *states_[number];
  at::Tensor own = state.own_weights.clone();  // not every backend gathers in place
  state.gathering =
      data_ranks_.gathering().backend(trained_.device)._allgather_base(group.weights, own);
  state.arriving = own;  // until it has been gathered
  if (!settings_.overlaps) wait_for(state.gathering);
}

void SharedGroups::exchange_alone(std::int64_t micro_batches) {
  if (is_alone()) return;
  if (buckets_) {
    reduce_pieces(0);
    return buckets_->finish();
  }
  const auto each = [&](const auto& work) {
    for (std::size_t number = states_.size(); number-- > 0;)
      if (group_at(number).numbers() > 0) work(number);
  };
  const std::int64_t times = shares_gradients() ? micro_batches : 1;
  for (std::int64_t i = 0; i < times; ++i) {
    for (int gathers = 0; shares_weights() && gathers < 2; ++gathers)
      each([&](std::size_t number) {
        fetch(number);
        wait_for(states_[number]->gathering);
        release(number);
      });
    each([&](std::size_t number) {
      have_gradients(number);
      reduce(number);
    });
  }
  end_oldest_reductions(0);
  if (!shares_weights()) each([&](std::size_t number) { gather_updated(number); });
  finish();
  for (const auto& state : states_) state->has_sum = false;
}

std::int64_t SharedGroups::pieces_of_gradients() const {
  if (buckets_) return static_cast<std::int64_t>(buckets_->count());
  std::int64_t groups = 0;
  for (std::size_t number = 0; number < states_.size(); ++number)
    if (group_at(number).numbers() > 0) ++groups;
  return is_alone() ? 0 : groups;
}

Bytes SharedGroups::bytes_of_step(std::int64_t micro_batches) const {
  double weights = 0, gradients = 0;
  const ParameterTypes& types = trained_.types;
  for (std::size_t number = 0; number < states_.size(); ++number) {
    const auto numbers = static_cast<double>(group_at(number).numbers());
    weights += numbers * static_cast<double>(c10::elementSize(types.weights));
    gradients += numbers * static_cast<double>(
                               c10::elementSize(settings_.travels_as.value_or(types.gradients)));
  }
  const auto times = static_cast<double>(micro_batches);
  const double others = static_cast<double>(ranks_ - 1) / static_cast<double>(ranks_);
  double bytes = 2 * gradients;
  if (settings_.zero_stage == 1) bytes = gradients + weights;
  if (settings_.zero_stage == 2) bytes = times * gradients + weights;
  if (settings_.zero_stage >= 3) bytes = times * (gradients + 2 * weights);
  return Bytes(static_cast<std::int64_t>(others * bytes));
}

}  // namespace wgf::engine
