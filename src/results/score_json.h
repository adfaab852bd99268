// SPDX-License-Identifier: MIT
#pragma once
// The score and the ratings in words as JSON and back, every digit kept.

#include <nlohmann/json_fwd.hpp>

#include "results/score.h"

namespace wgf::results {

nlohmann::ordered_json to_json(const Score& score);
nlohmann::ordered_json to_json(const Rating& rating);

Score score_from_json(const nlohmann::ordered_json& json);
Rating rating_from_json(const nlohmann::ordered_json& json);

}  // namespace wgf::results
