// SPDX-License-Identifier: MIT
#include "advisor/predict/layout_choice.h"

#include <algorithm>
#include <tuple>

#include "advisor/predict/card_type.h"
#include "advisor/training/matrix_speed.h"

namespace wgf::advisor {
namespace {

// step_time() of one question's cases on one card: a micro-step is the same for all pp, dp and ZeRO
// levels of one tp, cp, ep, recomputation and recipe (whose gradients it adds up), and computed
// once. The cases have type, software and batch in common.
class StepTimes {
 public:
  StepTimes(const Network& network, const catalog::Gpu& gpu, const TrainingCoefficients& c)
      : network_(network), gpu_(gpu), node_(usual_node(gpu)), c_(c) {}

  std::optional<StepTime> of(const TrainingCase& one, const StepParams& params) {
    if (!card_) card_ = card_speed(gpu_, one, c_);
    if (!card_) return std::nullopt;
    const Layout& layout = one.work.layout;
    auto& micro =
        micro_steps_[{layout.tp, layout.cp, layout.ep, one.work.recompute, one.work.recipe}];
    if (!micro) micro = micro_step(network_, one, *card_, node_, c_);
    return whole_step(*micro, params, network_, one, *card_, node_, c_);
  }

 private:
  const Network& network_;
  const catalog::Gpu& gpu_;
  const Node node_;
  const TrainingCoefficients& c_;
  std::optional<CardSpeed> card_;
  std::map<std::tuple<int, int, int, Recompute, Recipe>, std::optional<MicroStep>> micro_steps_;
};

// Of the best there are: what nothing is taken before.
constexpr int best_rank = 5;

// What counts before the speed, and where nothing fits before the memory: sharding that was asked
// for and shares out something, as long as it fits; then what fits; else again what shares.
int rank_of(const LayoutChoice::Taken& taken, bool does_share) {
  if (!taken.does_fit()) return does_share ? 1 : 0;
  return best_rank - (does_share ? 0 : 2) - (taken.risk() > acceptable_risk ? 1 : 0);
}

}  // namespace

LayoutChoice::Candidates& LayoutChoice::candidates(const catalog::Gpu& gpu,
                                                   bool is_data_parallel_alone) {
  const int node_gpus = usual_node(gpu).gpus;
  Question asked = question_;
  take_type_of(gpu, asked.one);
  const auto [entry, is_new] =
      known_.try_emplace({node_gpus, asked.one.matrices, is_data_parallel_alone});
  if (is_new)
    for (const TrainingCase& one : possible_cases(asked, node_gpus, is_data_parallel_alone))
      entry->second.push_back({one, step_params(question_.network, one.work.layout), nullptr});
  return entry->second;
}

std::optional<LayoutChoice::Taken> LayoutChoice::best_of(Candidates& candidates,
                                                         const catalog::Gpu& gpu,
                                                         const FittedTraining& fitted) {
  StepTimes times(question_.network, gpu, fitted.coefficients);
  std::vector<std::pair<Seconds, Candidate*>> fastest_first;
  fastest_first.reserve(candidates.size());
  for (Candidate& candidate : candidates) {
    const auto time = times.of(candidate.one, candidate.params);
    if (!time) return std::nullopt;
    fastest_first.emplace_back(time->total(), &candidate);
  }
  std::stable_sort(fastest_first.begin(), fastest_first.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const Bytes usable = usable_memory(gpu);
  std::optional<Taken> chosen;
  for (const auto& [time, candidate] : fastest_first) {
    if (!candidate->memory)
      candidate->memory = std::make_shared<const MemoryEstimate>(
          estimate_memory(question_.network, candidate->one.work));
    const Taken here{&candidate->one, candidate->memory.get(), time, usable};
    if (rank(here) == best_rank) return here;
    if (!chosen || is_before(here, *chosen)) chosen = here;
  }
  return chosen;
}

int LayoutChoice::rank(const Taken& taken) const {
  return rank_of(taken, !question_.is_sharding_asked() || shard_count(taken.one->work) > 1);
}

bool LayoutChoice::is_before(const Taken& slower, const Taken& chosen) const {
  const int slower_rank = rank(slower), chosen_rank = rank(chosen);
  if (slower_rank != chosen_rank) return slower_rank > chosen_rank;
  return !slower.does_fit() && slower.memory->total() < chosen.memory->total();
}

bool LayoutChoice::could_share(const catalog::Gpu& gpu) {
  const Candidates& all = candidates(gpu, false);
  return std::any_of(all.begin(), all.end(),
                     [](const Candidate& one) { return shard_count(one.one.work) > 1; });
}

TrainingForecast LayoutChoice::forecast(const Taken& taken, const catalog::Gpu& gpu,
                                        Familiarity familiarity,
                                        const FittedTraining& fitted) const {
  auto forecast = forecast_training(question_.network, *taken.one, gpu, familiarity, fitted);
  forecast->memory = *taken.memory;
  return std::move(*forecast);
}

std::pair<std::optional<LayoutChoice::Taken>, std::optional<LayoutChoice::Taken>>
LayoutChoice::both(const catalog::Gpu& gpu, const FittedTraining& fitted) {
  std::optional<Taken> simple;
  const GivenChoices& given = question_.given;
  const bool has_plain_ranks = given.model_parallel() == 1 && given.ep.value_or(1) == 1 &&
                               given.virtual_stages.value_or(1) == 1;
  if (!given.has_software && has_plain_ranks) simple = best_of(candidates(gpu, true), gpu, fitted);
  const std::optional<Taken> any = best_of(candidates(gpu, false), gpu, fitted);
  if (!any || !simple) return {any ? any : simple, std::nullopt};
  const int simple_rank = rank(*simple), any_rank = rank(*any);
  if (simple_rank != any_rank) return {simple_rank > any_rank ? simple : any, std::nullopt};
  constexpr double alike = 0.9;  // neither fits: the smaller, where it is smaller by a tenth
  if (!simple->does_fit())
    return {any->memory->total() < alike * simple->memory->total() ? any : simple, std::nullopt};
  const bool is_other = any->one->software != simple->one->software;
  if (any->step * (is_other ? question_.worth_changing : 1) < simple->step)
    return {any, std::nullopt};
  if (is_other && any->step < simple->step) return {simple, any};
  return {simple, std::nullopt};
}

LayoutAnswer LayoutChoice::answer(const catalog::Gpu& gpu, Familiarity familiarity,
                                  const FittedTraining& fitted) {
  const auto [taken, faster] = both(gpu, fitted);
  LayoutAnswer answer;
  if (taken) answer.taken = forecast(*taken, gpu, familiarity, fitted);
  if (faster) answer.faster = forecast(*faster, gpu, familiarity, fitted);
  answer.could_share = could_share(gpu);
  return answer;
}

}  // namespace wgf::advisor
