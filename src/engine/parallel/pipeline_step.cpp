// SPDX-License-Identifier: MIT
#include "engine/parallel/pipeline_step.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

#include "engine/training/step_parts.h"

namespace wgf::engine {

using pipeline::Action;
using pipeline::Step;

PipelineStep::PipelineStep(const pipeline::Schedule& schedule, RankGroup& stages,
                           std::vector<PipelineChunk> chunks, std::int64_t tokens)
    : schedule_(schedule),
      stages_(stages),
      passes_(schedule, std::move(chunks)),
      tokens_(tokens),
      links_(stages, this->chunks().front().decoder->device()) {
  const int first = 0, last = schedule_.rank_of(schedule_.chunks() - 1);
  if (this->chunks().front().decoder->shape().is_tied && first != last &&
      (stages_.rank() == first || stages_.rank() == last))
    ends_ = stages_.part("ends", {first, last});
  // A communicator is made by its first exchange, which no step is to wait for.
  if (ends_)
    ends_->all_reduce(
        at::zeros({1}, at::TensorOptions().device(this->chunks().front().decoder->device())));
}

PipelineStep::~PipelineStep() = default;

const std::vector<Action>& PipelineStep::actions() const {
  return schedule_.of_rank[static_cast<std::size_t>(stages_.rank())];
}

bool PipelineStep::takes(const Action& action) const {
  if (action.step == Step::forward) return action.chunk > 0;
  return action.step == Step::backward && !passes_.is_last(action.chunk);
}

bool PipelineStep::gives(const Action& action) const {
  if (action.step == Step::forward) return !passes_.is_last(action.chunk);
  return action.step == Step::backward && action.chunk > 0;
}

// Of what goes into this chunk, or comes back out of it as a gradient.
int PipelineStep::tag_of(const Action& action, int chunk) const {
  const int place = action.micro_batch * schedule_.chunks() + chunk;
  return tag_with(action.step == Step::backward ? Cargo::gradients : Cargo::activations, place);
}

// The message that the next action to wait for one needs travels while this one is computed.
void PipelineStep::expect_next(std::size_t from) {
  for (std::size_t i = from; i < std::min(actions().size(), from + looked_ahead); ++i) {
    const Action& action = actions()[i];
    const Message message = taken_by(action);
    if (!travels(action) || expected_.count(message) > 0) continue;
    const bool is_forward = action.step == Step::forward;
    const int neighbour = action.chunk + (is_forward ? -1 : 1);
    expected_[message] = links_.expect(is_forward ? Cargo::activations : Cargo::gradients,
                                       recorded_.empty() ? message_place() : place_of_.at(message),
                                       schedule_.rank_of(neighbour),
                                       tag_of(action, is_forward ? action.chunk : neighbour));
  }
}

PipelineStep::Message PipelineStep::taken_by(const Action& action) {
  return {action.step == Step::forward ? 0 : 1, Place{action.chunk, action.micro_batch}};
}

bool PipelineStep::travels(const Action& action) const {
  const int neighbour = action.chunk + (action.step == Step::forward ? -1 : 1);
  return takes(action) && schedule_.rank_of(neighbour) != stages_.rank();
}

at::Tensor PipelineStep::message_place() const {
  const TrainedDecoder& decoder = *chunks().front().decoder;
  return at::empty(
      {tokens_, decoder.shape().hidden},
      at::TensorOptions().dtype(decoder.settings().types.weights).device(decoder.device()));
}

at::Tensor PipelineStep::arrived(const Action& action) {
  const InPart part(StepPart::stages);
  const Message message = taken_by(action);
  if (auto handed = handed_.extract(message)) return std::move(handed.mapped());
  const auto found = expected_.find(message);
  const at::Tensor tensor = links_.take(*found->second);
  expected_.erase(found);
  return tensor;
}

// To the next chunk, or back to the one before; between two of one rank nothing travels.
void PipelineStep::hand_on(const Action& action, const at::Tensor& tensor) {
  const InPart part(StepPart::stages);
  const bool is_forward = action.step == Step::forward;
  const int to = action.chunk + (is_forward ? 1 : -1), rank = schedule_.rank_of(to);
  if (rank == stages_.rank()) {
    handed_[{is_forward ? 0 : 1, Place{to, action.micro_batch}}] = tensor;
    return;
  }
  links_.send(is_forward ? Cargo::activations : Cargo::gradients, tensor, rank,
              tag_of(action, is_forward ? to : action.chunk));
}

// The table of tokens of a tied head lies with both ends: its gradient is the sum.
void PipelineStep::tie_tables() {
  const InPart part(StepPart::stages);
  TrainedDecoder& first = *chunks().front().decoder;
  TrainedDecoder& last = *chunks().back().decoder;
  if (!first.shape().is_tied) return;
  const auto of = [](TrainedDecoder& decoder) {
    return decoder.group(0).gradient("tokens.weight");
  };
  if (ends_) {
    ends_->all_reduce(stages_.rank() == 0 ? of(first) : of(last));
  } else if (stages_.rank() == 0 && chunks().size() > 1) {
    of(first).add_(of(last));
    of(last).copy_(of(first));
  }
}

void PipelineStep::set_waits(std::vector<Seconds> before, Wait wait) {
  waits_ = std::move(before);
  wait_ = std::move(wait);
}

void PipelineStep::wait_before(std::size_t action) {
  if (waits_.empty()) return;
  const InPart part(StepPart::stages);
  wait_(waits_[action]);
}

void PipelineStep::finish_links() {
  const InPart part(StepPart::stages);
  links_.finish();
}

void PipelineStep::tell_complete() {
  tie_tables();
  for (const PipelineChunk& one : chunks())
    for (std::size_t group = one.decoder->group_count(); group-- > 0;)
      one.calls->after_backward(group, true);
}

void PipelineStep::rehearse(const std::vector<MicroBatch>& batches) {
  // What is on its way is given back later than here.
  constexpr int on_their_way = 8;
  std::vector<at::Tensor> more;
  for (int i = 0; i < on_their_way; ++i) more.push_back(message_place());
  links_.set_mute(true);
  passes_.begin();
  run_actions(batches);
  links_.finish();
  links_.set_mute(false);
  is_rehearsed_ = true;
}

void PipelineStep::run_actions(const std::vector<MicroBatch>& batches) {
  for (std::size_t i = 0; i < actions().size(); ++i) {
    const Action& action = actions()[i];
    expect_next(i);
    if (is_rehearsed_) wait_before(i);
    const at::Tensor input = takes(action) ? arrived(action) : at::Tensor();
    ActionClock* const clock = is_rehearsed_ ? clock_ : nullptr;
    if (clock != nullptr) clock->begin(action);
    at::Tensor output;
    if (recorded_.empty()) {
      output = passes_.run(action, batches[static_cast<std::size_t>(action.micro_batch)], input);
    } else {
      recorded_[i].graph->replay();
      output = recorded_[i].output;
    }
    if (clock != nullptr) clock->end(action);
    if (gives(action)) hand_on(action, output);
  }
}

at::Tensor PipelineStep::passes(const std::vector<MicroBatch>& batches) {
  if (!is_rehearsed_) rehearse(batches);
  passes_.begin();
  run_actions(batches);
  finish_links();
  tell_complete();
  return passes_.loss().defined() ? passes_.loss() : recorded_loss_;
}

Bytes PipelineStep::message_bytes() const {
  const TrainedDecoder& decoder = *chunks().front().decoder;
  return Bytes(tokens_ * decoder.shape().hidden *
               static_cast<std::int64_t>(c10::elementSize(decoder.settings().types.weights)));
}

Seconds PipelineStep::transfer_time() {
  const TrainedDecoder& decoder = *chunks().front().decoder;
  return links_.transfer_time({tokens_, decoder.shape().hidden}, decoder.settings().types.weights);
}

void PipelineStep::update() {
  for (const PipelineChunk& one : chunks()) {
    one.calls->before_update();
    one.decoder->count_step();
    for (std::size_t group = 0; group < one.decoder->group_count(); ++group) {
      one.decoder->update(group);
      one.calls->after_update(group);
    }
  }
}

at::Tensor PipelineStep::run(const std::vector<MicroBatch>& batches) {
  at::Tensor loss = passes(batches);
  update();
  return loss;
}

}  // namespace wgf::engine
