// SPDX-License-Identifier: MIT
#include "results/profile_json.h"

#include <nlohmann/json.hpp>

namespace wgf::results {

using Json = nlohmann::ordered_json;

Json to_json(const Profile& profile) {
  Json operations = Json::array(), kernels = Json::array();
  for (const Profile::Operation& operation : profile.operations)
    operations.push_back({{"name", operation.name},
                          {"calls", operation.calls},
                          {"cpu_ms", operation.cpu_ms},
                          {"gpu_ms", operation.gpu_ms},
                          {"allocated_bytes", operation.allocated.value}});
  for (const Profile::Kernel& kernel : profile.kernels)
    kernels.push_back({{"name", kernel.name}, {"calls", kernel.calls}, {"gpu_ms", kernel.gpu_ms}});
  return {{"steps", profile.steps},
          {"operations", std::move(operations)},
          {"kernels", std::move(kernels)}};
}

Profile profile_from_json(const Json& json) {
  Profile profile{.steps = json.at("steps")};
  for (const Json& operation : json.at("operations"))
    profile.operations.push_back(
        {.name = operation.at("name"),
         .calls = operation.at("calls"),
         .cpu_ms = operation.at("cpu_ms"),
         .gpu_ms = operation.at("gpu_ms"),
         .allocated = Bytes(operation.at("allocated_bytes").get<std::int64_t>())});
  for (const Json& kernel : json.at("kernels"))
    profile.kernels.push_back(
        {.name = kernel.at("name"), .calls = kernel.at("calls"), .gpu_ms = kernel.at("gpu_ms")});
  return profile;
}

Json to_json(const Timeline& timeline) {
  Json launches = Json::array();
  for (const Timeline::Launch& launch : timeline.launches) {
    Json json{
        {"name", launch.name}, {"start_us", launch.start_us}, {"duration_us", launch.duration_us}};
    if (!launch.part.empty()) json["part"] = launch.part;
    if (launch.layer >= 0) json["layer"] = launch.layer;
    if (launch.bytes > 0) json["bytes"] = launch.bytes;
    if (launch.flops > 0) json["flops"] = launch.flops;
    launches.push_back(std::move(json));
  }
  return {{"phase", timeline.phase},
          {"period_us", timeline.period_us},
          {"launches", std::move(launches)}};
}

Timeline timeline_from_json(const Json& json) {
  Timeline timeline{.phase = json.at("phase"), .period_us = json.at("period_us"), .launches = {}};
  for (const Json& launch : json.at("launches"))
    timeline.launches.push_back({.name = launch.at("name"),
                                 .part = launch.value("part", ""),
                                 .layer = launch.value("layer", std::int64_t{-1}),
                                 .start_us = launch.at("start_us"),
                                 .duration_us = launch.at("duration_us"),
                                 .bytes = launch.value("bytes", 0.0),
                                 .flops = launch.value("flops", 0.0)});
  return timeline;
}

}  // namespace wgf::results
