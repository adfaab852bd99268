// SPDX-License-Identifier: MIT
#include "advisor/goodput/run_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/distributions.h"

namespace wgf::advisor {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double too_rare = 1e-9;  // interruptions of a run
constexpr double too_often = 10;   // interruptions of one stretch: it is as good as never done

// Of the time until an interruption, where one comes within `length`.
struct Moments {
  double mean = 0, variance = 0;
};
Moments until_interrupted(double rate, double length) {
  const double x = rate * length;
  // Below this the differences of large numbers further down have no digits left; what the series
  // in x leave out is less than 1e-10 of them.
  constexpr double few = 0.05;
  if (x < few)
    return {length * (0.5 - x / 12 + x * x * x / 720),
            length * length * (1.0 / 12 - x * x / 240 + x * x * x * x / 6048)};
  const double grown = std::expm1(x);
  return {1 / rate - length / grown,
          std::max(0.0, 1 / (rate * rate) - length * length * (grown + 1) / (grown * grown))};
}

// What a stretch of `length` costs beyond itself, where every interruption adds `each`: their
// number is geometric.
Moments cost_of_repeats(double rate, double length, const Moments& each) {
  const double grown = std::expm1(rate * length);  // mean number of interruptions
  return {grown * each.mean, grown * each.variance + grown * (grown + 1) * each.mean * each.mean};
}

// From an interruption until training goes on: restarts are interrupted too.
Moments recovery(double rate, double restart) {
  if (restart <= 0) return {};
  const Moments repeats = cost_of_repeats(rate, restart, until_interrupted(rate, restart));
  return {restart + repeats.mean, repeats.variance};
}

double normal_below(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

// The chance that a gamma variable of this mean and variance is below x (Wilson and Hilferty).
double gamma_below(double x, double mean, double variance) {
  if (x <= 0) return 0;
  const double shape = mean * mean / variance, spread = 1 / (9 * shape);
  return normal_below((std::cbrt(x / mean) - 1 + spread) / std::sqrt(spread));
}

struct Weighted {
  double weight;
  RunTime run;
};

double chance_done_by(const std::vector<Weighted>& runs, double time) {
  double chance = 0;
  for (const Weighted& one : runs) chance += one.weight * chance_done_by(one.run, Seconds(time));
  return chance;
}

Seconds quantile(const std::vector<Weighted>& runs, double share) {
  double low = infinite, high = 0;
  for (const Weighted& one : runs) low = std::min(low, one.run.least.value);
  for (high = 2 * low; chance_done_by(runs, high) < share; high *= 2)
    if (high > low * 1e6) return Seconds(infinite);
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (chance_done_by(runs, middle) < share ? low : high) = middle;
  }
  return Seconds(high);
}

// Every pace of the steps with every rate of interruption.
std::vector<Weighted> all_runs(const GoodputCase& one, Seconds interval) {
  constexpr double last = 4, step = 0.1;  // standard deviations of ln(time)
  constexpr int count = static_cast<int>(2 * last / step) + 1;
  std::vector<Weighted> runs;
  double total = 0;
  for (int i = 0; i < (one.spread > 0 ? count : 1); ++i) {
    const double z = one.spread > 0 ? i * step - last : 0;
    const double work = one.work.value * std::exp(z * one.spread / normal_90);
    for (const Seconds between : one.between) {
      const double weight = std::exp(-z * z / 2);
      const Seconds stretch(std::max(work, one.least_work.value));
      runs.push_back({weight, run_time({stretch, between, one.checkpoint, one.restart, interval})});
      total += weight;
    }
  }
  for (Weighted& run : runs) run.weight /= total;
  return runs;
}

}  // namespace

Seconds best_interval(Seconds checkpoint, Seconds between) {
  if (std::isinf(between.value)) return between;
  const double share = checkpoint.value / (2 * between.value);
  if (share >= 1) return between;
  const double young = std::sqrt(2 * checkpoint.value * between.value);
  return Seconds(young * (1 + std::sqrt(share) / 3 + share / 9) - checkpoint.value);
}

RunTime run_time(const RunSetting& setting) {
  const double work = setting.work.value, checkpoint = setting.checkpoint.value;
  const double interval = std::min(setting.interval.value, work);
  const double stretches = work / interval, stretch = interval + checkpoint;
  RunTime run;
  run.checkpoints = Seconds(stretches * checkpoint);
  run.least = run.expected = Seconds(stretches * stretch);
  const double rate = 1 / setting.between.value;
  if (rate * run.least.value < too_rare) return run;
  run.none = std::exp(-rate * run.least.value);
  if (rate * std::max(stretch, setting.restart.value) > too_often) {
    run.expected = run.deviation = run.repeated = Seconds(infinite);
    run.interruptions = infinite;
    return run;
  }
  const Moments work_lost = until_interrupted(rate, stretch);
  const Moments waited = recovery(rate, setting.restart.value);
  const Moments lost = cost_of_repeats(
      rate, stretch, {work_lost.mean + waited.mean, work_lost.variance + waited.variance});
  const double stops = stretches * std::expm1(rate * stretch);
  run.interruptions = stops * std::exp(rate * setting.restart.value);
  run.repeated = Seconds(stops * work_lost.mean);
  run.restarts = Seconds(stops * waited.mean);
  run.expected += run.repeated + run.restarts;
  run.deviation = Seconds(std::sqrt(stretches * lost.variance));
  return run;
}

double chance_done_by(const RunTime& run, Seconds time) {
  const double late = time.value - run.least.value;
  if (late < 0) return 0;
  const double some = 1 - run.none, cost = (run.expected - run.least).value;
  if (some <= 0 || cost <= 0) return 1;
  if (std::isinf(cost)) return run.none;
  // Of what interruptions cost, given that there is one.
  const double mean = cost / some;
  const double square =
      (run.deviation.value * run.deviation.value + cost * cost) / some - mean * mean;
  if (square <= 0) return late >= mean ? 1 : run.none;
  return run.none + some * gamma_below(late, mean, square);
}

Goodput goodput(const GoodputCase& one) {
  double rates = 0;
  for (const Seconds between : one.between) rates += 1 / between.value;
  const Seconds between(static_cast<double>(one.between.size()) / rates);
  Goodput all;
  all.interval = one.interval.value_or(best_interval(one.checkpoint, between));
  if (all.interval > one.work) all.interval = one.work;
  all.run = run_time({one.work, between, one.checkpoint, one.restart, all.interval});
  all.share = one.work.value / all.run.expected.value;
  const std::vector<Weighted> runs = all_runs(one, all.interval);
  all.p50 = quantile(runs, 0.5);
  all.p90 = quantile(runs, 0.9);
  return all;
}

}  // namespace wgf::advisor
