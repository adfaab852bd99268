// SPDX-License-Identifier: MIT
#include "advisor/training/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/network/splits.h"
#include "advisor/operators/collective.h"
#include "advisor/training/layer_time.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view part_names[] = {
    "matrices", "expert_matrices", "attention", "between",   "recompute", "head",
    "launch",   "tensor",          "experts",   "context",   "pipeline",  "sharding",
    "data",     "optimizer",       "constant",  "straggling"};
static_assert(std::size(part_names) == step_part_count);

constexpr double ring_speed = 0.75;     // of the wire, that collectives over all ranks reach
constexpr double handover_share = 0.6;  // of sending activations on, that is seen
constexpr double streaming_speed = 0.85;

// No more than there are in a stage.
double ranks_of_experts(const Layout& layout) {
  const double all = 1.0 * layout.dp * layout.cp * layout.tp;
  return std::min<double>(expert_ranks(layout.tp, layout.ep), all);
}

struct Step {
  const Network& network;
  const TrainingCase& one;
  const CardSpeed& card;
  const Node& node;
  const TrainingCoefficients& c;
  StepTime time;

  const Layout& layout() const { return one.work.layout; }
  double tokens() const { return one.work.batch * one.work.sequence / layout().cp; }
  double micro_steps() const { return std::max(1.0, one.micro_steps()); }

  // Parameters that `ranks` keep in step; each `apart` GPUs from the next.
  struct Shared {
    double params = 0, ranks = 1, apart = 1;
    double others() const { return (ranks - 1) / ranks; }
  };

  // Experts lie on ep ranks, so that fewer have the same ones, and fewer of those share a node.
  std::array<Shared, 2> shared(const StepParams& whole) const {
    const double ranks = 1.0 * layout().dp * layout().cp, tp = layout().tp;
    const double of_experts = ranks_of_experts(layout());
    return {Shared{whole.layers + whole.tables, ranks, tp},
            Shared{whole.experts, ranks * tp / of_experts, of_experts}};
  }

  // r ranks of a group in one node share r network cards.
  double ring_bandwidth(const Shared& group) const {
    const double in_node = std::max(1.0, std::floor(node.gpus / group.apart));
    const double wire = group.ranks <= in_node
                            ? node.link.value
                            : std::min(node.link.value, node.network.value * in_node);
    return std::max(wire, 1.0);
  }

  // Until what a ring over all ranks carries has come from the first node to the last.
  double ring_start() const {
    const double nodes = std::ceil(1.0 * layout().dp * layout().cp * layout().tp / node.gpus);
    return (nodes - 1) * network_step;
  }

  void layers(const MicroStep& micro) {
    const double times = micro_steps() / layout().pp;
    time[StepPart::matrices] = times * micro.layers.matrices;
    time[StepPart::expert_matrices] = times * micro.layers.expert_matrices;
    time[StepPart::attention] = times * micro.layers.attention;
    time[StepPart::between] = times * micro.layers.between;
    time[StepPart::recompute] = times * micro.layers.recompute;
    time[StepPart::launch] = times * micro.layers.launch;
    time[StepPart::tensor] = times * micro.layers.tensor;
    time[StepPart::experts] = times * micro.layers.experts;
    time[StepPart::context] = times * micro.layers.context;
    time[StepPart::head] = times * micro.head;
  }

  double so_far() const { return time.total().value; }

  // Longer chunks set the pace of all stages, or the last stage, which has the output matrix alone:
  // of what that makes it longer, as much as rows show.
  double uneven() const {
    const int layers = network.layer_count();
    const double head = time[StepPart::head] * layout().pp;
    const double a_layer = (so_far() - time[StepPart::head]) / layers;  // of all stages
    const double last = a_layer * last_stage_layers(layers, layout()) * layout().pp + head;
    return std::max({0.0, a_layer * paced_layers(layers, layout()) - so_far(),
                     c.last_stage * (last - so_far())});
  }

  // The first and last micro-steps of a step find stages idle: (p - 1) / v of one stage's time.
  void pipeline() {
    const int stages = layout().pp;
    if (stages == 1) return;
    const double one_stage = so_far() / micro_steps();
    const double wire = 1.0 * layout().tp * layout().dp * layout().cp >= node.gpus
                            ? node.network.value
                            : node.link.value;
    const double shares = one.work.has_sequence_parallel ? layout().tp : 1;
    const double handover =
        handover_share * layout().virtual_stages * tokens() * network.hidden * 2 / shares / wire;
    const double bubble = (stages - 1.0) / layout().virtual_stages * (one_stage + handover);
    time[StepPart::pipeline] = handover * micro_steps() + bubble * c.bubble + uneven();
  }

  // Weights gathered twice and gradients scattered once, in 2 bytes, every micro-step, beside
  // computation. A pipeline gathers once a step, in 2 bytes, keeps the weights and scatters sums in
  // 4 (torchtitan's defaults), which is as much in all where they are trained. Frozen weights have
  // no gradients.
  void sharding(const StepParams& whole) {
    const double frozen = layout().pp > 1 ? 1 : 2;
    const double times = has_adapters(one.work) ? frozen : 3;
    const double speed = node.is_pcie ? c.pcie_speed : c.sharding_speed;
    double wire = 0;
    for (const Shared& group : shared(whole))
      wire += times * 2 * group.params * group.others() / (ring_bandwidth(group) * speed);
    wire += times * network.layer_count() / layout().pp * ring_start();
    if (layout().pp == 1) wire *= micro_steps();
    const double busy = so_far();
    time[StepPart::sharding] =
        overlapped(busy, wire) - busy + c.sharding_exposed * std::min(busy, wire);
  }

  void data_parallel(const StepParams& whole) {
    // Sums of gradients go there and back; where ZeRO shares them out, weights in 2 bytes come
    // back.
    const double gradients = gradient_bytes(one);
    const double bytes = one.work.zero > 0 ? gradients + 2 : 2 * gradients;
    const double speed = node.is_pcie ? c.pcie_speed : ring_speed;
    for (const Shared& group : shared(whole))
      time[StepPart::data] +=
          c.data_exposed * bytes * group.params * group.others() / (ring_bandwidth(group) * speed);
  }

  void parameters(const StepParams& whole) {
    if (has_adapters(one.work)) {  // their few parameters cost nothing that shows
      if (one.work.zero == 3) sharding(whole);
      return;
    }
    if (one.work.zero == 3) {
      sharding(whole);
    } else {
      data_parallel(whole);
    }
    double kept = 0;
    for (const Shared& group : shared(whole))
      kept += group.params / (one.work.zero > 0 ? group.ranks : 1);
    const double share = one.work.recipe == Recipe::pure ? 0.5 : 1;  // all in 16 bits
    time[StepPart::optimizer] =
        kept * share * c.optimizer_bytes / (card.bandwidth.value * streaming_speed);
    if (one.work.is_offloaded) time[StepPart::optimizer] += offloaded_optimizer(kept);
  }

  // A framework updates on the host; native trainers stream both moments through the GPU.
  double offloaded_optimizer(double params) const {
    constexpr double streamed_bytes = 8, host_link = 25e9;
    return params * (one.software == Software::native ? streamed_bytes / host_link : c.host_update);
  }

  void whole_step() {
    time[StepPart::constant] = c.step_constant;
    constexpr double one_node = 8;
    const double gpus = static_cast<double>(layout().gpus());
    time[StepPart::straggling] =
        so_far() * c.straggling * std::log2(std::max(gpus / one_node, 1.0));
  }
};

}  // namespace

std::string_view to_text(StepPart part) {
  return part_names[static_cast<std::size_t>(part)];
}

Seconds StepTime::total() const {
  return Seconds{std::accumulate(seconds.begin(), seconds.end(), 0.0)};
}

MicroStep micro_step(const Network& network, const TrainingCase& one, const CardSpeed& card,
                     const Node& node, const TrainingCoefficients& c) {
  MicroStep micro;
  for (const LayerGroup& group : network.layers) {
    const LayerTime layer =
        layer_time(layer_work(network, group, one, node.gpus), one, card, node, c);
    micro.layers.matrices += group.count * layer.matrices;
    micro.layers.expert_matrices += group.count * layer.expert_matrices;
    micro.layers.attention += group.count * layer.attention;
    micro.layers.between += group.count * layer.between;
    micro.layers.recompute += group.count * layer.recompute;
    micro.layers.launch += group.count * layer.launch;
    micro.layers.tensor += group.count * layer.tensor;
    micro.layers.experts += group.count * layer.experts;
    micro.layers.context += group.count * layer.context;
  }
  const Layout& layout = one.work.layout;
  const double tokens = one.work.batch * one.work.sequence / layout.cp;
  const double logits = tokens * network.vocab / layout.tp;
  micro.head = (1 + backward_products(one)) * 2 * logits * network.hidden / card.head_rate.value +
               c.logit_passes * c.between[static_cast<std::size_t>(one.software)] * 4 * logits /
                   card.bandwidth.value;
  return micro;
}

StepParams step_params(const Network& network, const Layout& layout) {
  StepParams params;
  for (const LayerGroup& group : network.layers) {
    const LayerParams one = layer_params(network, group);
    const auto experts = static_cast<double>(one.experts);
    params.experts += group.count * experts / ranks_of_experts(layout) / layout.pp;
    params.layers +=
        group.count * (static_cast<double>(one.total()) - experts) / (1.0 * layout.tp * layout.pp);
  }
  const double table = 1.0 * network.vocab * network.hidden;
  params.tables = 2 * table / layout.tp / layout.pp;
  return params;
}

StepTime whole_step(const MicroStep& micro, const StepParams& params, const Network& network,
                    const TrainingCase& one, const CardSpeed& card, const Node& node,
                    const TrainingCoefficients& c) {
  Step step{network, one, card, node, c, {}};
  step.layers(micro);
  step.pipeline();
  step.parameters(params);
  step.whole_step();
  return step.time;
}

std::optional<StepTime> step_time(const Network& network, const TrainingCase& one,
                                  const catalog::Gpu& gpu, const Node& node,
                                  const TrainingCoefficients& c) {
  const std::optional<CardSpeed> card = card_speed(gpu, one, c);
  if (!card) return std::nullopt;
  return whole_step(micro_step(network, one, *card, node, c), step_params(network, one.work.layout),
                    network, one, *card, node, c);
}

double expert_flops(const Network& network, const TrainingCase& one, const Node& node) {
  double flops = 0;  // of all stages
  for (const LayerGroup& group : network.layers) {
    const LayerWork work = layer_work(network, group, one, node.gpus);
    for (const MatrixProduct& product : work.matrices())
      if (product.is_of_experts) flops += group.count * product.flops();
  }
  return flops * (1 + backward_products(one)) * std::max(1.0, one.micro_steps()) /
         one.work.layout.pp;
}

double model_flops_utilisation(const Network& network, const TrainingCase& one,
                               const catalog::Gpu& gpu, Seconds step) {
  const std::optional<FlopsPerSecond> peak = catalog::dense_peak(gpu, "bf16");
  if (!peak || step.value <= 0) return 0;
  constexpr double forward_and_backward = 3;
  const double flops =
      forward_and_backward * one.global_batch * forward_flops(network, one.work.sequence).total();
  return flops / (step.value * static_cast<double>(one.work.layout.gpus()) * peak->value);
}

}  // namespace wgf::advisor
