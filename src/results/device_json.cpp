// SPDX-License-Identifier: MIT
#include "results/device_json.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "results/json.h"
#include "results/metric_json.h"

namespace wgf::results {

using Json = nlohmann::ordered_json;

Json to_json(const Device& device) {
  return {{"id", device.id},
          {"name", device.name},
          {"catalog_id", device.catalog_id},
          {"uuid", device.uuid},
          {"memory_bytes", device.memory.value},
          {"facts", to_json(device.facts)}};
}

Json to_json(const Rank& rank) {
  Json json{{"rank", rank.rank}, {"node", rank.node}, {"device", rank.device}};
  json["metrics"] = Json::array();
  for (const Metric& metric : rank.metrics) json["metrics"].push_back(to_json(metric));
  return json;
}

Json to_json(const Target& target) {
  return {{"address", address_without_secrets(target.address)},
          {"server", target.server},
          {"server_version", target.server_version},
          {"model", target.model}};
}

Device device_from_json(const Json& json) {
  return {.id = json.at("id"),
          .name = json.at("name"),
          .catalog_id = json.value("catalog_id", ""),
          .uuid = json.value("uuid", ""),
          .memory = Bytes(json.at("memory_bytes").get<std::int64_t>()),
          .facts = parameters_from_json(json.at("facts"))};
}

Target target_from_json(const Json& json) {
  return {.address = address_without_secrets(json.at("address").get<std::string>()),
          .server = json.at("server"),
          .server_version = json.at("server_version"),
          .model = json.at("model")};
}

std::vector<Device> devices_of_result(const Json& json) {
  const auto only = json.find("device");
  if (only != json.end() && !json.contains("devices")) return {device_from_json(*only)};
  std::vector<Device> devices;
  for (const Json& device : json.at("devices")) devices.push_back(device_from_json(device));
  if (devices.empty()) throw Error({"results.no_devices", {}});
  return devices;
}

std::vector<Rank> ranks_of_result(const Json& json, std::size_t devices) {
  std::vector<Rank> ranks;
  const auto list = json.find("ranks");
  if (list == json.end()) return ranks;
  for (const Json& one : *list) {
    Rank rank{.rank = one.at("rank"), .node = one.at("node"), .device = one.at("device")};
    if (rank.device >= devices)
      throw Error({"results.no_such_device",
                   {{"rank", std::to_string(rank.rank)},
                    {"device", one.at("device").dump()},
                    {"count", std::to_string(devices)}}});
    for (const Json& metric : one.at("metrics")) rank.metrics.push_back(metric_from_json(metric));
    ranks.push_back(std::move(rank));
  }
  return ranks;
}

}  // namespace wgf::results
