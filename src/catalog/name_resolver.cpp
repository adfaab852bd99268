// SPDX-License-Identifier: MIT
#include "catalog/name_resolver.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "catalog/gpu_names.h"
#include "catalog/name_families.h"

namespace wgf::catalog {
namespace {

[[noreturn]] void throw_unknown_gpu(const GpuCatalog& catalog, std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Gpu& gpu : catalog.gpus) {
    if (!folded.empty() && fold_name(gpu.architecture) == folded) {
      throw Error({"catalog.gpu_is_architecture", {{"name", gpu.architecture}}}, ExitCode::usage);
    }
  }
  if (folded == "all") {
    throw Error({"catalog.gpu_all", {}}, ExitCode::usage);
  }
  throw Error(with_nearest({"catalog.unknown_gpu", {{"name", std::string(name)}}}, name,
                           known_names(catalog, catalog.gpus)),
              ExitCode::usage);
}

GpuMatch match_gpu(const GpuCatalog& catalog, std::string_view name) {
  if (const Family* family = find_family(catalog, name)) {
    return {family, nullptr};
  }
  if (const Gpu* gpu = gpu_named(catalog, name)) {
    return {nullptr, gpu};
  }
  const GpuMatch match = match_part_of_name(catalog, name);
  if (match.family == nullptr && match.gpu == nullptr) {
    throw_unknown_gpu(catalog, name);
  }
  return match;
}

void remove_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
    text.erase(at, part.size());
  }
}

// ROCm adds the module form, Intel its trade marks.
std::string without_driver_decoration(std::string_view driver_name) {
  std::string name(driver_name);
  remove_all(name, "(R)");
  remove_all(name, "(TM)");
  for (const std::string_view suffix : {" OAM", " VF"}) {
    if (name.ends_with(suffix)) {
      name.erase(name.size() - suffix.size());
    }
  }
  return name;
}

std::vector<const Gpu*> gpus_of_driver_name(const GpuCatalog& catalog,
                                            std::string_view driver_name) {
  std::vector<const Gpu*> gpus;
  if (const Gpu* gpu = gpu_named(catalog, driver_name)) {
    gpus.push_back(gpu);
  }
  const std::string folded = fold_name(driver_name);
  for (const Gpu& gpu : catalog.gpus) {
    for (const std::string& name : gpu.driver_names) {
      if (fold_name(name) == folded && std::find(gpus.begin(), gpus.end(), &gpu) == gpus.end()) {
        gpus.push_back(&gpu);
      }
    }
  }
  return gpus;
}

double memory_difference(const Gpu& gpu, Bytes memory) {
  return std::abs(static_cast<double>(memory.value) / static_cast<double>(gpu.memory().value) - 1);
}

}  // namespace

std::vector<const Gpu*> find_gpus(const GpuCatalog& catalog, std::string_view name) {
  const GpuMatch match = match_gpu(catalog, name);
  if (match.family == nullptr) {
    return {match.gpu};
  }
  std::vector<const Gpu*> gpus;
  for (const std::string& member : match.family->members) {
    gpus.push_back(catalog.find_id(member));
  }
  return gpus;
}

std::optional<Message> part_note(const GpuCatalog& catalog, std::string_view name) {
  if (find_family(catalog, name) != nullptr || gpu_named(catalog, name) != nullptr)
    return std::nullopt;
  const GpuMatch match = match_gpu(catalog, name);
  return Message{"catalog.part_of_name",
                 {{"name", std::string(name)},
                  {"chosen", match.family == nullptr ? match.gpu->id : match.family->id}}};
}

GpuChoice one_gpu(const GpuCatalog& catalog, std::string_view name) {
  const GpuMatch match = match_gpu(catalog, name);
  if (match.family == nullptr) {
    return {match.gpu, std::nullopt};
  }
  GpuChoice choice{catalog.find_id(match.family->default_member), std::nullopt};
  if (is_worth_a_note(*match.family, name)) {
    choice.note = default_note(*match.family, name);
  }
  return choice;
}

const Gpu* identify_device(const GpuCatalog& catalog, std::string_view driver_name,
                           std::optional<Bytes> memory) {
  const std::vector<const Gpu*> gpus =
      gpus_of_driver_name(catalog, without_driver_decoration(driver_name));
  if (gpus.empty() || !memory) {
    return gpus.empty() ? nullptr : gpus.front();
  }
  const Gpu* nearest = *std::min_element(gpus.begin(), gpus.end(), [&](const Gpu* a, const Gpu* b) {
    return memory_difference(*a, *memory) < memory_difference(*b, *memory);
  });
  // Drivers reserve a few per cent; a part with another memory is another part (or a slice of one),
  // whose rates this record does not describe.
  constexpr double most_difference = 0.12;
  return memory_difference(*nearest, *memory) <= most_difference ? nearest : nullptr;
}

}  // namespace wgf::catalog
