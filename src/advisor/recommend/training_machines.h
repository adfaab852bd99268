// SPDX-License-Identifier: MIT
#pragma once
// How fast a training is on so many GPUs of a card, with layout and micro-batch taken so that it
// fits and is fast.

#include <map>
#include <memory>
#include <optional>

#include "advisor/predict/layout_choice.h"

namespace wgf::advisor {

// One network trained with one optimizer, sequence, precision and global batch on many machines.
class TrainingMachines {
 public:
  TrainingMachines(const Network& network, TrainingCase one, double global_batch,
                   const FittedTraining& fitted);
  TrainingMachines(const TrainingMachines&) = delete;
  TrainingMachines& operator=(const TrainingMachines&) = delete;

  // The fastest, whatever software that takes, with which one in ten runs out of memory at most.
  // Nothing: no layout fits so, or the card's time is not known.
  std::optional<TrainingForecast> best(const catalog::Gpu& gpu, int gpus, Familiarity familiarity);

  // Its rate over so many times that of one GPU, were its memory large enough.
  double efficiency(const TrainingForecast& forecast, Familiarity familiarity) const;

 private:
  Question question(int gpus, double batch) const;
  LayoutChoice& choice(int gpus, double batch);

  const Network& network_;
  TrainingCase one_;
  double global_batch_;
  const FittedTraining& fitted_;
  std::map<std::pair<int, double>, std::unique_ptr<HeldChoice>> parts_;
};

// Micro-batches that are tried, the smallest first.
inline constexpr double micro_batches[] = {1, 4, 16};

}  // namespace wgf::advisor
