// SPDX-License-Identifier: MIT
#pragma once
// The time of one training step as a sum of terms. docs/method/training.md.

#include <optional>
#include <string_view>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/training/coefficients.h"
#include "advisor/training/layer_time.h"
#include "advisor/training/node.h"
#include "base/units.h"

namespace wgf::advisor {

// What a step's time goes to. Those up to `launch` are of every micro-step, the others of the step.
enum class StepPart {
  matrices,
  expert_matrices,
  attention,
  between,  // normalisation, activation, copies: whatever passes the memory
  recompute,
  head,    // output matrix and loss
  launch,  // what the host takes beyond the GPU's own time
  tensor,  // communication that computation does not hide, of tensor parallelism
  experts,
  context,
  pipeline,  // stages handing over, and the bubble
  sharding,  // FSDP, ZeRO 3
  data,      // gradients and weights of data parallelism
  optimizer,
  constant,    // of every step: data loading, logging
  straggling,  // of many GPUs waiting for the slowest
};
inline constexpr int step_part_count = 16;
std::string_view to_text(StepPart part);

struct StepTime {
  std::array<double, step_part_count> seconds{};
  double operator[](StepPart part) const { return seconds[static_cast<std::size_t>(part)]; }
  double& operator[](StepPart part) { return seconds[static_cast<std::size_t>(part)]; }
  Seconds total() const;
};

// Nothing where the card's generation, bandwidth or power limit is not known (matrix_speed.h). The
// layout must multiply to whole ranks; what cannot be laid out so is checked by the caller.
std::optional<StepTime> step_time(const Network& network, const TrainingCase& one,
                                  const catalog::Gpu& gpu, const Node& node,
                                  const TrainingCoefficients& c);

// The same in two halves, for searches over many layouts. All layers' and the head's time of one
// micro-step, as if one rank held all stages: the same for all pp, dp and ZeRO levels.
struct MicroStep {
  LayerTime layers;
  double head = 0;
};
MicroStep micro_step(const Network& network, const TrainingCase& one, const CardSpeed& card,
                     const Node& node, const TrainingCoefficients& c);

// Parameters of the busiest rank that data parallelism keeps in step: of tp, pp and ep alone.
struct StepParams {
  double layers = 0, experts = 0, tables = 0;
  double total() const { return layers + experts + tables; }
};
StepParams step_params(const Network& network, const Layout& layout);

StepTime whole_step(const MicroStep& micro, const StepParams& params, const Network& network,
                    const TrainingCase& one, const CardSpeed& card, const Node& node,
                    const TrainingCoefficients& c);

// Of one step on one rank, forward and backward; 0 without experts.
double expert_flops(const Network& network, const TrainingCase& one, const Node& node);

// Of the bf16 dense peak (fp8 and fp4 runs too, as is usual): model FLOPs, without recomputation.
double model_flops_utilisation(const Network& network, const TrainingCase& one,
                               const catalog::Gpu& gpu, Seconds step);

}  // namespace wgf::advisor
