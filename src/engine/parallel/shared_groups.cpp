// SPDX-License-Identifier: MIT
#include "engine/parallel/shared_groups.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <numeric>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/shared_state.h"
#include "engine/parallel/tensor_exchange.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

std::vector<int> all_of(const RankGroup& ranks) {
  std::vector<int> all(static_cast<std::size_t>(ranks.size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

// Opened at once: whoever opens one waits for the others.
DataRanks::DataRanks(RankGroup& ranks, c10::Device device)
    : gathering_(ranks.part("gathering", all_of(ranks))),
      reducing_(ranks.part("reducing", all_of(ranks))) {
  if (size() == 1) return;
  gathering_->backend(device);
  reducing_->backend(device);
}

TrainedGroups groups_of(TrainedDecoder& decoder) {
  TrainedGroups all{.types = decoder.settings().types,
                    .device = decoder.device(),
                    .is_tied = decoder.shape().is_tied};
  for (std::size_t group = 0; group < decoder.group_count(); ++group) {
    all.groups.push_back(&decoder.group(group));
    all.numbers.push_back(decoder.number_of(group));
  }
  return all;
}

TrainedGroups experts_of(TrainedDecoder& decoder) {
  TrainedGroups all = groups_of(decoder);
  all.is_tied = false;
  for (std::size_t group = 0; group < decoder.group_count(); ++group)
    all.groups[group] = &decoder.experts(group);
  return all;
}

SharedGroups::SharedGroups(TrainedGroups trained, DataRanks& ranks, const SharingSettings& settings,
                           const FillGroup& fill, TensorExchange* tensors)
    : trained_(std::move(trained)),
      data_ranks_(ranks),
      ranks_(ranks.size()),
      rank_(ranks.rank()),
      settings_(settings),
      tensors_(tensors) {
  if (!is_alone()) make_exchange();
  for (std::size_t group = 0; group < trained_.groups.size(); ++group) {
    states_.push_back(std::make_unique<State>());
    make_state(group, fill);
  }
  if (shares_) shares_->after_update();
}

void SharedGroups::make_exchange() {
  std::vector<std::int64_t> numbers;
  for (const ParameterGroup* group : trained_.groups) numbers.push_back(group->numbers());
  const auto make_gradients = [this](std::int64_t count) {
    return settings_.make_peers(data_ranks_.reducing(), trained_.device, trained_.types.gradients,
                                count);
  };
  if (!shares_state()) {
    buckets_.emplace(numbers, trained_.types.gradients, trained_.device, settings_.bucket_mb,
                     settings_.travels_as,
                     settings_.make_peers ? make_gradients : GradientBuckets::MakeBuffers());
    return;
  }
  const std::int64_t of_rank = CopiedShares::weights_of_rank(numbers, ranks_);
  if (!settings_.make_peers || !shares_weights() || of_rank == 0) return;
  shares_.emplace(numbers, settings_.most_reductions,
                  settings_.make_peers(data_ranks_.gathering(), trained_.device,
                                       trained_.types.weights, of_rank),
                  make_gradients);
}

SharedGroups::~SharedGroups() = default;

at::Tensor SharedGroups::own_part(const at::Tensor& whole) const {
  const std::int64_t part = whole.numel() / ranks_;
  return whole.narrow(0, rank_ * part, part);
}

// Whole at first, for one group at a time; then only what this rank keeps.
void SharedGroups::make_state(std::size_t number, const FillGroup& fill) {
  ParameterGroup& group = group_at(number);
  State& state = *states_[number];
  if (group.numbers() == 0) return;
  const ParameterTypes& types = trained_.types;
  make_buffers(group, types, trained_.device);
  fill(group, trained_.numbers[number]);
  if (buckets_) group.gradients = buckets_->place(number);
  if (!shares_state()) return;
  const bool is_one_buffer = group.weights.is_same(group.master_weights);
  if (shares_weights()) {
    if (shares_) {
      state.own_weights = shares_->own_weights(number);
      state.own_weights.copy_(own_part(group.weights));
    } else {
      state.own_weights = own_part(group.weights).clone();
    }
    group.master_weights =
        is_one_buffer ? state.own_weights : own_part(group.master_weights).clone();
    group.weights.reset();
  } else {
    state.own_weights = own_part(group.weights);
    group.master_weights =
        is_one_buffer ? state.own_weights : own_part(group.master_weights).clone();
  }
  group.first_moments = own_part(group.first_moments).clone();
  group.second_moments = own_part(group.second_moments).clone();
  state.own_gradients = at::zeros({group.numbers() / ranks_}, group.gradients.options());
  if (shares_gradients()) group.gradients.reset();
}

void SharedGroups::fetch(std::size_t number) {
  ParameterGroup& group = group_at(number);
  State& state = *states_[number];
  if (group.numbers() == 0 || group.weights.defined() || state.gathering) return;
  group.weights = at::empty({group.numbers()}, state.own_weights.options());
  if (is_silent_ || is_alone()) {
    // Of every rank's part weights: products of what lies in fresh memory may take less power, and
    // so less time.
    group.weights.view({ranks_, -1}).copy_(state.own_weights.unsqueeze(0));
    return;
  }
  state.gathering = shares_ ? shares_->gather(number, group.weights)
                            : data_ranks_.gathering()
                                  .backend(trained_.device)
                                  ._allgather_base(group.weights, state.own_weights);
  if (!settings_.overlaps) wait_for(state.gathering);
}

void SharedGroups::have_weights(std::size_t group) {
  if (shares_weights()) fetch(group);
  State& state = *states_[group];
  if (!state.gathering) return;
  wait_for(state.gathering);
  // What was gathered from after the update; where weights are shared out it is gradients' place.
  if (!shares_weights()) state.arriving.reset();
}

void SharedGroups::fetch_ahead(std::size_t group, int direction) {
  if (!shares_weights() || !settings_.overlaps) return;
  for (int i = 1; i <= settings_.groups_ahead; ++i) {
    const std::int64_t next = static_cast<std::int64_t>(group) + direction * i;
    // The way back ends with the embedding, which needs none.
    if (next < (direction < 0 ? 1 : 0) || next >= static_cast<std::int64_t>(states_.size())) return;
    fetch(static_cast<std::size_t>(next));
  }
}

// Zeros: padding is reduced with the rest.
void SharedGroups::have_gradients(std::size_t number) {
  ParameterGroup& group = group_at(number);
  if (!shares_gradients() || group.numbers() == 0 || group.gradients.defined()) return;
  end_oldest_reductions(static_cast<std::size_t>(settings_.most_reductions) - 1);
  if (shares_) {
    const auto is_there = [&](std::size_t other) { return shares_->is_same_place(number, other); };
    while (std::any_of(reductions_.begin(), reductions_.end(), is_there))
      end_oldest_reductions(reductions_.size() - 1);
    group.gradients = shares_->gradients(number).zero_();
  } else {
    group.gradients = at::zeros({group.numbers()}, states_[number]->own_gradients.options());
  }
  group.clear_gradients();
}

void SharedGroups::release(std::size_t group) {
  if (shares_weights()) group_at(group).weights.reset();
}

void SharedGroups::before_forward(std::size_t group) {
  const InPart part(StepPart::data);
  have_weights(group);
  const std::size_t end = states_.size() - 1;
  // The end is passed both ways at once, with the table of tokens where it is tied to it.
  if (group == end) {
    have_gradients(end);
    if (trained_.is_tied) have_gradients(0);
    fetch_ahead(group, -1);
  } else {
    fetch_ahead(group, 1);
  }
}

void SharedGroups::after_forward(std::size_t group) {
  // The last layer is the first on the way back.
  if (group + 2 < states_.size()) release(group);
}

void SharedGroups::before_backward(std::size_t group) {
  const InPart part(StepPart::data);
  if (group > 0) have_weights(group);
  have_gradients(group);
  fetch_ahead(group, -1);
}

void SharedGroups::after_backward(std::size_t group, bool is_last_micro_batch) {
  if (group_at(group).numbers() == 0) return;
  const InPart part(StepPart::data);
  release(group);
  if (!shares_gradients() && !is_last_micro_batch) return;
  if (tensors_ != nullptr) tensors_->add_up_gradients(group_at(group));
  reduce(group);
}

void SharedGroups::before_update() {
  const InPart part(StepPart::data);
  end_oldest_reductions(0);
  if (buckets_ && !is_silent_) {
    if (!settings_.overlaps) reduce_pieces(0);
    buckets_->finish();
  }
  if (!shares_state()) return;
  for (std::size_t number = 0; number < states_.size(); ++number) {
    ParameterGroup& group = group_at(number);
    State& state = *states_[number];
    if (group.numbers() == 0) continue;
    // A backward pass fetches ahead beyond the first group's use.
    wait_for(state.gathering);
    state.travelling = shares_gradients() ? at::Tensor() : group.gradients;
    state.arriving = shares_weights() ? at::Tensor() : group.weights;
    group.weights = state.own_weights;
    group.gradients = state.own_gradients;
  }
  if (shares_ && !is_silent_) shares_->before_update();
}

void SharedGroups::after_update(std::size_t number) {
  ParameterGroup& group = group_at(number);
  const InPart part(StepPart::data);
  State& state = *states_[number];
  if (shares_ && !is_silent_ && number + 1 == states_.size()) shares_->after_update();
  if (!shares_state() || group.numbers() == 0) return;
  // The whole buffers, kept aside during the update.
  group.weights = state.arriving;
  group.gradients = state.travelling;
  state.arriving.reset();
  state.travelling.reset();
  state.has_sum = false;
  // Of the next step.
  if (shares_weights() && settings_.overlaps && !settings_.ends_steps &&
      number + 1 == states_.size())
    fetch(0);
  if (!shares_weights() && !is_silent_ && !is_alone()) gather_updated(number);
  if (settings_.ends_steps && number + 1 == states_.size()) finish();
}

void SharedGroups::finish() {
  end_oldest_reductions(0);
  for (const auto& state : states_) wait_for(state->gathering);
}

at::Tensor SharedGroups::whole_weights(std::size_t number) {
  finish();
  ParameterGroup& group = group_at(number);
  if (!shares_weights()) return group.weights.clone();
  at::Tensor whole = at::empty({group.numbers()}, states_[number]->own_weights.options());
  data_ranks_.gathering().all_gather(whole, states_[number]->own_weights);
  return whole;
}

at::Tensor SharedGroups::whole_gradients(std::size_t number) {
  finish();
  ParameterGroup& group = group_at(number);
  if (!shares_state()) return group.gradients.clone();
  at::Tensor whole = at::empty({group.numbers()}, states_[number]->own_gradients.options());
  data_ranks_.gathering().all_gather(whole, states_[number]->own_gradients);
  return whole;
}

}  // namespace wgf::engine
