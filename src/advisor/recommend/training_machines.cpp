// SPDX-License-Identifier: MIT
#include "advisor/recommend/training_machines.h"

#include <algorithm>

#include "advisor/predict/scaling.h"

namespace wgf::advisor {

TrainingMachines::TrainingMachines(const Network& network, TrainingCase one, double global_batch,
                                   const FittedTraining& fitted)
    : network_(network), one_(one), global_batch_(global_batch), fitted_(fitted) {}

Question TrainingMachines::question(int gpus, double batch) const {
  Question asked{network_, one_, {}, gpus};
  asked.one.work.batch = batch;
  asked.given.global_batch = global_batch_;
  asked.worth_changing = 1;
  return asked;
}

LayoutChoice& TrainingMachines::choice(int gpus, double batch) {
  std::unique_ptr<HeldChoice>& part = parts_[{gpus, batch}];
  if (!part) part = std::make_unique<HeldChoice>(question(gpus, batch));
  return part->choice;
}

// A larger micro-batch takes more memory: behind the first that does not fit none does.
std::optional<TrainingForecast> TrainingMachines::best(const catalog::Gpu& gpu, int gpus,
                                                       Familiarity familiarity) {
  std::optional<LayoutChoice::Taken> fastest;
  double of_fastest = 0;
  for (const double batch : micro_batches) {
    const auto found = choice(gpus, batch).taken(gpu, fitted_);
    if (!found || found->risk() > acceptable_risk) break;
    if (fastest && found->step >= fastest->step) continue;
    fastest = found;
    of_fastest = batch;
  }
  if (!fastest) return std::nullopt;
  return choice(gpus, of_fastest).forecast(*fastest, gpu, familiarity, fitted_);
}

double TrainingMachines::efficiency(const TrainingForecast& forecast,
                                    Familiarity familiarity) const {
  double single = 0;
  for (const double batch : micro_batches)
    single =
        std::max(single, single_gpu_rate(question(1, batch), *forecast.gpu, familiarity, fitted_));
  const auto gpus = static_cast<double>(forecast.one.work.layout.gpus());
  return forecast.samples_per_second() / (gpus * single);
}

}  // namespace wgf::advisor
