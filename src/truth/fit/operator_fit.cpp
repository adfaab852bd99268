// SPDX-License-Identifier: MIT
#include "truth/fit/operator_fit.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "truth/fit/least_squares.h"

namespace wgf::truth::fit {
namespace {

using Groups = std::vector<const TruthGroup*>;

// A residual of 8 % and rows that are far from independent: how strongly a prior pulls.
constexpr double prior_pull = 0.5;
constexpr double prior_generations = 0.5;  // the prior counts as half a generation in the mean
constexpr int passes = 2;                  // between generations and their mean
constexpr std::size_t thinning = 2;        // every other row fits where a card is held out

Coefficients priors(const TruthKind& kind) {
  Coefficients found;
  for (const FitParameter& parameter : kind.parameters) found.push_back(parameter.log_prior);
  return found;
}

Coefficients fit_generation(const TruthKind& kind, const Groups& groups, const Coefficients& mean,
                            const Coefficients& start, std::size_t stride) {
  FitProblem problem;
  std::size_t rows = 0;
  for (const TruthGroup* group : groups) rows += (group->log_seconds.size() + stride - 1) / stride;
  problem.residuals = rows;
  problem.prior = mean;
  for (const FitParameter& parameter : kind.parameters)
    problem.weight.push_back(prior_pull / parameter.spread);
  problem.evaluate = [&, buffer = std::vector<double>()](std::span<const double> at,
                                                         std::span<double> out) mutable {
    std::size_t next = 0;
    for (const TruthGroup* group : groups) {
      buffer.resize(group->log_seconds.size());
      group->predict(at, buffer);
      for (std::size_t row = 0; row < buffer.size(); row += stride)
        out[next++] = buffer[row] - group->log_seconds[row];
    }
  };
  return fit_parameters(problem, start);
}

Coefficients mean_of(const TruthKind& kind, const std::map<std::string, Coefficients>& fits) {
  Coefficients mean = priors(kind);
  double weight = prior_generations;
  for (double& value : mean) value *= prior_generations;
  for (const auto& [generation, fitted] : fits) {
    if (generation == advisor::host_link) continue;
    weight += 1;
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += fitted[i];
  }
  for (double& value : mean) value /= weight;
  return mean;
}

std::map<std::string, Groups> by_generation(const Groups& groups) {
  std::map<std::string, Groups> found;
  for (const TruthGroup* group : groups) found[group->generation].push_back(group);
  return found;
}

TypeFit fit_rows(const TruthKind& kind, const Groups& groups, const TypeFit* start,
                 std::size_t stride) {
  TypeFit fit;
  fit.any = start == nullptr ? priors(kind) : start->any;
  for (int pass = 0; pass < passes; ++pass) {
    for (const auto& [generation, members] : by_generation(groups)) {
      const bool is_known = start != nullptr && start->generations.contains(generation);
      const bool is_second = fit.generations.contains(generation);
      const Coefficients from = is_second  ? fit.generations[generation]
                                : is_known ? start->generations.at(generation)
                                           : fit.any;
      fit.generations[generation] = fit_generation(kind, members, fit.any, from, stride);
    }
    fit.any = mean_of(kind, fit.generations);
  }
  return fit;
}

template <typename Keep>
TypeFit fit_without(const TruthKind& kind, const Groups& groups, const TypeFit& start, Keep keep) {
  Groups rest;
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(rest), keep);
  return fit_rows(kind, rest, &start, thinning);
}

HeldOut hold_out(const TruthKind& kind, const Groups& groups, const TruthGroup& group,
                 const TypeFit& all) {
  const TypeFit without_card = fit_without(
      kind, groups, all, [&](const TruthGroup* one) { return one->card != group.card; });
  const auto siblings = without_card.generations.find(group.generation);
  HeldOut found{
      group.card, group.generation, group.type, siblings != without_card.generations.end(), {}, {},
      {}};
  found.fitted = log_errors(group, all.generations.at(group.generation));
  if (!found.has_siblings) {
    found.by_others = found.by_other_generations = log_errors(group, without_card.any);
    return found;
  }
  found.by_others = log_errors(group, siblings->second);
  const TypeFit others = fit_without(kind, groups, all, [&](const TruthGroup* one) {
    return one->generation != group.generation;
  });
  found.by_other_generations = log_errors(group, others.any);
  return found;
}

}  // namespace

TypeFit fit_type(const TruthKind& kind, const std::vector<const TruthGroup*>& groups,
                 const TypeFit* start) {
  return fit_rows(kind, groups, start, 1);
}

KindFit fit_kind(const TruthKind& kind) {
  std::map<std::string, Groups> by_type;
  for (const TruthGroup& group : kind.groups) by_type[group.type].push_back(&group);
  KindFit fit;
  for (const auto& [type, groups] : by_type) {
    const TypeFit& all = fit.types.emplace(type, fit_type(kind, groups)).first->second;
    for (const TruthGroup* group : groups)
      fit.held_out.push_back(hold_out(kind, groups, *group, all));
  }
  return fit;
}

std::vector<double> log_errors(const TruthGroup& group, const Coefficients& coefficients) {
  std::vector<double> errors(group.log_seconds.size());
  group.predict(coefficients, errors);
  for (std::size_t row = 0; row < errors.size(); ++row) errors[row] -= group.log_seconds[row];
  return errors;
}

}  // namespace wgf::truth::fit
