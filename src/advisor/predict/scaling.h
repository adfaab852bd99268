// SPDX-License-Identifier: MIT
#pragma once
// Data, tensor and pipeline parallelism side by side on 1, 2, 4 … GPUs, the global batch the same.
// Data parallelism shares the parameters out too (FSDP) where it has room no other way.

#include <array>
#include <tuple>
#include <vector>

#include "advisor/predict/layout_choice.h"

namespace wgf::advisor {

enum class Parallelism { data, tensor, pipeline };
inline constexpr int parallelism_count = 3;
std::string_view to_text(Parallelism kind);

struct ScalingCell {
  TrainingForecast forecast;
  double efficiency = 0;  // of so many times one GPU, were its memory large enough
};

struct ScalingRow {
  int gpus = 1;
  // Nothing where the network cannot be laid out so: heads, layers, or a node too small.
  std::array<std::optional<ScalingCell>, parallelism_count> cells;
};

// On which the training fits with room; and on fewer of them tightly. Nothing: on no number.
struct FewestGpus {
  std::optional<int> with_room, tight;
};

// Samples a second of the fastest on one GPU that keeps all activations, whatever memory it takes
// and whatever is recomputed elsewhere; 0: not known.
double single_gpu_rate(const Question& question, const catalog::Gpu& gpu, Familiarity familiarity,
                       const FittedTraining& fitted);

// 1, 2, 4 … and `most` itself.
std::vector<int> scaling_counts(int most);

class ScalingStudy {
 public:
  // The question's global batch must be given; what else it gives holds for every row. One that
  // nobody typed grows for data-parallel ranks beyond it, each of which needs a sequence.
  explicit ScalingStudy(const Question& question, bool does_batch_grow = false)
      : question_(question), does_batch_grow_(does_batch_grow) {}

  std::optional<ScalingCell> cell(const catalog::Gpu& gpu, Familiarity familiarity,
                                  const FittedTraining& fitted, Parallelism kind, int gpus);
  ScalingRow row(const catalog::Gpu& gpu, Familiarity familiarity, const FittedTraining& fitted,
                 int gpus);
  FewestGpus fewest(const catalog::Gpu& gpu, Familiarity familiarity, const FittedTraining& fitted,
                    Parallelism kind, int most);

 private:
  HeldChoice* part(Parallelism kind, int gpus, const Node& node, bool is_sharded);

  const Question& question_;
  bool does_batch_grow_;
  std::map<std::tuple<Parallelism, int, bool>, std::unique_ptr<HeldChoice>> parts_;
  std::map<const catalog::Gpu*, double> one_gpu_;  // samples a second
};

}  // namespace wgf::advisor
