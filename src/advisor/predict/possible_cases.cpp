// SPDX-License-Identifier: MIT
#include "advisor/predict/possible_cases.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/network/splits.h"
#include "advisor/training/matrix_speed.h"

namespace wgf::advisor {
namespace {

// Divisors of `number` up to `most`, or what was given.
std::vector<int> choices(const std::optional<int>& given, int number, int most) {
  if (given) return {*given};
  std::vector<int> found;
  for (int by = 1; by <= std::min(number, most); ++by)
    if (number % by == 0) found.push_back(by);
  return found;
}

// What ZeRO each software is used with.
std::vector<int> sharding_choices(const std::optional<int>& given, Software software, int ranks,
                                  int stages) {
  const int most = most_zero(software, stages);
  const bool shares_nothing = ranks == 1 && is_megatron(software);
  if (given && shares_nothing) return {std::min(*given, most)};
  if (given) return *given <= most ? std::vector<int>{*given} : std::vector<int>{};
  if (ranks == 1) return {0};
  switch (software) {
    case Software::pytorch:
    case Software::compiled:
      return {0, 3};
    case Software::deepspeed:
      return most == 1 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3};
    case Software::megatron:
    case Software::native:
      return {0, 1};
    case Software::transformer_engine:
      break;
  }
  return {1};
}

// Chunks of layers on a stage: what was given (DeepSpeed's pipelines have no such thing), else with
// Megatron 1 and the largest three with which the fullest stage has no more layers than without
// chunks: fewer chunks leave a longer bubble.
std::vector<int> chunk_choices(const std::optional<int>& given, Software software, int layers,
                               int stages) {
  const int most = most_chunks(layers, stages);
  if (given) {
    const bool is_possible = *given == 1 || (*given <= most && can_interleave(software));
    return is_possible ? std::vector<int>{*given} : std::vector<int>{};
  }
  if (!is_megatron(software)) return {1};
  std::vector<int> found = choices({}, (layers + stages - 1) / stages, most);
  constexpr std::ptrdiff_t looked_at = 4;
  if (std::ssize(found) > looked_at) found.erase(found.begin() + 1, found.end() - looked_at + 1);
  return found;
}

// Trainers without PyTorch and DeepSpeed's own checkpoints run whole layers again. With flash
// attention, as Megatron-Core has it, running attention alone again frees nothing.
bool has_selective_recompute(Software software) {
  return software == Software::pytorch || software == Software::compiled ||
         software == Software::megatron;
}

class Cases {
 public:
  Cases(const Question& question, bool is_data_parallel_alone)
      : question_(question), is_simple_(is_data_parallel_alone) {}

  std::vector<TrainingCase> all(int node_gpus) {
    const GivenChoices& given = question_.given;
    const int gpus = question_.gpus;
    const int most = is_simple_ ? 1 : gpus;
    for (const int tp : choices(given.tp, gpus, std::min(most, node_gpus)))
      for (const int pp : choices(given.pp, gpus, std::min(most, question_.network.layer_count())))
        for (const int ep : choices(given.ep, most_experts(question_.network), most))
          add({.tp = tp, .pp = pp, .cp = given.cp.value_or(1), .ep = ep, .dp = 1});
    return std::move(cases_);
  }

 private:
  void add(Layout layout) {
    const std::int64_t without_data = layout.gpus();
    if (question_.gpus % without_data != 0) return;
    layout.dp = static_cast<int>(question_.gpus / without_data);
    if (question_.given.dp && layout.dp != *question_.given.dp) return;
    const std::int64_t of_stage = question_.gpus / layout.pp;
    if (layout.ep > of_stage || of_stage % layout.ep != 0) return;
    if (!splits_heads(question_.network, layout.tp) ||
        !splits_experts(question_.network, layout.ep))
      return;
    TrainingCase one = question_.one;
    one.work.layout = layout;
    one.global_batch = question_.given.global_batch.value_or(one.work.batch * question_.gpus);
    if (std::fmod(one.global_batch, layout.dp * one.work.batch) != 0) return;
    if (!question_.given.has_software) one.software = usual_software(one);
    if (one.software == Software::native && without_data * layout.ep > 1) return;
    const double micro_steps = one.micro_steps();
    for (const int chunks : chunk_choices(question_.given.virtual_stages, one.software,
                                          question_.network.layer_count(), layout.pp)) {
      // Interleaved stages take micro-batches in whole rounds.
      if (chunks > 1 && std::fmod(micro_steps, layout.pp) != 0) continue;
      one.work.layout.virtual_stages = chunks;
      add_settings(one);
    }
  }

  Software usual_software(const TrainingCase& one) const {
    if (question_.is_fsdp_asked()) return Software::pytorch;
    const bool is_16_bits = one.matrices <= ComputeType::bf16;
    const bool is_sharded_pipeline = question_.given.zero.value_or(0) > 1 && one.work.layout.pp > 1;
    return (is_simple_ || is_sharded_pipeline) && is_16_bits ? Software::pytorch
                                                             : Software::transformer_engine;
  }

  void add_settings(TrainingCase one) {
    const int ranks = shard_count(one.work);
    const int stages = one.work.layout.pp;
    for (const int zero : sharding_choices(question_.given.zero, one.software, ranks, stages)) {
      one.work.zero = zero;
      if (!question_.given.zero)
        one.work.is_fsdp = zero == 3 && one.software != Software::deepspeed;
      for (const Recompute recompute : recompute_choices(one.software)) {
        one.work.recompute = recompute;
        cases_.push_back(one);
        complete_case(cases_.back(), !question_.given.has_recipe, !question_.given.zero);
      }
    }
  }

  std::vector<Recompute> recompute_choices(Software software) const {
    const bool is_of_megatron = is_megatron(software);
    if (question_.given.has_recompute)
      return {as_run_by(question_.one.work.recompute, is_of_megatron)};
    if (!has_selective_recompute(software)) return {Recompute::none, Recompute::full};
    return {Recompute::none, as_run_by(Recompute::attention, is_of_megatron), Recompute::full};
  }

  const Question& question_;
  bool is_simple_;
  std::vector<TrainingCase> cases_;
};

}  // namespace

int most_zero(Software software, int stages) {
  constexpr int all_shared_out = 3;
  const bool keeps_whole = software == Software::deepspeed || is_megatron(software);
  return keeps_whole && stages > 1 ? 1 : all_shared_out;
}

std::vector<TrainingCase> possible_cases(const Question& question, int node_gpus,
                                         bool is_data_parallel_alone) {
  return Cases(question, is_data_parallel_alone).all(node_gpus);
}

}  // namespace wgf::advisor
