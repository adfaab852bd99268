// SPDX-License-Identifier: MIT
// list-devices: the devices a run can name, what they are and whether LibTorch can use them.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/device_usability.h"
#include "hardware/gpu.h"
#include "hardware/gpu_vendor.h"
#include "hardware/machine.h"
#include "report/table.h"
#include "runner/environment.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListedDevice {
  std::string
      id;  // as --device takes it; empty: hidden by CUDA_VISIBLE_DEVICES or of another vendor
  std::string name, driver, catalog_id, uuid, pci_id;
  std::optional<Bytes> memory;
  UsabilityVerdict verdict;
};

ListedDevice cpu_device(const results::Parameters& engine) {
  const hardware::Machine machine = hardware::inspect_machine();
  return {.id = "cpu",
          .name = machine.cpu.model,
          .memory = machine.memory.total,
          .verdict = engine.empty()
                         ? UsabilityVerdict{Usability::unknown, {"devices.no_engine", {}}}
                         : UsabilityVerdict{Usability::yes, {}}};
}

std::vector<ListedDevice> find_devices(const catalog::GpuCatalog& gpus) {
  const results::Parameters engine = runner::engine_facts_beside_engine();
  std::vector<ListedDevice> devices{cpu_device(engine)};
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  for (const auto& vendor : hardware::open_gpu_vendors()) {
    const std::vector<hardware::GpuInfo> found = vendor->devices();
    const std::vector<std::optional<int>> ordinals = hardware::cuda_ordinals(
        found, visible == nullptr ? std::nullopt : std::optional<std::string_view>(visible));
    for (std::size_t i = 0; i < found.size(); ++i) {
      const hardware::GpuInfo& gpu = found[i];
      const catalog::Gpu* record = catalog::identify_device(gpus, gpu.name, gpu.memory_total);
      devices.push_back({.id = ordinals[i] ? fmt::format("cuda:{}", *ordinals[i]) : "",
                         .name = gpu.name,
                         .driver = gpu.driver_version,
                         .catalog_id = record == nullptr ? "" : record->id,
                         .uuid = gpu.uuid,
                         .pci_id = gpu.pci_id,
                         .memory = gpu.memory_total,
                         .verdict = gpu_usability(gpu, engine)});
    }
  }
  return devices;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

std::string devices_json(const std::vector<ListedDevice>& devices) {
  Json list = Json::array();
  for (const ListedDevice& device : devices) {
    const Message& reason = device.verdict.reason;
    list.push_back({{"id", text_or_null(device.id)},
                    {"name", device.name},
                    {"memory_gib", device.memory ? Json(in_gib(*device.memory)) : Json(nullptr)},
                    {"driver", text_or_null(device.driver)},
                    {"catalog_id", text_or_null(device.catalog_id)},
                    {"uuid", text_or_null(device.uuid)},
                    {"pci_id", text_or_null(device.pci_id)},
                    {"usable", to_text(device.verdict.usability)},
                    {"reason", reason.key.empty()
                                   ? Json(nullptr)
                                   : Json(messages::render(reason, messages::Language::english))}});
  }
  return list.dump(2) + "\n";
}

std::string devices_text(const std::vector<ListedDevice>& devices, const Context& context) {
  report::Table table{{{context.text("devices.column_device")},
                       {context.text("devices.column_name")},
                       {context.text("devices.column_memory"), report::Align::right},
                       {context.text("devices.column_driver")},
                       {context.text("devices.column_catalog")},
                       {context.text("devices.column_usable")}},
                      {}};
  std::string notes;
  for (const ListedDevice& device : devices) {
    const bool is_cpu = device.id == "cpu";
    const std::string unknown = context.text("devices.not_in_catalog");
    table.rows.push_back(
        {device.id.empty() ? "-" : device.id, device.name,
         device.memory ? fmt::format("{:.1f}", in_gib(*device.memory)) : "?",
         device.driver.empty() ? "-" : device.driver,
         is_cpu ? "-" : (device.catalog_id.empty() ? unknown : device.catalog_id),
         context.text("devices.usable_" + std::string(to_text(device.verdict.usability)))});
    if (device.verdict.reason.key.empty()) continue;
    const std::string note = context.text(device.verdict.reason);
    if (notes.find(note) == std::string::npos) notes += note + "\n";
  }
  return report::to_terminal(table) + notes;
}

}  // namespace

void add_list_devices_command(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("list-devices", context.text("devices.description"));
  add_json_flag(*command, context);
  command->callback([&context] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(""));
    const std::vector<ListedDevice> devices = find_devices(catalog.gpus());
    const std::string text = context.json ? devices_json(devices) : devices_text(devices, context);
    std::fwrite(text.data(), 1, text.size(), stdout);
  });
}

}  // namespace wgf::cli
