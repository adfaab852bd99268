// SPDX-License-Identifier: MIT
#include "engine/parallel/stage_passes.h"

namespace wgf::engine {

using pipeline::Action;
using pipeline::Step;

struct StagePasses::Passing {
  std::vector<LayerSaved> saved;
  at::Tensor d_stream;  // of the last chunk, from the loss
  PutOff put_off;
};

StagePasses::StagePasses(const pipeline::Schedule& schedule, std::vector<PipelineChunk> chunks)
    : schedule_(schedule), chunks_(std::move(chunks)) {}

StagePasses::~StagePasses() = default;

void StagePasses::begin() {
  loss_.reset();
  passing_.clear();
  for (const PipelineChunk& one : chunks_) one.decoder->clear_gradients();
}

at::Tensor StagePasses::run(const Action& action, const MicroBatch& batch,
                            const at::Tensor& input) {
  if (action.step == Step::forward) return forward(action, batch, input);
  if (action.step == Step::backward) return backward(action, batch, input);
  weights(action);
  return {};
}

at::Tensor StagePasses::forward(const Action& action, const MicroBatch& batch,
                                const at::Tensor& input) {
  TrainedDecoder& decoder = *chunk(action.chunk).decoder;
  GroupCalls& calls = *chunk(action.chunk).calls;
  Passing& passing = passing_[{action.chunk, action.micro_batch}];
  Stream stream{input, {}};
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
  if (!is_last(action.chunk)) return stream.whole();
  calls.before_forward(decoder.group_count() - 1);
  if (decoder.shape().is_tied) calls.before_forward(0);
  const double parts = schedule_.micro_batches;
  const LossAndGradient result =
      decoder.loss(stream, batch.targets, 1 / static_cast<double>(batch.targets.numel()) / parts);
  passing.d_stream = result.d_stream;
  loss_ = loss_.defined() ? loss_ + result.loss : result.loss;
  return {};
}

at::Tensor StagePasses::backward(const Action& action, const MicroBatch& batch,
                                 const at::Tensor& input) {
  TrainedDecoder& decoder = *chunk(action.chunk).decoder;
  GroupCalls& calls = *chunk(action.chunk).calls;
  Passing& passing = passing_.at({action.chunk, action.micro_batch});
  at::Tensor d_stream = is_last(action.chunk) ? std::move(passing.d_stream) : input;
  for (std::size_t layer = passing.saved.size(); layer-- > 0;) {
    calls.before_backward(layer + 1);
    d_stream = decoder.layer_backward(layer, d_stream, passing.saved[layer],
                                      schedule_.splits_backward ? &passing.put_off : nullptr);
  }
  if (action.chunk == 0) {
    calls.before_backward(0);
    decoder.embed_backward(batch.ids, d_stream);
    d_stream.reset();
  }
  if (!schedule_.splits_backward) passing_.erase({action.chunk, action.micro_batch});
  return d_stream;
}

void StagePasses::weights(const Action& action) {
  const auto found = passing_.find({action.chunk, action.micro_batch});
  for (const auto& compute : found->second.put_off) compute();
  passing_.erase(found);
}

}  // namespace wgf::engine
