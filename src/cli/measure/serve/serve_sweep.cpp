// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/distributions.h"
#include "base/statistics.h"
#include "load/user_search.h"

namespace wgf::cli {
namespace {

constexpr const char* output_rate = "output.token_throughput";

// The repeats of one load.
struct Measured {
  std::vector<double> rates, good_shares;  // output tokens/s; %
  bool is_ok = true;
};

double value_of(const results::Result& result, const char* tag, double otherwise) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? otherwise : metric->value;
}

std::map<std::size_t, Measured> by_users(const results::Run& run) {
  std::map<std::size_t, Measured> loads;
  for (const results::Result& result : run.results) {
    if (result.measured_case.benchmark != "serve_test") continue;
    Measured& one =
        loads[static_cast<std::size_t>(result.measured_case.parameters.integer("concurrency", 1))];
    constexpr double all = 100;  // %
    one.rates.push_back(value_of(result, output_rate, 0));
    one.good_shares.push_back(value_of(result, "good_share", all));
    one.is_ok = one.is_ok && result.status == results::Status::ok;
  }
  return loads;
}

std::vector<load::TriedUsers> tried_of(const std::map<std::size_t, Measured>& loads) {
  constexpr double enough = 99;  // %
  std::vector<load::TriedUsers> tried;
  for (const auto& [users, one] : loads)
    tried.push_back({users, mean(one.rates), one.is_ok && mean(one.good_shares) >= enough});
  return tried;
}

bool are_known_enough(const std::vector<double>& rates) {
  constexpr std::size_t fewest = 3;
  constexpr double tails = 0.05, narrow = 0.02;
  if (rates.size() < fewest) return false;
  const auto count = static_cast<double>(rates.size());
  const double half =
      student_t_critical(tails, count - 1) * standard_deviation(rates) / std::sqrt(count);
  return half <= narrow * mean(rates);
}

// Where it gives most, and the most users within the limits.
std::vector<std::size_t> answers_of(const std::vector<load::TriedUsers>& tried) {
  const auto most = std::max_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
    return a.tokens_per_second < b.tokens_per_second;
  });
  std::vector<std::size_t> answers;
  if (most != tried.end()) answers.push_back(most->users);
  const auto largest =
      std::find_if(tried.rbegin(), tried.rend(), [](const auto& one) { return one.keeps_limits; });
  if (largest != tried.rend()) answers.push_back(largest->users);
  return answers;
}

}  // namespace

bool is_known_enough(const results::Run& run, int repeats) {
  std::vector<double> rates;
  for (auto result = run.results.end() - repeats; result != run.results.end(); ++result) {
    if (result->find(output_rate) == nullptr) return false;
    rates.push_back(value_of(*result, output_rate, 0));
  }
  return are_known_enough(rates);
}

std::optional<NextLoad> next_load(const ServeWork& work, const results::Run& run) {
  constexpr std::size_t most_users_of_sweep = 4096;
  constexpr std::size_t rounds = 3;  // each user asks no fewer times
  if (!work.is_sweep) return std::nullopt;
  const auto with_users = [&](std::size_t users, std::size_t repeat) {
    load::LoadPlan plan =
        with_load(work.plans.front(), std::nullopt, static_cast<std::int64_t>(users), work.warmup);
    plan.requests = std::max(plan.requests, rounds * users);
    plan.seed += repeat;
    return NextLoad{std::move(plan), static_cast<int>(repeat)};
  };
  const std::map<std::size_t, Measured> loads = by_users(run);
  const std::vector<load::TriedUsers> tried = tried_of(loads);
  if (const auto users = load::next_users(tried, most_users_of_sweep)) return with_users(*users, 0);
  for (const std::size_t users : answers_of(tried)) {
    const std::vector<double>& rates = loads.at(users).rates;
    if (rates.size() < static_cast<std::size_t>(work.repeats) && !are_known_enough(rates))
      return with_users(users, rates.size());
  }
  return std::nullopt;
}

}  // namespace wgf::cli
