// SPDX-License-Identifier: MIT
// Loops from the dimensions that cost most to compute to those that cost least: the work of one
// micro-step hangs on type, tp, cp, ep, micro-batch and recomputation, and is computed once for all
// pipelines, chunks and ZeRO levels below it.
#include "advisor/plan/plan_search.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "advisor/memory/advice.h"
#include "advisor/plan/plan_front.h"
#include "advisor/plan/plan_memory.h"
#include "advisor/predict/card_type.h"
#include "advisor/predict/training_forecast.h"

namespace wgf::advisor {
namespace {

using LayoutKey = std::tuple<ComputeType, int, int, int, int>;  // type, tp, pp, cp, ep

// Of equally fast ones the one that leaves more memory free.
bool is_better(double seconds, double bytes, const Plan& than) {
  return seconds < than.seconds || (seconds == than.seconds && bytes < than.bytes);
}

class Search {
 public:
  Search(const PlanQuestion& question, const PlanSpace& space, const TrainingCoefficients& c)
      : question_(question),
        space_(space),
        c_(c),
        memory_(question.network),
        usable_(static_cast<double>(usable_memory(question.gpu).value)) {}

  PlanResult run(std::size_t most) {
    all_types();
    if (counts_.evaluated == 0 && counts_.pruned > 0) {  // once more, to the byte
      counts_ = {};
      is_smallest_wanted_ = true;
      all_types();
    }
    return result(most);
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  void all_types() {
    std::set<ComputeType> searched;  // of those the card lacks several may run in one
    for (const ComputeType asked : space_.types) {
      const ComputeType type = compute_type_on(question_.gpu, asked);
      if (!searched.insert(type).second) continue;
      one_ = question_.one;
      set_type(one_, type);
      one_.work.recipe = type >= ComputeType::bf16 ? question_.recipe : Recipe::fp32;
      card_ = card_speed(question_.gpu, one_, c_);
      if (card_) tensor_parallel();
    }
  }

  void tensor_parallel() {
    for (const int tp : space_.tp)
      for (const int cp : space_.cp)
        for (const int ep : space_.ep) {
          if (question_.gpus % (std::int64_t{tp} * cp) != 0) continue;
          one_.work.layout = {.tp = tp, .pp = 1, .cp = cp, .ep = ep};
          states_.assign(space_.pp.size(), {});
          for (const double batch : space_.micro_batches) {
            one_.work.batch = batch;
            for (const Recompute recompute : space_.recompute) micro_steps(recompute);
          }
        }
  }

  void micro_steps(Recompute recompute) {
    one_.work.recompute = recompute;
    std::optional<MicroStep> micro;  // only where a layout takes it
    for (std::size_t i = 0; i < space_.pp.size(); ++i) {
      const int pp = space_.pp[i];
      Layout layout = one_.work.layout;
      layout.pp = pp;
      layout.virtual_stages = 1;
      if (!completes_layout(layout, question_.gpus, question_.one.global_batch, one_.work.batch))
        continue;
      if (!micro) micro = micro_step(question_.network, one_, *card_, question_.node, c_);
      const StepParams& params = step_params_of(layout);
      interleaving(layout, *micro, params, states_[i]);
    }
  }

  // States of each ZeRO level, where they were needed before.
  using States = std::array<std::optional<StageStates>, 4>;

  // Interleaved stages keep no fewer micro-batches than plain ones: where those do not fit, none
  // does.
  void interleaving(Layout layout, const MicroStep& micro, const StepParams& params,
                    States& states) {
    bool does_plain_fit = true;
    for (const int chunks : virtual_stages(layout.pp)) {
      layout.virtual_stages = chunks;
      if (!completes_layout(layout, question_.gpus, question_.one.global_batch, one_.work.batch))
        continue;
      if (chunks == 1)
        does_plain_fit = sharding(layout, micro, params, states);
      else if (does_plain_fit)
        sharding(layout, micro, params, states);
      else
        counts_.pruned += std::ssize(zero_levels(layout));
    }
  }

  // Whether one fits.
  bool sharding(const Layout& layout, const MicroStep& micro, const StepParams& params,
                States& states) {
    bool does_fit = false;
    for (const int zero : zero_levels(layout)) {
      TrainingCase one = one_;
      one.work.layout = layout;
      one.work.zero = zero;
      one.work.is_fsdp = zero == 3;
      complete_case(one, false, false);
      std::optional<StageStates>& kept = states[static_cast<std::size_t>(zero)];
      if (!kept) kept = memory_.states(one.work);
      const double bytes =
          memory_.needed(one.work, *kept, is_smallest_wanted_ ? infinite : usable_);
      if (bytes > usable_) {
        ++counts_.pruned;
        if (is_smallest_wanted_ && (!smallest_ || bytes < smallest_->bytes))
          smallest_ = Plan{one, 0, bytes};
        continue;
      }
      does_fit = true;
      ++counts_.evaluated;
      const StepTime time =
          whole_step(micro, params, question_.network, one, *card_, question_.node, c_);
      keep(one, time.total().value, bytes);
    }
    return does_fit;
  }

  void keep(const TrainingCase& one, double seconds, double bytes) {
    const auto make = [&] { return Plan{one, seconds, bytes}; };
    front_.offer({seconds, bytes}, make);
    const Layout& layout = one.work.layout;
    const LayoutKey key{one.matrices, layout.tp, layout.pp, layout.cp, layout.ep};
    if (last_best_ == nullptr || key != last_key_) {
      last_best_ = &best_[key];
      last_key_ = key;
    }
    if (last_best_->seconds == 0 || is_better(seconds, bytes, *last_best_)) *last_best_ = make();
  }

  const std::vector<int>& virtual_stages(int pp) {
    const auto [entry, is_new] = chunks_.try_emplace(pp);
    if (is_new) entry->second = space_.virtual_stages(pp);
    return entry->second;
  }

  std::vector<int>& zero_levels(const Layout& layout) {
    const bool has_pipeline = layout.pp > 1, has_shards = layout.dp * layout.cp > 1;
    const auto [entry, is_new] = zero_.try_emplace({has_pipeline, has_shards});
    if (is_new) entry->second = space_.zero(has_pipeline ? 2 : 1, has_shards ? 2 : 1);
    return entry->second;
  }

  const StepParams& step_params_of(const Layout& layout) {
    const auto [entry, is_new] = params_.try_emplace({layout.tp, layout.pp, layout.ep});
    if (is_new) entry->second = step_params(question_.network, layout);
    return entry->second;
  }

  PlanResult result(std::size_t most) {
    PlanResult result;
    for (auto& [key, plan] : best_) result.best.push_back(std::move(plan));
    std::sort(result.best.begin(), result.best.end(),
              [](const Plan& a, const Plan& b) { return is_better(a.seconds, a.bytes, b); });
    if (result.best.size() > most) result.best.resize(most);
    result.front = front_.kept();
    result.smallest = smallest_;
    result.counts = counts_;
    return result;
  }

  const PlanQuestion& question_;
  const PlanSpace& space_;
  const TrainingCoefficients& c_;
  PlanMemory memory_;
  double usable_ = 0;
  TrainingCase one_;
  std::optional<CardSpeed> card_;
  PlanCounts counts_;
  ParetoFront<Plan> front_;
  std::map<LayoutKey, Plan> best_;
  Plan* last_best_ = nullptr;
  LayoutKey last_key_;
  std::vector<States> states_;  // of each pp, with this type, tp, cp and ep
  bool is_smallest_wanted_ = false;
  std::optional<Plan> smallest_;
  std::map<int, std::vector<int>> chunks_;
  std::map<std::pair<bool, bool>, std::vector<int>> zero_;
  std::map<std::tuple<int, int, int>, StepParams> params_;
};

}  // namespace

PlanResult search_plans(const PlanQuestion& question, const PlanSpace& space,
                        const TrainingCoefficients& c, std::size_t most) {
  return Search(question, space, c).run(most);
}

}  // namespace wgf::advisor
