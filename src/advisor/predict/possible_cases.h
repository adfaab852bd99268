// SPDX-License-Identifier: MIT
#pragma once
// What a user gave of a training, and every case that is possible with it.

#include <optional>
#include <vector>

#include "advisor/predict/training_forecast.h"

namespace wgf::advisor {

// Empty: left open.
struct GivenChoices {
  std::optional<int> tp, pp, cp, ep, dp, virtual_stages, zero;
  std::optional<double> global_batch;
  bool has_software = false, has_recompute = false, has_recipe = false;

  // One sequence-parallel rank each: what tp, pp and cp take, where they are open one.
  int model_parallel() const { return tp.value_or(1) * pp.value_or(1) * cp.value_or(1); }
};

// Times as fast as PyTorch, from which other software is taken.
inline constexpr double usual_worth_changing = 1.5;

struct Question {
  const Network& network;
  TrainingCase one;  // of what is open, it holds nothing that counts
  GivenChoices given;
  int gpus = 1;
  // Where software is open. What is compared with others takes whatever is faster: 1.
  double worth_changing = usual_worth_changing;

  bool is_sharding_asked() const { return given.zero.value_or(0) > 0; }
  // Which is PyTorch's where software is open.
  bool is_fsdp_asked() const { return given.zero && one.work.is_fsdp; }
};

// The highest ZeRO of so many pipeline stages: those of DeepSpeed ("ZeRO-2 and ZeRO-3 are
// incompatible with pipeline parallelism", its PipelineEngine) and of Megatron hold gradients and
// weights whole.
int most_zero(Software software, int stages);

// Every case the question leaves possible, without what memory says.
std::vector<TrainingCase> possible_cases(const Question& question, int node_gpus,
                                         bool is_data_parallel_alone);

}  // namespace wgf::advisor
