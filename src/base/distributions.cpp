// SPDX-License-Identifier: MIT
#include "base/distributions.h"

#include <cmath>

namespace wgf {
namespace {

// Continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes 6.4;
// DLMF 8.17.22). Converges in few terms for x below (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, accuracy = 1e-15;
  constexpr int most_terms = 1000;
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= most_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < accuracy) break;
  }
  return fraction;
}

double log_gamma(double x) {
  int sign = 0;  // lgamma() writes a global
  return lgamma_r(x, &sign);
}

// Regularised incomplete beta function I_x(a, b); `rest` is 1 - x, given apart so that x near 1
// keeps its digits.
double incomplete_beta(double a, double b, double x, double rest) {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const double front = std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) +
                                b * std::log(rest));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, rest) / b;
}

}  // namespace

double student_t_two_sided(double t, double df) {
  const double square = t * t;
  return incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square));
}

double student_t_critical(double probability, double df) {
  double low = 0, high = 1;
  while (student_t_two_sided(high, df) > probability && high < 1e150) high *= 4;
  for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
    const double middle = (low + high) / 2;
    (student_t_two_sided(middle, df) > probability ? low : high) = middle;
  }
  return high;
}

double fisher_f_upper(double f, double df_above, double df_below) {
  if (f <= 0) return 1;
  const double sum = df_below + df_above * f;
  return incomplete_beta(df_below / 2, df_above / 2, df_below / sum, df_above * f / sum);
}

// Recurrence up to 6, then the asymptotic series (Abramowitz and Stegun 6.3.18, 6.4.12).
double digamma(double x) {
  double sum = 0;
  for (; x < 6; ++x) sum -= 1 / x;
  const double u = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x -
         u * (1.0 / 12 - u * (1.0 / 120 - u * (1.0 / 252 - u * (1.0 / 240 - u / 132))));
}

double trigamma(double x) {
  double sum = 0;
  for (; x < 6; ++x) sum += 1 / (x * x);
  const double u = 1 / (x * x);
  return sum + 1 / x + u / 2 +
         u / x * (1.0 / 6 - u * (1.0 / 30 - u * (1.0 / 42 - u * (1.0 / 30 - u * 5.0 / 66))));
}

double trigamma_inverse(double y) {
  // Falls from infinity to 0, so bisection on a logarithmic scale finds it.
  double low = 1e-8, high = 1e8;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (trigamma(middle) > y ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace wgf
