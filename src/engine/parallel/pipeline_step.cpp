// SPDX-License-Identifier: MIT
#include "engine/parallel/pipeline_step.h"

#include <algorithm>

#include "engine/training/step_parts.h"

namespace wgf::engine {

using pipeline::Action;
using pipeline::Step;

struct PipelineStep::Passing {
  std::vector<LayerSaved> saved;
  at::Tensor d_stream;  // of the last chunk, from the loss
  PutOff put_off;
};

std::pair<std::int64_t, std::int64_t> layers_of_chunk(std::int64_t layers, int chunks, int chunk) {
  const std::int64_t each = layers / chunks, more = layers % chunks;
  const std::int64_t first = chunk * each + std::min<std::int64_t>(chunk, more);
  return {first, each + (chunk < more ? 1 : 0)};
}

PipelineStep::PipelineStep(const pipeline::Schedule& schedule, RankGroup& stages,
                           std::vector<PipelineChunk> chunks, std::int64_t tokens)
    : schedule_(schedule),
      stages_(stages),
      chunks_(std::move(chunks)),
      tokens_(tokens),
      links_(stages, chunks_.front().decoder->device()) {
  const int first = 0, last = schedule_.rank_of(schedule_.chunks() - 1);
  if (chunks_.front().decoder->shape().is_tied && first != last &&
      (stages_.rank() == first || stages_.rank() == last))
    ends_ = stages_.part("ends", {first, last});
}

PipelineStep::~PipelineStep() = default;

// Of what goes into this chunk, or comes back out of it as a gradient.
int PipelineStep::tag_of(const Action& action, int chunk) const {
  const int place = action.micro_batch * schedule_.chunks() + chunk;
  return 2 * place + (action.step == Step::backward ? 1 : 0);
}

// The message that the next action to wait for one needs travels while this one is computed.
void PipelineStep::expect_next(std::size_t from) {
  const auto& actions = schedule_.of_rank[static_cast<std::size_t>(stages_.rank())];
  constexpr std::size_t looked_ahead = 2;
  for (std::size_t i = from; i < std::min(actions.size(), from + looked_ahead); ++i) {
    const Action& action = actions[i];
    const bool is_forward = action.step == Step::forward;
    if (action.step == Step::weights || (is_forward && action.chunk == 0) ||
        (!is_forward && is_last(action.chunk)))
      continue;
    const int neighbour = action.chunk + (is_forward ? -1 : 1);
    const int other = schedule_.rank_of(neighbour);
    const Message key{is_forward ? 0 : 1, Place{action.chunk, action.micro_batch}};
    if (other == stages_.rank() || expected_.count(key) > 0) continue;
    const TrainedDecoder& decoder = *chunks_.front().decoder;
    expected_[key] =
        links_.expect(is_forward ? Cargo::activations : Cargo::gradients,
                      {tokens_, decoder.shape().hidden}, decoder.settings().types.weights, other,
                      tag_of(action, is_forward ? action.chunk : neighbour));
  }
}

at::Tensor PipelineStep::arrived(const Action& action) {
  const InPart part(StepPart::stages);
  const Message key{action.step == Step::forward ? 0 : 1, Place{action.chunk, action.micro_batch}};
  if (auto handed = handed_.extract(key)) return std::move(handed.mapped());
  const auto found = expected_.find(key);
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

void PipelineStep::forward(const Action& action, const MicroBatch& batch) {
  TrainedDecoder& decoder = *chunk(action.chunk).decoder;
  GroupCalls& calls = *chunk(action.chunk).calls;
  Passing& passing = passing_[{action.chunk, action.micro_batch}];
  Stream stream;
  if (action.chunk > 0) stream = {arrived(action), {}};
  if (clock_ != nullptr) clock_->begin(action);
  if (action.chunk == 0) {
    calls.before_forward(0);
    stream = decoder.embed(batch.ids);
    calls.after_forward(0);
  }
  passing.saved.resize(decoder.layer_count());
  for (std::size_t layer = 0; layer < passing.saved.size(); ++layer) {
    calls.before_forward(layer + 1);
    stream = decoder.layer_forward(layer, stream, passing.saved[layer]);
    calls.after_forward(layer + 1);
  }
  if (!is_last(action.chunk)) {
    const at::Tensor whole = stream.whole();
    if (clock_ != nullptr) clock_->end(action);
    return hand_on(action, whole);
  }
  calls.before_forward(decoder.group_count() - 1);
  if (decoder.shape().is_tied) calls.before_forward(0);
  const double parts = schedule_.micro_batches;
  const LossAndGradient result =
      decoder.loss(stream, batch.targets, 1 / static_cast<double>(batch.targets.numel()) / parts);
  passing.d_stream = result.d_stream;
  loss_ = loss_.defined() ? loss_ + result.loss : result.loss;
  if (clock_ != nullptr) clock_->end(action);
}

void PipelineStep::backward(const Action& action, const MicroBatch& batch) {
  TrainedDecoder& decoder = *chunk(action.chunk).decoder;
  GroupCalls& calls = *chunk(action.chunk).calls;
  Passing& passing = passing_.at({action.chunk, action.micro_batch});
  at::Tensor d_stream = is_last(action.chunk) ? std::move(passing.d_stream) : arrived(action);
  if (clock_ != nullptr) clock_->begin(action);
  for (std::size_t layer = passing.saved.size(); layer-- > 0;) {
    calls.before_backward(layer + 1);
    d_stream = decoder.layer_backward(layer, d_stream, passing.saved[layer],
                                      schedule_.splits_backward ? &passing.put_off : nullptr);
  }
  if (action.chunk == 0) {
    calls.before_backward(0);
    decoder.embed_backward(batch.ids, d_stream);
  }
  if (clock_ != nullptr) clock_->end(action);
  if (action.chunk > 0) hand_on(action, d_stream);
  if (!schedule_.splits_backward) passing_.erase({action.chunk, action.micro_batch});
}

void PipelineStep::weights(const Action& action) {
  const auto found = passing_.find({action.chunk, action.micro_batch});
  if (clock_ != nullptr) clock_->begin(action);
  for (const auto& compute : found->second.put_off) compute();
  if (clock_ != nullptr) clock_->end(action);
  passing_.erase(found);
}

// The table of tokens of a tied head lies with both ends: its gradient is the sum.
void PipelineStep::tie_tables() {
  const InPart part(StepPart::stages);
  TrainedDecoder& first = *chunks_.front().decoder;
  TrainedDecoder& last = *chunks_.back().decoder;
  if (!first.shape().is_tied) return;
  const auto of = [](TrainedDecoder& decoder) {
    return decoder.group(0).gradient("tokens.weight");
  };
  if (ends_) {
    ends_->all_reduce(stages_.rank() == 0 ? of(first) : of(last));
  } else if (stages_.rank() == 0 && chunks_.size() > 1) {
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
  for (const PipelineChunk& one : chunks_)
    for (std::size_t group = one.decoder->group_count(); group-- > 0;)
      one.calls->after_backward(group, true);
}

at::Tensor PipelineStep::passes(const std::vector<MicroBatch>& batches) {
  loss_.reset();
  for (const PipelineChunk& one : chunks_) one.decoder->clear_gradients();
  const auto& actions = schedule_.of_rank[static_cast<std::size_t>(stages_.rank())];
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Action& action = actions[i];
    expect_next(i);
    wait_before(i);
    const MicroBatch& batch = batches[static_cast<std::size_t>(action.micro_batch)];
    if (action.step == Step::forward) forward(action, batch);
    if (action.step == Step::backward) backward(action, batch);
    if (action.step == Step::weights) weights(action);
  }
  finish_links();
  tell_complete();
  return loss_;
}

Bytes PipelineStep::message_bytes() const {
  const TrainedDecoder& decoder = *chunks_.front().decoder;
  return Bytes(tokens_ * decoder.shape().hidden *
               static_cast<std::int64_t>(c10::elementSize(decoder.settings().types.weights)));
}

Seconds PipelineStep::transfer_time() {
  const TrainedDecoder& decoder = *chunks_.front().decoder;
  return links_.transfer_time({tokens_, decoder.shape().hidden}, decoder.settings().types.weights);
}

void PipelineStep::update() {
  for (const PipelineChunk& one : chunks_) {
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
