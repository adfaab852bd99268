// SPDX-License-Identifier: MIT
#pragma once
// A decoder trained by ranks in any combination of forms: data parallelism with ZeRO 0 to 3, tensor
// parallelism with or without sequence parallelism, context and expert parallelism, pipelines of
// any schedule.

#include <functional>
#include <memory>
#include <vector>

#include "engine/distributed/rank_layout.h"
#include "engine/parallel/context_attention.h"
#include "engine/parallel/expert_exchange.h"
#include "engine/parallel/pipeline_step.h"
#include "engine/parallel/shared_groups.h"
#include "engine/parallel/tensor_exchange.h"

namespace wgf::engine {

struct ParallelSettings {
  RankLayout layout;
  bool shares_sequence = false;  // of tensor parallelism
  ContextForm context = ContextForm::ring;
  SharingSettings sharing;
  pipeline::Kind schedule = pipeline::Kind::one_f_one_b;
  int chunks_each = 1;       // of a stage
  bool is_balanced = false;  // the last chunk has fewer layers, for the output behind them
  int micro_batches = 1;     // of a step
  DecoderSettings decoder;   // its length that of whole sequences
};

// Layers of each chunk of a pipeline.
std::vector<int> chunk_layers(const DecoderShape& whole, const ParallelSettings& settings,
                              int chunks);

// Operations for a rank's share of the network.
using MakeOperations = std::function<std::unique_ptr<TrainingOperations>(const DecoderShape&)>;

class ParallelTraining {
 public:
  // ranks: as many as the layout has. Throws Error for what cannot be laid out so.
  ParallelTraining(const DecoderShape& whole, const ParallelSettings& settings, c10::Device device,
                   RankGroup& ranks, const MakeOperations& make_operations);
  ~ParallelTraining();

  const DecoderShape& shape() const { return share_; }  // of this rank
  int data_place() const;

  // Of this rank's data-parallel place, as many micro-batches as the settings have, with all their
  // tokens. The mean loss of those of this rank, on the ranks of the last chunk; undefined
  // elsewhere.
  at::Tensor passes(const std::vector<MicroBatch>& batches);
  // Of these the tokens that are this rank's where several share each sequence.
  std::vector<MicroBatch> own_tokens(const std::vector<MicroBatch>& batches) const;
  void update();
  at::Tensor run(const std::vector<MicroBatch>& batches);

  // This rank's chunks, in the order of the model; their groups, shared out among data-parallel
  // ranks.
  std::size_t chunk_count() const { return chunks_.size(); }
  TrainedDecoder& decoder(std::size_t chunk);
  SharedGroups& groups(std::size_t chunk);
  SharedGroups& experts(std::size_t chunk);
  const pipeline::Schedule* schedule() const { return schedule_ ? &*schedule_ : nullptr; }
  PipelineStep* pipeline() { return pipeline_.get(); }
  RankGroup& stages() { return *stages_; }
  RankGroup& expert_ranks() { return *experts_; }  // that share out the experts

  Bytes state_bytes() const;
  Bytes host_bytes() const;  // that lie in the host's memory
  Bytes data_bytes() const;  // that a rank sends for data parallelism in one step
  // Exchanges of data parallelism of one step with nothing beside them, between two steps.
  void exchange_alone();
  std::int64_t pieces_of_gradients() const;  // that travel one by one
  // Nothing is exchanged by tensor and data parallelism: steps of the same work and memory.
  void set_silent(bool is_silent);
  void set_experts_silent(bool is_silent);  // the same of expert parallelism alone

 private:
  struct Chunk;

  std::unique_ptr<Chunk> make_chunk(const DecoderShape& whole, int number,
                                    TrainingOperations& operations);

  const ParallelSettings settings_;
  const c10::Device device_;
  RankGroup& ranks_;
  DecoderShape share_;
  std::unique_ptr<RankGroup> gradients_, tensor_, context_, stages_, experts_, expert_gradients_;
  std::unique_ptr<DataRanks> data_ranks_, expert_data_ranks_;
  std::unique_ptr<TensorExchange> exchange_;
  std::unique_ptr<ExpertExchange> expert_exchange_;
  std::unique_ptr<TrainingOperations> operations_;
  std::optional<pipeline::Schedule> schedule_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::unique_ptr<PipelineStep> pipeline_;
  std::unique_ptr<TrainingStep> step_;
  at::Tensor loss_;
};

}  // namespace wgf::engine
