// SPDX-License-Identifier: MIT
#include "engine/parallel/parallel_training.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "engine/parallel/both_groups.h"
#include "engine/parallel/context_operations.h"
#include "engine/parallel/tensor_shares.h"
#include "engine/training/training_flops.h"
#include "pipeline/split.h"

namespace wgf::engine {
namespace {

std::string text(std::int64_t number) {
  return std::to_string(number);
}

// Of a micro-batch.
std::int64_t tokens_of_rank(const ParallelSettings& settings) {
  return settings.decoder.sequences * settings.decoder.length / settings.layout.cp;
}

void check_experts(const DecoderShape& whole, const RankLayout& layout) {
  const int ranks = layout.ep;
  if (layout.dp % ranks != 0)
    throw Error({"tasks.train_experts_beyond", {{"ep", text(ranks)}, {"dp", text(layout.dp)}}});
  if (whole.experts.count == 0) throw Error({"engine.no_experts", {{"family", whole.family}}});
  if (whole.experts.count % ranks != 0)
    throw Error({"engine.experts_do_not_divide",
                 {{"experts", text(whole.experts.count)}, {"ranks", text(ranks)}}});
}

void check(const DecoderShape& whole, const ParallelSettings& settings) {
  const RankLayout& layout = settings.layout;
  const std::int64_t chunks = std::int64_t{1} * layout.pp * settings.chunks_each;
  if (whole.layers < chunks)
    throw Error({"engine.stages_without_layers",
                 {{"layers", text(whole.layers)}, {"chunks", text(chunks)}}});
  if (layout.pp > 1 && settings.sharing.zero_stage > 1)
    throw Error({"engine.pipeline_shares_no_more", {{"stage", text(settings.sharing.zero_stage)}}});
  if (layout.ep > 1) check_experts(whole, layout);
  if (layout.pp > 1 && settings.decoder.offloads_activations)
    throw Error({"engine.keeps_activations", {}});
  const std::int64_t tokens = tokens_of_rank(settings);
  if (settings.shares_sequence && tokens % layout.tp != 0)
    throw Error(
        {"engine.tokens_do_not_divide", {{"tokens", text(tokens)}, {"ranks", text(layout.tp)}}});
}

}  // namespace

std::vector<int> chunk_layers(const DecoderShape& whole, const ParallelSettings& settings,
                              int chunks) {
  const double output = 6 * static_cast<double>(whole.vocabulary * whole.hidden);
  const auto layers = static_cast<double>(whole.layers);
  const double of_layers =
      training_flops(whole, 1, settings.decoder.length, whole.most_positions).causal - output;
  return pipeline::layers_of_chunks(static_cast<int>(whole.layers), chunks,
                                    settings.is_balanced ? output / (of_layers / layers) : 0);
}

struct ParallelTraining::Chunk {
  std::unique_ptr<TrainedDecoder> decoder;
  std::unique_ptr<SharedGroups> groups, experts;
  std::unique_ptr<BothGroups> both;
};

ParallelTraining::ParallelTraining(const DecoderShape& whole, const ParallelSettings& settings,
                                   c10::Device device, RankGroup& ranks,
                                   const MakeOperations& make_operations)
    : settings_(settings), device_(device), ranks_(ranks) {
  check(whole, settings_);
  const RankLayout& layout = settings_.layout;
  share_ = layout.tp > 1 ? trained_share_of(whole, layout.tp) : whole;
  gradients_ = ranks.part("gradients", layout.gradient_group(ranks.rank()));
  context_ = ranks.part("context", layout.context_group(ranks.rank()));
  tensor_ = ranks.part("tensor", layout.tensor_group(ranks.rank()));
  stages_ = ranks.part("stages", layout.stage_group(ranks.rank()));
  experts_ = ranks.part("experts", layout.expert_group(ranks.rank()));
  expert_gradients_ = ranks.part("expert_gradients", layout.expert_gradient_group(ranks.rank()));
  data_ranks_ = std::make_unique<DataRanks>(*gradients_, device_);
  if (whole.experts.count > 0)
    expert_data_ranks_ = std::make_unique<DataRanks>(*expert_gradients_, device_);
  if (layout.ep > 1) {
    experts_->backend(device_);
    expert_exchange_ = std::make_unique<ExpertExchange>(*experts_);
  }
  if (layout.tp > 1)
    exchange_ = std::make_unique<TensorExchange>(*tensor_, settings_.shares_sequence);
  operations_ = make_operations(share_);
  if (layout.cp > 1) {
    context_->backend(device_);
    operations_ = context_operations(std::move(operations_), share_, settings_.decoder.length,
                                     settings_.context, *context_, device_);
  }
  if (layout.pp > 1) {
    schedule_ = pipeline::make_schedule(settings_.schedule, layout.pp, settings_.micro_batches,
                                        settings_.chunks_each);
    for (int i = 0; i < settings_.chunks_each; ++i)
      chunks_.push_back(make_chunk(whole, schedule_->chunk_of(stages_->rank(), i), *operations_));
    std::vector<PipelineChunk> parts;
    for (const auto& chunk : chunks_) parts.push_back({chunk->decoder.get(), chunk->both.get()});
    const std::int64_t tokens = tokens_of_rank(settings_);
    pipeline_ =
        std::make_unique<PipelineStep>(*schedule_, *stages_, std::move(parts),
                                       settings_.shares_sequence ? tokens / layout.tp : tokens);
  } else {
    chunks_.push_back(make_chunk(whole, 0, *operations_));
    step_ = std::make_unique<TrainingStep>(*chunks_.front()->decoder, chunks_.front()->both.get());
  }
}

ParallelTraining::~ParallelTraining() = default;

std::unique_ptr<ParallelTraining::Chunk> ParallelTraining::make_chunk(
    const DecoderShape& whole, int number, TrainingOperations& operations) {
  DecoderSettings own = settings_.decoder;
  const int chunks = schedule_ ? schedule_->chunks() : 1;
  const std::vector<int> layers = chunk_layers(whole, settings_, chunks);
  own.first_layer = std::accumulate(layers.begin(), layers.begin() + number, std::int64_t{0});
  own.layers = layers[static_cast<std::size_t>(number)];
  own.length = settings_.decoder.length / settings_.layout.cp;
  own.has_embedding = number == 0;
  own.has_end = number + 1 == chunks;
  own.has_buffers = false;
  own.padded_to = SharedGroups::padding(gradients_->size());
  auto chunk = std::make_unique<Chunk>();
  chunk->decoder = std::make_unique<TrainedDecoder>(share_, own, device_, operations,
                                                    exchange_.get(), expert_exchange_.get());
  const std::int64_t held = whole.experts.count / settings_.layout.ep;
  const DecoderSpecs specs = decoder_specs(whole, std::max(whole.most_positions, own.length),
                                           {.first = experts_->rank() * held, .count = held});
  const auto fill_with = [&](const std::vector<ParameterSpec>& all, ParameterGroup& group,
                             std::int64_t place) {
    fill_share_at_start(group, all, share_, tensor_->rank(), own.seed, place);
  };
  const auto fill = [&](ParameterGroup& group, std::int64_t place) {
    fill_with(place == 0                  ? specs.embedding
              : place == whole.layers + 1 ? specs.end
                                          : specs.of_layer(whole, place - 1),
              group, place);
  };
  chunk->groups = std::make_unique<SharedGroups>(groups_of(*chunk->decoder), *data_ranks_,
                                                 settings_.sharing, fill, exchange_.get());
  chunk->experts = std::make_unique<SharedGroups>(
      experts_of(*chunk->decoder), expert_data_ranks_ ? *expert_data_ranks_ : *data_ranks_,
      settings_.sharing,
      [&](ParameterGroup& group, std::int64_t place) { fill_with(specs.experts, group, place); });
  chunk->both = std::make_unique<BothGroups>(*chunk->groups, *chunk->experts);
  return chunk;
}

int ParallelTraining::data_place() const {
  return settings_.layout.data_place(ranks_.rank());
}

// Those of each sequence that are this rank's.
std::vector<MicroBatch> ParallelTraining::own_tokens(const std::vector<MicroBatch>& batches) const {
  if (settings_.layout.cp == 1) return batches;
  const at::Tensor tokens = ContextAttention::tokens_of(settings_.decoder.length, context_->rank(),
                                                        context_->size(), device_);
  std::vector<MicroBatch> own;
  for (const MicroBatch& batch : batches)
    own.push_back({batch.ids.index_select(1, tokens), batch.targets.index_select(1, tokens)});
  return own;
}

at::Tensor ParallelTraining::passes(const std::vector<MicroBatch>& all) {
  const std::vector<MicroBatch> batches = own_tokens(all);
  if (pipeline_) return pipeline_->passes(batches);
  loss_.reset();
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const at::Tensor part = step_->forward(batches[i], i, batches.size());
    loss_ = loss_.defined() ? loss_ + part : part;
    step_->backward(batches[i], i, batches.size());
  }
  return loss_;
}

void ParallelTraining::update() {
  pipeline_ ? pipeline_->update() : step_->update();
}

at::Tensor ParallelTraining::run(const std::vector<MicroBatch>& batches) {
  at::Tensor loss = passes(batches);
  update();
  return loss;
}

TrainedDecoder& ParallelTraining::decoder(std::size_t chunk) {
  return *chunks_.at(chunk)->decoder;
}

SharedGroups& ParallelTraining::groups(std::size_t chunk) {
  return *chunks_.at(chunk)->groups;
}

SharedGroups& ParallelTraining::experts(std::size_t chunk) {
  return *chunks_.at(chunk)->experts;
}

Bytes ParallelTraining::state_bytes() const {
  Bytes sum;
  for (const auto& chunk : chunks_) sum += chunk->decoder->state_bytes();
  return sum;
}

Bytes ParallelTraining::host_bytes() const {
  return step_ ? step_->host_bytes() : Bytes();
}

Bytes ParallelTraining::data_bytes() const {
  Bytes sum;
  for (const auto& chunk : chunks_)
    for (const auto* groups : {chunk->groups.get(), chunk->experts.get()})
      sum += groups->bytes_of_step(settings_.micro_batches);
  return sum;
}

void ParallelTraining::exchange_alone() {
  for (const auto& chunk : chunks_)
    for (auto* groups : {chunk->groups.get(), chunk->experts.get()})
      groups->exchange_alone(settings_.micro_batches);
}

std::int64_t ParallelTraining::pieces_of_gradients() const {
  std::int64_t sum = 0;
  for (const auto& chunk : chunks_)
    for (const auto* groups : {chunk->groups.get(), chunk->experts.get()})
      sum += groups->pieces_of_gradients();
  return sum;
}

void ParallelTraining::set_silent(bool is_silent) {
  if (exchange_) exchange_->set_silent(is_silent);
  set_experts_silent(is_silent);
  for (const auto& chunk : chunks_)
    for (auto* groups : {chunk->groups.get(), chunk->experts.get()}) groups->set_silent(is_silent);
}

void ParallelTraining::set_experts_silent(bool is_silent) {
  if (expert_exchange_) expert_exchange_->set_silent(is_silent);
}

}  // namespace wgf::engine
