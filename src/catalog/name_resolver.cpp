// SPDX-License-Identifier: MIT
#include "catalog/name_resolver.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "catalog/gpu_names.h"
#include "catalog/model_names.h"

namespace wgf::catalog {
namespace {

template <typename Records>
const Family* find_family(const Records& catalog, std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Family& family : catalog.families) {
    if (fold_name(family.id) == folded) {
      return &family;
    }
  }
  return nullptr;
}

template <typename Records>
std::vector<std::string> known_names(const Records& catalog, const auto& records) {
  std::vector<std::string> names;
  for (const Family& family : catalog.families) {
    names.push_back(family.id);
  }
  for (const auto& record : records) {
    names.push_back(record.id);
  }
  return names;
}

// "h100 means h100-sxm here (…); also: h100-pcie, h100-nvl"
Message default_note(const Family& family, std::string_view typed) {
  std::vector<std::string> others;
  for (const std::string& member : family.members) {
    if (member != family.default_member) {
      others.push_back(member);
    }
  }
  return {others.empty() ? "catalog.default_only" : "catalog.default_taken",
          {{"name", std::string(typed)},
           {"chosen", family.default_member},
           {"reason", family.reason},
           {"others", join(others, ", ")}}};
}

bool is_worth_a_note(const Family& family, std::string_view typed) {
  return fold_name(typed) != fold_name(family.default_member);
}

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

const Model* find_model(const ModelCatalog& catalog, std::string_view name) {
  const auto entry = catalog.by_name.find(fold_name(name));
  return entry == catalog.by_name.end() ? nullptr : &catalog.models[entry->second];
}

// What one spelling names: a family, a model, or neither.
struct ModelMatch {
  const Family* family = nullptr;
  const Model* model = nullptr;
  std::string name;                          // without a number format, where it has one
  std::optional<NumberFormatInName> format;  // that was left out
};

std::optional<ModelMatch> match_spellings(const ModelCatalog& catalog, std::string_view name) {
  for (const std::string& spelling : model_spellings(name)) {
    if (const Family* family = find_family(catalog, spelling)) {
      return ModelMatch{family, find_model(catalog, family->default_member), std::string(name),
                        std::nullopt};
    }
    if (const Model* model = find_model(catalog, spelling)) {
      return ModelMatch{nullptr, model, std::string(name), std::nullopt};
    }
  }
  return std::nullopt;
}

ModelMatch match_model(const ModelCatalog& catalog, std::string_view name) {
  if (std::optional<ModelMatch> match = match_spellings(catalog, name)) {
    return *match;
  }
  const std::optional<NumberFormatInName> format = number_format_in(name);
  if (format) {
    if (std::optional<ModelMatch> match = match_spellings(catalog, format->rest)) {
      match->format = format;
      return *match;
    }
  }
  // Owners and formats would hide that "Qwen/Qwen3-33B-FP8" is near to a name.
  const std::string plain =
      format ? format->rest : std::string(name.substr(name.rfind('/') + 1));  // npos + 1 is 0
  throw Error(with_nearest({"catalog.unknown_model", {{"name", std::string(name)}}}, plain,
                           known_names(catalog, catalog.models)),
              ExitCode::usage);
}

// "GLM-4.6": its record is that of GLM-4.7, which has the same layers.
bool is_twin(const Model& model, std::string_view typed) {
  const auto is_named = [&](const std::string& spelling) {
    return std::any_of(model.twins.begin(), model.twins.end(), [&](const std::string& twin) {
      return fold_name(twin) == fold_name(spelling);
    });
  };
  const std::vector<std::string> spellings = model_spellings(typed);
  return std::any_of(spellings.begin(), spellings.end(), is_named);
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

std::vector<const Model*> find_models(const ModelCatalog& catalog, std::string_view name) {
  const ModelMatch match = match_model(catalog, name);
  if (match.family == nullptr) {
    return {match.model};
  }
  std::vector<const Model*> models;
  for (const std::string& member : match.family->members) {
    models.push_back(find_model(catalog, member));
  }
  return models;
}

ModelChoice one_model(const ModelCatalog& catalog, std::string_view name) {
  const ModelMatch match = match_model(catalog, name);
  ModelChoice choice{match.model, {}, match.format};
  if (match.family != nullptr && is_worth_a_note(*match.family, match.name)) {
    choice.notes.push_back(default_note(*match.family, match.name));
  }
  const std::string_view plain = match.format ? match.format->rest : name;
  if (match.family == nullptr && is_twin(*match.model, plain)) {
    choice.notes.push_back(
        {"catalog.twin", {{"name", std::string(name)}, {"chosen", match.model->id}}});
  }
  return choice;
}

std::vector<Message> ModelChoice::notes_without_format(std::string_view typed) const {
  std::vector<Message> all = notes;
  if (format) {
    all.push_back(
        {"catalog.number_format",
         {{"name", std::string(typed)}, {"chosen", model->id}, {"format", format->words}}});
  }
  return all;
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
