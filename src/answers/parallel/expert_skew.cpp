// SPDX-License-Identifier: MIT
#include "answers/parallel/expert_skew.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace wgf::answers {
namespace {

double odds(int expert) {
  return 1.0 / (expert + 1);
}

// That fewer than per_token of the others have come by a time, where each comes at a random one
// whose rate is its odds: the order in which they come is the order of the choices.
double chance_of_a_place(int expert, int experts, int per_token, double time) {
  std::vector<double> chance(static_cast<std::size_t>(per_token), 0);  // of so many that came
  chance[0] = 1;
  for (int other = 0; other < experts; ++other) {
    if (other == expert) continue;
    const double comes = 1 - std::exp(-odds(other) * time);
    for (std::size_t count = chance.size(); count-- > 0;)
      chance[count] = chance[count] * (1 - comes) + (count > 0 ? chance[count - 1] * comes : 0);
  }
  double sum = 0;
  for (const double one : chance) sum += one;
  return sum;
}

// That a token takes it: the mean over its own time of coming, by the middles of equal shares.
double chance_of_choice(int expert, int experts, int per_token) {
  constexpr int shares = 200;
  double sum = 0;
  for (int i = 0; i < shares; ++i) {
    const double time = -std::log1p(-(i + 0.5) / shares) / odds(expert);
    sum += chance_of_a_place(expert, experts, per_token, time);
  }
  return sum / shares;
}

}  // namespace

double skewed_imbalance(int experts, int per_token, int ranks) {
  const int own = experts / ranks;
  double rows = 0;
  for (int expert = 0; expert < own; ++expert)
    rows += chance_of_choice(expert, experts, std::min(per_token, experts));
  return rows * ranks / per_token;
}

}  // namespace wgf::answers
