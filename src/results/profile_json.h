// SPDX-License-Identifier: MIT
#pragma once
// What profilers saw as JSON and back.

#include <nlohmann/json_fwd.hpp>

#include "results/profile.h"
#include "results/timeline.h"

namespace wgf::results {

nlohmann::ordered_json to_json(const Profile& profile);
Profile profile_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json to_json(const Timeline& timeline);
Timeline timeline_from_json(const nlohmann::ordered_json& json);

}  // namespace wgf::results
