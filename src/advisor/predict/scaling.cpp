// SPDX-License-Identifier: MIT
#include "advisor/predict/scaling.h"

#include <algorithm>
#include <cmath>

#include "advisor/predict/card_type.h"

namespace wgf::advisor {

double single_gpu_rate(const Question& question, const catalog::Gpu& gpu, Familiarity familiarity,
                       const FittedTraining& fitted) {
  Question single = question;
  single.gpus = 1;
  single.given.tp = single.given.pp = single.given.cp = single.given.ep = single.given.dp = 1;
  single.given.has_recompute = true;
  single.one.work.recompute = Recompute::none;
  take_type_of(gpu, single.one);
  double best = 0;
  for (const TrainingCase& one : possible_cases(single, 1, false))
    if (const auto forecast = forecast_training(question.network, one, gpu, familiarity, fitted))
      best = std::max(best, forecast->samples_per_second());
  return best;
}

std::string_view to_text(Parallelism kind) {
  constexpr std::string_view names[] = {"data", "tensor", "pipeline"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<int> scaling_counts(int most) {
  std::vector<int> counts;
  for (std::int64_t count = 1; count < most; count *= 2) counts.push_back(static_cast<int>(count));
  counts.push_back(most);
  return counts;
}

HeldChoice* ScalingStudy::part(Parallelism kind, int gpus, const Node& node, bool is_sharded) {
  if (kind == Parallelism::tensor && gpus > node.gpus) return nullptr;
  if (kind == Parallelism::pipeline && gpus > question_.network.layer_count()) return nullptr;
  std::unique_ptr<HeldChoice>& known = parts_[{kind, gpus, is_sharded}];
  if (known) return known.get();
  Question asked = question_;
  asked.gpus = gpus;
  asked.given.cp = asked.given.ep = 1;
  asked.given.tp = kind == Parallelism::tensor ? gpus : 1;
  asked.given.pp = kind == Parallelism::pipeline ? gpus : 1;
  asked.given.dp = kind == Parallelism::data ? gpus : 1;
  if (does_batch_grow_)
    asked.given.global_batch =
        std::max(*asked.given.global_batch, *asked.given.dp * asked.one.work.batch);
  if (is_sharded) {
    asked.given.zero = 3;
    asked.one.work.is_fsdp = true;
  }
  known = std::make_unique<HeldChoice>(std::move(asked));
  return known.get();
}

std::optional<ScalingCell> ScalingStudy::cell(const catalog::Gpu& gpu, Familiarity familiarity,
                                              const FittedTraining& fitted, Parallelism kind,
                                              int gpus) {
  const Node node = usual_node(gpu);
  HeldChoice* const asked = part(kind, gpus, node, false);
  if (asked == nullptr) return std::nullopt;
  auto forecast = asked->choice.best(gpu, familiarity, fitted);
  if (!forecast) return std::nullopt;
  // What software does not do of itself: parameters shared out too, where nothing else has room.
  const bool may_shard = kind == Parallelism::data && gpus > 1 && !question_.given.zero;
  if (may_shard && !forecast->has_room()) {
    auto sharded = part(kind, gpus, node, true)->choice.best(gpu, familiarity, fitted);
    const bool is_better = sharded && (forecast->does_fit() ? sharded->has_room()  // tight
                                                            : sharded->does_fit());
    if (is_better) forecast = std::move(sharded);
  }
  const auto [known, is_new] = one_gpu_.try_emplace(&gpu, 0);
  if (is_new) known->second = single_gpu_rate(question_, gpu, familiarity, fitted);
  const double efficiency = forecast->samples_per_second() / (gpus * known->second);
  return ScalingCell{std::move(*forecast), efficiency};
}

ScalingRow ScalingStudy::row(const catalog::Gpu& gpu, Familiarity familiarity,
                             const FittedTraining& fitted, int gpus) {
  ScalingRow row{gpus, {}};
  for (int kind = 0; kind < parallelism_count; ++kind)
    row.cells[static_cast<std::size_t>(kind)] =
        cell(gpu, familiarity, fitted, static_cast<Parallelism>(kind), gpus);
  return row;
}

FewestGpus ScalingStudy::fewest(const catalog::Gpu& gpu, Familiarity familiarity,
                                const FittedTraining& fitted, Parallelism kind, int most) {
  FewestGpus found;
  for (std::int64_t gpus = 1; gpus <= most; gpus *= 2) {
    const auto here = cell(gpu, familiarity, fitted, kind, static_cast<int>(gpus));
    if (here && here->forecast.has_room()) {
      found.with_room = static_cast<int>(gpus);
      break;
    }
    if (here && here->forecast.is_tight() && !found.tight) found.tight = static_cast<int>(gpus);
  }
  return found;
}

}  // namespace wgf::advisor
