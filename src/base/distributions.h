// SPDX-License-Identifier: MIT
#pragma once
// Tail probabilities and quantiles of the distributions that comparisons of few, noisy numbers
// need. Exact to about 1e-12 (regularised incomplete beta function by its continued fraction).

namespace wgf {

// 90 % of a normal distribution lie within so many standard deviations of its mean.
inline constexpr double normal_90 = 1.6448536269514722;

// P(|T| >= |t|) of Student's t with df > 0 degrees of freedom, whole or not.
double student_t_two_sided(double t, double df);
// The t whose two-sided tail probability is `probability` in (0, 1).
double student_t_critical(double probability, double df);
// P(F >= f) of Fisher's F.
double fisher_f_upper(double f, double df_above, double df_below);

// First and second derivative of log Γ, for x > 0.
double digamma(double x);
double trigamma(double x);
// The x > 0 whose trigamma is y > 0.
double trigamma_inverse(double y);

}  // namespace wgf
