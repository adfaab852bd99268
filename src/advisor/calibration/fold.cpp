// SPDX-License-Identifier: MIT
#include "advisor/calibration/fold.h"

#include <cmath>
#include <set>

namespace wgf::advisor {
namespace {

constexpr double difference = 1e-4;  // of a logarithm, for derivatives
constexpr int rounds = 4;            // the terms are nearly straight in the logarithms

using Row = std::vector<double>;

// x of a x = b by elimination; a is symmetric and positive definite.
Row solve(std::vector<Row> a, Row b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[row][k] -= factor * a[i][k];
      b[row] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Gauss-Newton with the prior: (J'WJ + P) moved = J'W (measured - predicted + J moved).
Row step_from(const Row& moved, const std::vector<Observation>& all, const Row& priors) {
  const std::size_t n = moved.size();
  std::vector<Row> a(n, Row(n, 0.0));
  Row b(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) a[i][i] = 1 / (priors[i] * priors[i]);
  for (const Observation& one : all) {
    const double now = one.off(moved), weight = 1 / (one.spread * one.spread);
    Row slope(n);
    double linear = -now;
    for (std::size_t i = 0; i < n; ++i) {
      Row nudged = moved;
      nudged[i] += difference;
      slope[i] = (one.off(nudged) - now) / difference;
      linear += slope[i] * moved[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      b[i] += weight * slope[i] * linear;
      for (std::size_t k = 0; k < n; ++k) a[i][k] += weight * slope[i] * slope[k];
    }
  }
  return solve(std::move(a), std::move(b));
}

Row most_likely(const std::vector<Observation>& all, const Row& priors) {
  Row moved(priors.size(), 0.0);
  for (int round = 0; round < rounds; ++round) moved = step_from(moved, all, priors);
  return moved;
}

double root_mean_square(const std::vector<Observation>& all, const Row& moved) {
  double squares = 0;
  for (const Observation& one : all) squares += std::pow(one.off(moved), 2);
  return std::sqrt(squares / static_cast<double>(all.size()));
}

std::optional<double> held_out_error(const std::vector<Observation>& all, const Row& priors) {
  std::set<std::string> groups;
  for (const Observation& one : all) groups.insert(one.group);
  if (groups.size() < 2) return std::nullopt;
  double squares = 0;
  for (const std::string& group : groups) {
    std::vector<Observation> kept;
    for (const Observation& one : all)
      if (one.group != group) kept.push_back(one);
    const Row moved = most_likely(kept, priors);
    for (const Observation& one : all)
      if (one.group == group) squares += std::pow(one.off(moved), 2);
  }
  return std::sqrt(squares / static_cast<double>(all.size()));
}

}  // namespace

Fold fold(const std::vector<Observation>& all, const std::vector<double>& priors) {
  Fold found{most_likely(all, priors), {}};
  found.error.before = root_mean_square(all, Row(priors.size(), 0.0));
  found.error.after = root_mean_square(all, found.moved);
  found.error.held_out = held_out_error(all, priors);
  return found;
}

}  // namespace wgf::advisor
