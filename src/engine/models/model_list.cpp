// SPDX-License-Identifier: MIT
#include "engine/models/model_list.h"

#include "engine/models/simple_cnn.h"

namespace wgf::engine {
namespace {

void append(std::vector<ModelEntry>& all, std::vector<ModelEntry> family) {
  for (ModelEntry& entry : family) all.push_back(std::move(entry));
}

std::vector<ModelEntry> make_list() {
  std::vector<ModelEntry> all;
  append(all, simple_cnn_models());
  return all;
}

}  // namespace

const std::vector<ModelEntry>& all_models() {
  static const std::vector<ModelEntry> models = make_list();
  return models;
}

const ModelEntry* find_model(std::string_view name) {
  for (const ModelEntry& entry : all_models())
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace wgf::engine
