// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include <mutex>
#include <optional>

#include "base/text.h"
#include "catalog/gpu_records.h"
#include "catalog/model_records.h"
#include "catalog/record_files.h"
#include "embedded/gpu_data.h"
#include "embedded/model_data.h"

namespace wgf::catalog {

struct Catalog::State {
  std::filesystem::path directory;
  std::mutex mutex;
  std::optional<GpuCatalog> gpus;
  std::optional<ModelCatalog> models;
};

Catalog::Catalog(std::filesystem::path directory) : state_(std::make_unique<State>()) {
  state_->directory = std::move(directory);
  if (!state_->directory.empty()) {
    gpus();
    models();
  }
}

Catalog::~Catalog() = default;

const GpuCatalog& Catalog::gpus() const {
  const std::lock_guard lock(state_->mutex);
  if (!state_->gpus) {
    state_->gpus = read_gpus(record_files(state_->directory, "gpus", embedded::gpu_data()));
  }
  return *state_->gpus;
}

const ModelCatalog& Catalog::models() const {
  const std::lock_guard lock(state_->mutex);
  if (!state_->models) {
    state_->models = read_models(record_files(state_->directory, "models", embedded::model_data()));
  }
  return *state_->models;
}

const Catalog& embedded_catalog() {
  static const Catalog catalog;
  return catalog;
}

const Gpu* GpuCatalog::find_id(std::string_view id) const {
  const auto entry = by_name.find(fold_name(id));
  return entry == by_name.end() ? nullptr : &gpus[entry->second];
}

const Model* ModelCatalog::find_id(std::string_view id) const {
  const auto entry = by_name.find(fold_name(id));
  return entry == by_name.end() ? nullptr : &models[entry->second];
}

const Model* ModelCatalog::find_runnable(std::string_view engine_name) const {
  for (const Model& model : models) {
    if (model.runnable == engine_name) {
      return &model;
    }
  }
  return nullptr;
}

}  // namespace wgf::catalog
