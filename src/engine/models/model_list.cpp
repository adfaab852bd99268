// SPDX-License-Identifier: MIT
#include "engine/models/model_list.h"

#include "engine/models/alexnet.h"
#include "engine/models/autoencoder.h"
#include "engine/models/bert.h"
#include "engine/models/densenet.h"
#include "engine/models/efficientnet.h"
#include "engine/models/gpt2.h"
#include "engine/models/lstm.h"
#include "engine/models/mobilenet_v2.h"
#include "engine/models/mobilenet_v3.h"
#include "engine/models/resnet.h"
#include "engine/models/simple_cnn.h"
#include "engine/models/unet.h"
#include "engine/models/vgg.h"
#include "engine/models/vit.h"

namespace wgf::engine {
namespace {

void append(std::vector<ModelEntry>& all, std::vector<ModelEntry> family) {
  for (ModelEntry& entry : family) all.push_back(std::move(entry));
}

std::vector<ModelEntry> make_list() {
  std::vector<ModelEntry> all;
  append(all, simple_cnn_models());
  append(all, alexnet_models());
  append(all, vgg_models());
  append(all, resnet_models());
  append(all, mobilenet_v2_models());
  append(all, mobilenet_v3_models());
  append(all, efficientnet_models());
  append(all, densenet_models());
  append(all, bert_models());
  append(all, gpt2_models());
  append(all, vit_models());
  append(all, unet_models());
  append(all, autoencoder_models());
  append(all, lstm_models());
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
