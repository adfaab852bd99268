// SPDX-License-Identifier: MIT
// A look as one line of JSON; null: cannot be read.

#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "cli/monitor/look.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
Json bytes(const std::optional<Bytes>& value) {
  return value ? Json(value->value) : Json();
}
Json watts(const std::optional<Watts>& value) {
  return value ? Json(value->value) : Json();
}

Json gpu_json(const WatchedGpu& gpu) {
  const hardware::GpuReading& now = gpu.reading;
  Json processes;
  if (gpu.processes) {
    processes = Json::array();
    for (const WatchedProcess& one : *gpu.processes)
      processes.push_back({{"pid", one.process.pid},
                           {"program", one.program.empty() ? Json() : Json(one.program)},
                           {"memory_bytes", bytes(one.process.memory)}});
  }
  return {{"index", gpu.info.index},
          {"vendor", gpu.info.vendor},
          {"name", gpu.info.name},
          {"uuid", gpu.info.uuid.empty() ? Json() : Json(gpu.info.uuid)},
          {"utilization_percent", or_null(now.gpu_utilization)},
          {"memory_utilization_percent", or_null(now.memory_utilization)},
          {"memory_used_bytes", bytes(now.memory_used)},
          {"memory_total_bytes", bytes(now.memory_total)},
          {"sm_clock_mhz", or_null(now.sm_clock_mhz)},
          {"memory_clock_mhz", or_null(now.memory_clock_mhz)},
          {"power_w", watts(now.power)},
          {"power_limit_w", watts(gpu.info.power_limit)},
          {"temperature_c", or_null(now.temperature_c)},
          {"memory_temperature_c", or_null(now.memory_temperature_c)},
          {"throttle_reasons", or_null(now.throttle_reasons)},
          {"processes", processes}};
}

}  // namespace

std::string look_json(const Look& look) {
  Json gpus = Json::array();
  for (const WatchedGpu& gpu : look.gpus) gpus.push_back(gpu_json(gpu));
  return results::on_one_line({{"time", look.time},
                               {"cpu_cores", look.cores},
                               {"cpu_utilization_percent", or_null(look.cpu_percent)},
                               {"memory_used_bytes", bytes(look.memory_used)},
                               {"memory_total_bytes", bytes(look.memory_total)},
                               {"container_memory_used_bytes", bytes(look.container_used)},
                               {"container_memory_limit_bytes", bytes(look.container_limit)},
                               {"gpus", gpus}});
}

}  // namespace wgf::cli
