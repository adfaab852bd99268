// SPDX-License-Identifier: MIT
#pragma once
// Data parallelism of a decoder that is trained group by group: gradients become the mean over the
// ranks, and as much of the state as ZeRO's stage says lies on one rank alone (Rajbhandari et al.
// 2020): 1 optimizer and masters, 2 gradients too, 3 weights too (FSDP). docs/method/ranks.md.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/distributed/rank_group.h"
#include "engine/parallel/copied_shares.h"
#include "engine/parallel/gradient_buckets.h"
#include "engine/training/trained_decoder.h"

namespace wgf::engine {

class TensorExchange;

struct SharingSettings {
  int zero_stage = 0;
  bool overlaps = true;     // exchanges run beside the passes; else each is waited for
  double bucket_mb = 0;     // of stage 0: gradients travel in pieces of so many MB; 0: layers
  int groups_ahead = 1;     // fetched before they are needed, of stage 3
  int most_reductions = 2;  // on their way at once, of stages 2 and 3: their memory is held
  std::optional<c10::ScalarType> travels_as;  // gradients, where not as they are
  // Exchanges of stages 0 and 3 are copies between these; empty: collectives. Not with travels_as.
  MakePeerBuffers make_peers;
  bool ends_steps = false;  // nothing is on its way when a step ends, as where it is recorded
};

// What fills a whole group's masters and weights at the start.
using FillGroup = std::function<void(ParameterGroup& group, std::int64_t number)>;

// Two groups of the same ranks: what is gathered does not wait for what is reduced.
class DataRanks {
 public:
  DataRanks(RankGroup& ranks, c10::Device device);
  int rank() const { return gathering_->rank(); }
  int size() const { return gathering_->size(); }
  RankGroup& gathering() { return *gathering_; }
  RankGroup& reducing() { return *reducing_; }

 private:
  std::unique_ptr<RankGroup> gathering_, reducing_;
};

// Groups of a decoder by its own numbers; those that are not kept in step by these ranks are
// without parameters.
struct TrainedGroups {
  std::vector<ParameterGroup*> groups;
  std::vector<std::int64_t> numbers;  // of the whole network
  ParameterTypes types;
  c10::Device device = c10::kCPU;
  bool is_tied = false;  // the end uses the embedding's table
};
// All but experts, and these alone. The decoder outlives them.
TrainedGroups groups_of(TrainedDecoder& decoder);
TrainedGroups experts_of(TrainedDecoder& decoder);

class SharedGroups final : public GroupCalls {
 public:
  // Groups come without buffers, padded to a multiple of padding(ranks), and get those that are
  // kept. tensors: adds up gradients first, where the ranks are tensor-parallel too; null: they
  // are not. ranks, groups and tensors outlive it.
  SharedGroups(TrainedGroups trained, DataRanks& ranks, const SharingSettings& settings,
               const FillGroup& fill, TensorExchange* tensors = nullptr);
  ~SharedGroups() override;
  static std::int64_t padding(std::int64_t ranks) { return ParameterGroup::alignment * ranks; }

  void before_forward(std::size_t group) override;
  void after_forward(std::size_t group) override;
  void before_backward(std::size_t group) override;
  void after_backward(std::size_t group, bool is_last_micro_batch) override;
  void before_update() override;
  void after_update(std::size_t group) override;

  // Until everything that is on its way has arrived.
  void finish();
  // A copy of all numbers of a group's weights, gathered; of any stage, by all ranks.
  at::Tensor whole_weights(std::size_t group);
  at::Tensor whole_gradients(std::size_t group);  // between before_update() and the next step

  // Nothing is exchanged: steps of the same work and memory, whose numbers are wrong.
  void set_silent(bool is_silent) { is_silent_ = is_silent; }
  // Sent by a rank in one step of so many micro-batches, of collectives as nccl-tests counts them.
  Bytes bytes_of_step(std::int64_t micro_batches) const;
  // The exchanges of such a step with nothing beside them, of whatever lies in the buffers, between
  // two steps.
  void exchange_alone(std::int64_t micro_batches);
  std::int64_t pieces_of_gradients() const;  // that travel one by one

 private:
  struct State;

  ParameterGroup& group_at(std::size_t number) const { return *trained_.groups[number]; }
  bool shares_weights() const { return settings_.zero_stage >= 3; }
  bool shares_gradients() const { return settings_.zero_stage >= 2; }
  bool shares_state() const { return settings_.zero_stage >= 1; }
  bool is_alone() const { return ranks_ == 1; }
  at::Tensor own_part(const at::Tensor& whole) const;
  void make_exchange();
  void make_state(std::size_t group, const FillGroup& fill);
  void fetch(std::size_t group);
  void have_weights(std::size_t group);
  void fetch_ahead(std::size_t group, int direction);
  void have_gradients(std::size_t group);
  void release(std::size_t group);
  void reduce(std::size_t group);
  void reduce_pieces(std::size_t group);
  void gather_updated(std::size_t group);
  void end_reduction(std::size_t group);
  void end_oldest_reductions(std::size_t left);

  const TrainedGroups trained_;
  DataRanks& data_ranks_;
  const std::int64_t ranks_, rank_;
  const SharingSettings settings_;
  TensorExchange* const tensors_;
  std::optional<GradientBuckets> buckets_;  // of stage 0
  std::optional<CopiedShares> shares_;      // of stage 3, by copies
  std::vector<std::unique_ptr<State>> states_;
  std::vector<std::size_t> reductions_;  // on their way, the oldest first
  bool is_silent_ = false;
};

}  // namespace wgf::engine
