// SPDX-License-Identifier: MIT
// Weights, gradients and optimizer on one rank.

#include <algorithm>

#include "advisor/memory/terms.h"

namespace wgf::advisor {
namespace {

constexpr double exact_spread = 0.01;  // alignment of every tensor to 512 bytes
constexpr double adapter_bytes_weight = 4;

class StateTerms {
 public:
  // is_shared_out: where nothing is, all of a rank's weights are its own.
  StateTerms(std::vector<Term>& terms, const StageCase& at, bool is_shared_out = true)
      : terms_(terms), at_(at) {
    const MemoryCase& one = at.one;
    if (!is_shared_out) return;
    shards_ = shard_count(one);
    expert_shards_ = one.layout.ep > 1 ? expert_replicas(one.layout) : shards_;
  }

  // bytes a parameter of the rank's, shared out among the replicas where ZeRO does so.
  void add(Component component, const char* what, double bytes, bool is_shared_out) {
    const double dense = at_.shape.params.layers + at_.shape.params.tables,
                 experts = at_.shape.params.experts;
    if (bytes <= 0 || dense + experts <= 0) return;
    const double of_dense = is_shared_out ? shards_ : 1;
    const double of_experts = is_shared_out ? expert_shards_ : 1;
    terms_.push_back({component,
                      what,
                      {Formula::Kind::product, bytes, dense, of_dense},
                      bytes * dense / of_dense,
                      exact_spread,
                      Basis::exact});
    if (experts > 0)
      terms_.push_back({component,
                        what,
                        {Formula::Kind::product, bytes, experts, of_experts},
                        bytes * experts / of_experts,
                        exact_spread,
                        Basis::exact,
                        true});
  }

  void add_plain(Component component, const char* what, double bytes, double numbers, double spread,
                 Basis basis) {
    if (bytes * numbers > 0)
      terms_.push_back({component,
                        what,
                        {Formula::Kind::product, bytes, numbers},
                        bytes * numbers,
                        spread,
                        basis});
  }

  // bytes of a frozen weight: those of the dense parts are shared out among all replicas, experts
  // among the ranks that hold the same ones.
  void add_frozen(const char* what, double bytes, double dense, double experts) {
    const double numbers = dense / shards_ + experts / expert_shards_;
    add_plain(Component::weights, what, bytes, numbers, 0.02, Basis::exact);
  }

  // Experts of which each rank has its own are not shared out: nobody gathers them. Autocast's lie
  // in fp32 and are cast where others are gathered.
  bool gathers_experts() const {
    return expert_shards_ > 1 ||
           (is_training(at_.one) && at_.one.recipe == Recipe::autocast && !has_adapters(at_.one));
  }

 private:
  std::vector<Term>& terms_;
  const StageCase& at_;
  double shards_ = 1, expert_shards_ = 1;
};

// What ZeRO 3 and FSDP gather: two layers at a time (one is prefetched), both tables, and one
// layer's gradients before they are shared out. The stages of a pipeline keep all of their weights
// whole for the micro-steps of a step, and sum all of their gradients in the type they are reduced
// in (torchtitan's defaults: FSDP2, fp32). No `summed_bytes`: weights that are not trained.
void add_gathered(StateTerms& states, const StageCase& at, double bytes, double summed_bytes) {
  const StageShape& shape = at.shape;
  const bool is_kept = at.one.layout.pp > 1 && shard_count(at.one) > 1;
  const double tables = shape.params.tables;
  const double layer = states.gathers_experts() ? shape.largest_layer : shape.largest_dense_layer;
  const double whole =
      shape.params.layers + tables + (states.gathers_experts() ? shape.params.experts : 0);
  const double weights = is_kept ? whole : 2 * layer + tables;
  const double gradients = is_kept ? whole : std::max(layer, tables);
  states.add_plain(Component::weights, "gathered", bytes, weights, 0.3, Basis::operators);
  if (summed_bytes > 0)
    states.add_plain(Component::gradients, "gathered_gradients", is_kept ? summed_bytes : bytes,
                     gradients, 0.5, Basis::operators);
}

// DeepSpeed's buckets for gathering and reducing: 5e8 numbers each by default.
constexpr double deepspeed_bucket = 5e8;

void add_buffers(StateTerms& states, const StageCase& at, const StateBytes& bytes) {
  const MemoryCase& one = at.one;
  const bool is_deepspeed = one.recipe == Recipe::mixed && one.zero > 0;
  const double most = is_deepspeed ? std::min(deepspeed_bucket, at.shape.params.total()) : 0;
  states.add_plain(Component::gradients, "buckets", bytes.gradients, 2 * most, 0.5,
                   Basis::measured);
  // DistributedDataParallel sums gradients in buckets of their own.
  const bool is_ddp = one.layout.dp > 1 && one.zero == 0 && !is_megatron(one);
  states.add_plain(Component::gradients, "ddp_buckets", bytes.gradients,
                   is_ddp ? at.shape.params.total() : 0, 0.3, Basis::operators);
  // Transformer Engine keeps a dummy gradient of each shape while the true one is summed into the
  // fp32 buffer.
  if (is_megatron(one))
    states.add_plain(Component::gradients, "dummy_gradients", 2, at.shape.distinct_matrices, 0.3,
                     Basis::operators);
}

// Of a rank, with the router, which stays as wide.
double attention_params(const StageCase& at) {
  double numbers = 0;
  for (const StageLayers& layers : at.shape.stage.layers) {
    const LayerParams one = layer_params(at.network, *layers.group);
    numbers += layers.count * static_cast<double>(one.attention + one.router) / at.one.layout.tp;
  }
  return numbers;
}

}  // namespace

void add_training_states(std::vector<Term>& terms, const StageCase& at) {
  const MemoryCase& one = at.one;
  const StateBytes bytes = state_bytes(one, at.network.hidden);
  StateTerms states(terms, at);
  states.add(Component::weights, "weights", bytes.weights, one.zero >= 3);
  // Autocast casts matrices; tables are looked up as they are.
  const double compute = activation_bytes(one);
  if (one.zero >= 3)
    add_gathered(states, at, compute, bytes.gradients);
  else
    states.add_plain(Component::weights, "cast_copy", bytes.cast_copy,
                     at.shape.params.layers + at.shape.params.experts, 0.1, Basis::operators);
  states.add(Component::gradients, "gradients", bytes.gradients, one.zero >= 2);
  add_buffers(states, at, bytes);
  if (one.is_offloaded) return;
  states.add(Component::optimizer, "master", bytes.master, one.zero >= 1);
  states.add(Component::optimizer, "moments", bytes.moments, one.zero >= 1);
}

void add_frozen_states(std::vector<Term>& terms, const StageCase& at) {
  const MemoryCase& one = at.one;
  const FrozenBytes bytes = frozen_bytes(one, at.network);
  const bool is_shared_out = is_training(one) && one.zero >= 3;
  StateTerms states(terms, at, is_shared_out);
  const bool has_one_size = bytes.layers == bytes.experts && bytes.layers == bytes.attention;
  const double attention = has_one_size ? 0 : attention_params(at);
  const RankParams& params = at.shape.params;
  states.add_frozen("frozen", bytes.layers, params.layers - attention,
                    has_one_size ? params.experts : 0);
  states.add_frozen("frozen_attention", bytes.attention, attention, 0);
  states.add_frozen("frozen_experts", bytes.experts, 0, has_one_size ? 0 : params.experts);
  states.add_frozen("tables", bytes.tables, params.tables, 0);
  if (!has_adapters(one)) return;
  if (is_shared_out && shard_count(one) > 1) add_gathered(states, at, 2, 0);
  double adapters = 0;
  for (const StageLayers& of_kind : at.shape.stage.layers)
    adapters += of_kind.count *
                adapter_params(at.network, *of_kind.group, one.lora_rank, one.lora_everywhere) /
                at.one.layout.tp;
  const MemoryCase full{.recipe = Recipe::fp32, .optimizer = one.optimizer};
  const StateBytes trained = state_bytes(full, at.network.hidden);
  states.add_plain(Component::weights, "adapters", adapter_bytes_weight, adapters, 0.05,
                   Basis::exact);
  states.add_plain(Component::gradients, "adapters", trained.gradients, adapters, 0.05,
                   Basis::exact);
  states.add_plain(Component::optimizer, "adapters", trained.moments, adapters, 0.05, Basis::exact);
}

}  // namespace wgf::advisor
