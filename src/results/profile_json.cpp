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

}  // namespace wgf::results
