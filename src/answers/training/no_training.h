// SPDX-License-Identifier: MIT
#pragma once
// Cards whose trainings nobody forecasts.

#include <string>
#include <vector>

#include "advisor/training/matrix_speed.h"
#include "base/message.h"

namespace wgf::answers {

// Of the reason in the keys of messages: "unknown", "lack_peak", …
std::string gap_name(advisor::SpeedGap gap);

// Why there is no forecast of any of the cards: their one reason, or that there are several.
Message no_training(const std::vector<const catalog::Gpu*>& cards);

}  // namespace wgf::answers
