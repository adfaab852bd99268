// SPDX-License-Identifier: MIT
#include "truth/fit/least_squares.h"

#include <algorithm>
#include <cmath>

namespace wgf::truth::fit {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr int most_steps = 30;
constexpr double derivative_step = 1e-5;
constexpr double enough = 1e-5;  // relative gain of a step below which the fit has converged

struct Point {
  Vector parameters, residuals;
  double cost = 0;
};

Point point_at(const FitProblem& problem, const Vector& parameters) {
  Point point{parameters, Vector(problem.residuals), 0};
  problem.evaluate(parameters, point.residuals);
  for (const double r : point.residuals) {
    const double z = r / problem.scale;
    point.cost += 2 * problem.scale * problem.scale * (std::sqrt(1 + z * z) - 1);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const double pull = problem.weight[i] * (parameters[i] - problem.prior[i]);
    point.cost += pull * pull;
  }
  return point;
}

struct NormalEquations {
  Matrix matrix;
  Vector right;
};

NormalEquations normal_equations(const FitProblem& problem, const Point& point) {
  const std::size_t count = point.parameters.size();
  Matrix columns(count, Vector(problem.residuals));
  for (std::size_t i = 0; i < count; ++i) {
    Vector moved = point.parameters;
    moved[i] += derivative_step;
    problem.evaluate(moved, columns[i]);
    for (std::size_t row = 0; row < problem.residuals; ++row)
      columns[i][row] = (columns[i][row] - point.residuals[row]) / derivative_step;
  }
  Vector weights(problem.residuals);
  for (std::size_t row = 0; row < problem.residuals; ++row)
    weights[row] = 1 / std::hypot(1.0, point.residuals[row] / problem.scale);
  NormalEquations equations{Matrix(count, Vector(count)), Vector(count)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t row = 0; row < problem.residuals; ++row)
        sum += weights[row] * columns[i][row] * columns[j][row];
      equations.matrix[i][j] = equations.matrix[j][i] = sum;
    }
    for (std::size_t row = 0; row < problem.residuals; ++row)
      equations.right[i] -= weights[row] * columns[i][row] * point.residuals[row];
    const double squared = problem.weight[i] * problem.weight[i];
    equations.matrix[i][i] += squared;
    equations.right[i] -= squared * (point.parameters[i] - problem.prior[i]);
  }
  return equations;
}

// Cholesky; the matrix is positive definite through the priors and the damping.
Vector solve(Matrix a, Vector b) {
  const std::size_t count = b.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a[j][j];
    }
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = count; i-- > 0;) {
    for (std::size_t k = i + 1; k < count; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

std::vector<double> fit_parameters(const FitProblem& problem, std::vector<double> start) {
  Point best = point_at(problem, start);
  double damping = 1e-3;
  for (int step = 0; step < most_steps; ++step) {
    const NormalEquations equations = normal_equations(problem, best);
    double gain = 0;
    for (; damping < 1e8; damping *= 10) {
      Matrix damped = equations.matrix;
      for (std::size_t i = 0; i < damped.size(); ++i) damped[i][i] *= 1 + damping;
      Vector parameters = best.parameters;
      const Vector move = solve(damped, equations.right);
      for (std::size_t i = 0; i < move.size(); ++i) parameters[i] += std::clamp(move[i], -1.0, 1.0);
      Point next = point_at(problem, parameters);
      if (!(next.cost < best.cost)) continue;
      gain = 1 - next.cost / best.cost;
      best = std::move(next);
      damping = std::max(damping / 10, 1e-7);
      break;
    }
    if (gain < enough) break;
  }
  return best.parameters;
}

}  // namespace wgf::truth::fit
