// SPDX-License-Identifier: MIT
#include "runner/result_checks.h"

#include <fmt/format.h>

#include <string>

#include "advisor/limits/physical_limits.h"
#include "base/text.h"

namespace wgf::runner {

results::Result described(results::Result result, const DeviceState& state) {
  results::Device& device = result.device;
  if (device.id.empty()) device.id = result.measured_case.device;
  if (device.name.empty()) device.name = state.device.name;
  if (device.catalog_id.empty()) device.catalog_id = state.device.catalog_id;
  if (device.uuid.empty()) device.uuid = state.device.uuid;
  if (device.memory == Bytes(0)) device.memory = state.device.memory;
  for (const auto& [name, value] : state.device.facts)
    if (device.facts.find(name) == nullptr) device.facts.set(name, value);
  advisor::add_quality_warnings(result);
  advisor::apply_physical_limits(result, state.peaks);
  return result;
}

Message foreign_warning(const std::vector<ForeignProcess>& foreign) {
  std::vector<std::string> names;
  for (const ForeignProcess& process : foreign)
    names.push_back((process.name.empty() ? "?" : process.name) + " (" +
                    std::to_string(process.pid) + ")");
  return {"warning.foreign_processes",
          {{"count", std::to_string(foreign.size())}, {"processes", join(names, ", ")}}};
}

std::optional<Message> load_warning(const std::optional<ForeignLoad>& load) {
  // One full process is enough on up to four cores.
  constexpr double least_share = 0.25;
  if (!load || load->busy_cores < least_share * load->cores) return std::nullopt;
  return Message{
      "warning.foreign_load",
      {{"busy", fmt::format("{:.1f}", load->busy_cores)}, {"cores", std::to_string(load->cores)}}};
}

}  // namespace wgf::runner
