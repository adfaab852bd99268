// SPDX-License-Identifier: MIT
#pragma once
// How unevenly tokens choose among experts whose odds fall as 1 / n (train --routing skewed).

namespace wgf::answers {

// Rows of the first rank's experts over the mean of all ranks: experts are shared out in order, and
// a token takes per_token different ones, each in turn with odds 1 / n among those left (Plackett
// 1975). 1 where one rank has all. experts divide by ranks.
double skewed_imbalance(int experts, int per_token, int ranks);

}  // namespace wgf::answers
