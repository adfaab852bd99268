// SPDX-License-Identifier: MIT
// list-devices: the devices a run can name, what they are and whether LibTorch can use them.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "base/choices.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/words/device_usability.h"
#include "hardware/gpu.h"
#include "hardware/gpu_vendor.h"
#include "hardware/machine.h"
#include "report/table.h"
#include "results/json_print.h"
#include "runner/environment.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DeviceListOptions {
  std::vector<std::string> names, types;
  std::string sort;
  bool only_usable = false;
};

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

// Of a card in MIG mode the slice that programs get.
ListedDevice gpu_device(const hardware::GpuInfo& gpu, std::optional<int> ordinal,
                        const catalog::GpuCatalog& gpus) {
  const bool is_slice = gpu.mig.value_or(false);
  const catalog::Gpu* record =
      is_slice ? nullptr : catalog::identify_device(gpus, gpu.name, gpu.memory_total);
  ListedDevice device{.id = ordinal ? fmt::format("cuda:{}", *ordinal) : "",
                      .name = gpu.name,
                      .driver = gpu.driver_version,
                      .catalog_id = record == nullptr ? "" : record->id,
                      .uuid = gpu.uuid,
                      .pci_id = gpu.pci_id};
  if (!is_slice) device.memory = gpu.memory_total;
  if (const hardware::GpuSlice* slice = is_slice ? hardware::slice_in_use(gpu, "") : nullptr) {
    device.name = slice->name;
    device.uuid = slice->uuid;
    device.memory = slice->memory_total;
  }
  return device;
}

std::vector<ListedDevice> find_devices(const catalog::GpuCatalog& gpus) {
  const results::Parameters engine = runner::engine_facts_beside_engine();
  std::vector<ListedDevice> devices{cpu_device(engine)};
  for (const auto& vendor : hardware::open_gpu_vendors()) {
    const std::vector<hardware::GpuInfo> found = vendor->devices();
    const std::vector<std::optional<int>> ordinals = hardware::visible_ordinals(found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const hardware::GpuInfo& gpu = found[i];
      devices.push_back(gpu_device(gpu, ordinals[i], gpus));
      devices.back().verdict = gpu_usability(gpu, engine);
    }
  }
  return devices;
}

bool is_named(const ListedDevice& device, const std::vector<std::string>& names) {
  if (names.empty()) return true;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == device.id || (name == "cuda" && device.id.starts_with("cuda:")) ||
           fold_name(device.name).find(fold_name(name)) != std::string::npos ||
           fold_name(device.catalog_id).find(fold_name(name)) != std::string::npos;
  });
}

void sort_devices(std::vector<ListedDevice>& devices, const std::string& field) {
  check_choice("--sort", field, {"device", "name", "memory"});
  std::stable_sort(devices.begin(), devices.end(),
                   [&](const ListedDevice& a, const ListedDevice& b) {
                     if (field == "device") return a.id < b.id;
                     if (field == "name") return a.name < b.name;
                     return a.memory.value_or(Bytes()).value > b.memory.value_or(Bytes()).value;
                   });
}

void filter_devices(std::vector<ListedDevice>& devices, const DeviceListOptions& options) {
  for (const std::string& type : options.types) check_choice("--type", type, {"cpu", "gpu"});
  std::erase_if(devices, [&](const ListedDevice& device) {
    const std::string type = device.id == "cpu" ? "cpu" : "gpu";
    const bool is_of_type =
        options.types.empty() ||
        std::find(options.types.begin(), options.types.end(), type) != options.types.end();
    const bool is_unusable = options.only_usable && device.verdict.usability != Usability::yes;
    return !is_of_type || is_unusable || !is_named(device, options.names);
  });
  if (!options.sort.empty()) sort_devices(devices, options.sort);
}

std::string devices_json(const std::vector<ListedDevice>& devices) {
  Json list = Json::array();
  for (const ListedDevice& device : devices) {
    const Message& reason = device.verdict.reason;
    list.push_back({{"id", answers::or_null(device.id)},
                    {"name", device.name},
                    {"memory_gib", device.memory ? Json(in_gib(*device.memory)) : Json(nullptr)},
                    {"driver", answers::or_null(device.driver)},
                    {"catalog_id", answers::or_null(device.catalog_id)},
                    {"uuid", answers::or_null(device.uuid)},
                    {"pci_id", answers::or_null(device.pci_id)},
                    {"usable", to_text(device.verdict.usability)},
                    {"reason", reason.key.empty()
                                   ? Json(nullptr)
                                   : Json(messages::render(reason, messages::Language::english))}});
  }
  return results::indented(list);
}

std::string devices_text(const std::vector<ListedDevice>& devices, const Context& context) {
  if (devices.empty()) return context.text("devices.nothing_found") + "\n";
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

void add_list_devices_command(Command& program, Context& context) {
  Command command = program.add_command("list-devices", context.text("devices.description"));
  const auto options = std::make_shared<DeviceListOptions>();
  command.list("names", options->names, context.text("cli.option_device_names"));
  command.list("--type", options->types, context.text("cli.option_device_type"));
  command.flag("--usable", options->only_usable, context.text("cli.option_usable"));
  command.text("--sort", options->sort, context.text("cli.option_sort_devices"));
  add_json_flag(command, context);
  command.action([&context, options] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(""));
    std::vector<ListedDevice> devices = find_devices(catalog.gpus());
    filter_devices(devices, *options);
    const std::string text = context.json ? devices_json(devices) : devices_text(devices, context);
    print(text);
  });
}

}  // namespace wgf::cli
