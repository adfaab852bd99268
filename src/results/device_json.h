// SPDX-License-Identifier: MIT
#pragma once
// What a result was measured on, as JSON and back: devices, ranks, a server.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "results/result.h"

namespace wgf::results {

nlohmann::ordered_json to_json(const Device& device);
nlohmann::ordered_json to_json(const Rank& rank);
nlohmann::ordered_json to_json(const Target& target);  // its address never has secrets

Device device_from_json(const nlohmann::ordered_json& json);
Target target_from_json(const nlohmann::ordered_json& json);
// One or more; of schema 1 the only one. Throws Error(results.no_devices).
std::vector<Device> devices_of_result(const nlohmann::ordered_json& json);
// Throws Error(results.no_such_device) for a rank on a device that the result does not have.
std::vector<Rank> ranks_of_result(const nlohmann::ordered_json& json, std::size_t devices);

}  // namespace wgf::results
