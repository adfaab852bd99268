// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/error.h"
#include "catalog/model_names.h"
#include "catalog/name_families.h"
#include "catalog/name_resolver.h"

namespace wgf::catalog {
namespace {

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
  ModelChoice choice{match.model, {}, match.format, std::nullopt};
  if (match.family != nullptr && is_worth_a_note(*match.family, match.name)) {
    choice.notes.push_back(default_note(*match.family, match.name));
  }
  const std::string_view plain = match.format ? match.format->rest : name;
  if (match.family == nullptr && is_twin(*match.model, plain)) {
    choice.max_sequence = match.model->twins_max_seq;
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

}  // namespace wgf::catalog
