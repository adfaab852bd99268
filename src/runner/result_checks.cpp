// SPDX-License-Identifier: MIT
#include "runner/result_checks.h"

#include <algorithm>
#include <string>

#include "advisor/limits/physical_limits.h"
#include "base/text.h"

namespace wgf::runner {
namespace {

void complete(results::Device& device, const results::Device& known) {
  if (device.name.empty()) device.name = known.name;
  if (device.catalog_id.empty()) device.catalog_id = known.catalog_id;
  if (device.uuid.empty()) device.uuid = known.uuid;
  if (device.memory == Bytes(0)) device.memory = known.memory;
  for (const auto& [name, value] : known.facts)
    if (device.facts.find(name) == nullptr) device.facts.set(name, value);
}

}  // namespace

results::Result described(results::Result result, std::span<const DeviceState> states) {
  // An engine that could not begin may know none of them.
  const std::vector<results::Device> named = results::named_devices(result.measured_case);
  if (result.devices.size() < named.size()) result.devices = named;
  std::vector<advisor::PeakRates> peaks;
  for (std::size_t i = 0; i < std::min(named.size(), states.size()); ++i) {
    if (result.devices[i].id.empty()) result.devices[i].id = named[i].id;
    complete(result.devices[i], states[i].device);
    peaks.push_back(states[i].peaks);
  }
  advisor::add_quality_warnings(result);
  // Of devices on other nodes nothing is known here.
  const bool are_all_known = peaks.size() == result.devices.size();
  advisor::apply_physical_limits(result,
                                 are_all_known ? advisor::sum_of(peaks) : advisor::PeakRates{});
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

}  // namespace wgf::runner
